import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../http/app-env.ts';
import { requiring } from '../http/requirements.ts';
import { isValidatedLater, throwCollected } from '../http/violations.ts';
import type { Scope } from '../lib/api-key.ts';
import { FootfallError } from '../lib/errors.ts';

/**
 * Lets a request pass if its key has the scope. Otherwise throws `insufficient_scope`. On a route without a validator
 * it also throws the collected violations, which can only be in headers there.
 */
export const scope = (needed: Scope) =>
  requiring(
    { scope: needed },
    createMiddleware<AppEnv>(async function scope(c, next) {
      if (!c.var.apiKey.scopes.includes(needed)) {
        throw new FootfallError('insufficient_scope', `This operation needs the scope ${needed}.`, {
          neededScope: needed,
        });
      }
      if (!isValidatedLater(c)) throwCollected(c);
      await next();
    }),
  );
