import { apiKey } from '../../access/middleware/api-key.ts';
import { databaseOf } from '../../config/workspaces.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { bodyOfAnyone } from '../../http/middleware/json-body.ts';
import { addressOf, networkOf } from '../../http/middleware/rate-limit.ts';
import { body, scope } from '../../http/route.ts';
import { addressIn } from '../experiments/unit.ts';
import { noteRefusal, visitOrigin, websiteCors } from '../middleware/visit-origin.ts';
import { deliverVisit } from './deliver.ts';
import { dimensionsOf } from './dimensions.ts';
import { refuseForm, takeForm } from './form-limit.ts';
import { isFromBrowser, isPrivate, reasonToLeaveOut } from './leave-out.ts';
import { ignoredFields, parseVisit } from './lenient-schemas.ts';
import { Visit, type VisitAnswer } from './schemas.ts';
import { isUnknownPage } from './store/known-pages.ts';

/** A visit counts against the limit of its address, and comes from a website of the workspace. */
export const visitEntrance = new Hono<AppEnv>()
  .use('/', websiteCors('POST'))
  .use('/', apiKey({ limit: 'visitor' }), visitOrigin(), bodyOfAnyone());

export const visitRoutes = new Hono<AppEnv>().post(
  '/',
  scope('collect'),
  idempotency({ takesNoKey: true }),
  body(Visit, parseVisit),
  async (c) => {
    const { referrer, leftOut: _, ...visit } = c.req.valid('json');
    const ignored = ignoredFields(c.get('sent'), c.req.valid('json'));
    const answer = (accepted: boolean, more: Partial<VisitAnswer> = {}) =>
      c.json<VisitAnswer>({ accepted, ...(ignored.length > 0 && { ignoredFields: ignored }), ...more }, 202);
    if (isPrivate(c)) return answer(false);

    const workspace = c.get('workspace');
    const receivedAt = Date.now();
    const reason = reasonToLeaveOut(c, c.req.valid('json'));
    if (reason !== null) {
      const { pageId, analyticsSessionId } = visit;
      await deliverVisit(c, {
        kind: 'left out',
        workspace,
        receivedAt,
        pageId,
        analyticsSessionId,
        reason,
      });
      return answer(false);
    }

    const country = isFromBrowser(c) ? c.req.raw.cf?.country : undefined;
    const dimensions = dimensionsOf((name) => c.req.header(name), country, referrer);
    const { experimentId } = visit;
    const address = experimentId ? { address: addressIn(experimentId, networkOf(c) ?? addressOf(c)) } : {};
    const taken = await takeForm(c, visit, receivedAt);
    if ('wait' in taken) {
      // The visit still counts: the limit applies to forms only.
      const { formSubmit: _, ...rest } = visit;
      await deliverVisit(c, { workspace, receivedAt, visit: rest, dimensions, ...address });
      return refuseForm(c, taken);
    }
    const { receivedAt: formReceivedAt, ...uncounted } = taken;
    const form = formReceivedAt < receivedAt ? { formReceivedAt } : uncounted;
    await deliverVisit(c, { workspace, receivedAt, visit, dimensions, ...form, ...address });
    const { pageId } = visit;
    if (!(await isUnknownPage(c.get('db'), databaseOf(c.env, workspace), pageId))) return answer(true);
    // The visit counts after all if its page exists before the consumer has it.
    noteRefusal(c, 'pages', pageId);
    return answer(false, { unknownPageId: pageId });
  },
);
