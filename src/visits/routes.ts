import { Hono } from 'hono';
import { isbot } from 'isbot';
import type { AppEnv } from '../http/app-env.ts';
import { body } from '../http/validate.ts';
import { scope } from '../middleware/scope.ts';
import { dimensionsOf } from './dimensions.ts';
import { refuseForm, takeForm } from './form-limit.ts';
import { enqueueVisit } from './queue.ts';
import { Visit } from './schemas.ts';

/** Whether the visitor asks not to be tracked, by Global Privacy Control or the older Do Not Track. */
const isPrivate = (header: (name: string) => string | undefined) =>
  header('sec-gpc') === '1' || header('dnt') === '1';

export const visitRoutes = new Hono<AppEnv>().post('/', scope('collect'), body(Visit), async (c) => {
  const isVisitor = !isbot(c.req.header('user-agent')) && !isPrivate((name) => c.req.header(name));
  if (isVisitor) {
    const { workspace } = c.var;
    const { referrer, ...visit } = c.req.valid('json');
    const dimensions = dimensionsOf((name) => c.req.header(name), c.req.raw.cf?.country, referrer);
    const receivedAt = Date.now();
    const taken = await takeForm(c, visit, receivedAt);
    if ('wait' in taken) {
      // The visit still counts: the limit applies to forms only.
      const { formSubmit: _, ...rest } = visit;
      await enqueueVisit(c.env.VISITS, { workspace, receivedAt, visit: rest, dimensions });
      refuseForm(c, taken.wait);
    } else {
      const { receivedAt: formReceivedAt } = taken;
      const form = formReceivedAt < receivedAt ? { formReceivedAt } : {};
      await enqueueVisit(c.env.VISITS, { workspace, receivedAt, ...form, visit, dimensions });
    }
  }
  return c.json({ accepted: isVisitor }, 202);
});
