import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../env.ts';
import type { Scope } from '../lib/api-key.ts';
import { FootfallError } from '../lib/errors.ts';

/** Lets a request pass whose key has the scope; else throws `insufficient_scope`. */
export const scope = (needed: Scope) =>
  createMiddleware<AppEnv>(async function scope(c, next) {
    if (!c.var.apiKey.scopes.includes(needed)) {
      throw new FootfallError('insufficient_scope', `This operation needs the scope ${needed}.`, {
        neededScope: needed,
      });
    }
    await next();
  });
