import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type IdPrefix, idPattern } from '../../lib/ids.ts';
import type { AppEnv } from '../app-env.ts';
import { endCopies } from '../copies.ts';

/** How long, in milliseconds, D1 may go on with a write that has no answer: see db/retry.ts. */
const late = 30_000;

/** Ends the copies of a record once a request has changed it, or may have. What is no id of one has no copies. */
export function endsCopies(prefix: IdPrefix, idOf: (c: Context<AppEnv>) => string | undefined) {
  const pattern = idPattern(prefix);
  return createMiddleware<AppEnv>(async function endsCopies(c, next) {
    await next();
    const id = idOf(c);
    if (id === undefined || !pattern.test(id)) return;
    // A 404 may be the answer to a second attempt, of which the first had no answer.
    if (c.res.ok || c.res.status === 404) endCopies(c, id);
    else if (c.res.status >= 500) endCopies(c, id, Date.now() + late);
  });
}

/** As `endsCopies`, of the record that the path names. */
export const endsCopiesOf = (prefix: IdPrefix) => endsCopies(prefix, (c) => c.req.param(`${prefix}_id`));
