import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { endCopies } from '../copies.ts';

/** Ends the copies of a record once a request has changed it, or may have: D1 goes on after an error of ours. */
export const endsCopies = (idOf: (c: Context<AppEnv>) => string | undefined) =>
  createMiddleware<AppEnv>(async function endsCopies(c, next) {
    await next();
    const id = idOf(c);
    if (id !== undefined && (c.res.ok || c.res.status >= 500)) endCopies(c, id);
  });

/** As `endsCopies`, of the record that the path names. */
export const endsCopiesOf = (param: string) => endsCopies((c) => c.req.param(param));
