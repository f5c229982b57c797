import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { body } from '../http/validate.ts';
import { scope } from '../middleware/scope.ts';
import { deliverVisit } from './deliver.ts';
import { dimensionsOf } from './dimensions.ts';
import { refuseForm, takeForm } from './form-limit.ts';
import { isFromBrowser, isPrivate, reasonToLeaveOut } from './leave-out.ts';
import { ignoredFields, parseVisit } from './lenient-schemas.ts';
import { Visit, type VisitAnswer } from './schemas.ts';

export const visitRoutes = new Hono<AppEnv>().post(
  '/',
  scope('collect'),
  body(Visit, parseVisit),
  async (c) => {
    const { referrer, leftOut: _, ...visit } = c.req.valid('json');
    const ignored = ignoredFields(await c.req.json(), c.req.valid('json'));
    const answer = (accepted: boolean) =>
      c.json<VisitAnswer>(ignored.length === 0 ? { accepted } : { accepted, ignoredFields: ignored }, 202);
    if (isPrivate(c)) return answer(false);

    const { workspace } = c.var;
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
    const taken = await takeForm(c, visit, receivedAt);
    if ('wait' in taken) {
      // The visit still counts: the limit applies to forms only.
      const { formSubmit: _, ...rest } = visit;
      await deliverVisit(c, { workspace, receivedAt, visit: rest, dimensions });
      return refuseForm(c, taken);
    }
    const { receivedAt: formReceivedAt, ...uncounted } = taken;
    const form = formReceivedAt < receivedAt ? { formReceivedAt } : uncounted;
    await deliverVisit(c, { workspace, receivedAt, ...form, visit, dimensions });
    return answer(true);
  },
);
