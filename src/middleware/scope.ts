import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../http/app-env.ts';
import { requiring } from '../http/requirements.ts';
import { isValidatedLater, throwCollected } from '../http/violations.ts';
import type { Scope } from '../lib/api-key.ts';
import { FootfallError } from '../lib/errors.ts';

/**
 * Lets a request pass if its key has one of the scopes. Otherwise throws `insufficient_scope`. On a route without a
 * validator it also throws the collected violations, which can only be in headers there.
 */
export const scope = (...needed: [Scope, ...Scope[]]) =>
  requiring(
    { scopes: needed },
    createMiddleware<AppEnv>(async function scope(c, next) {
      if (!needed.some((one) => c.var.apiKey.scopes.includes(one))) {
        const [first, ...others] = needed;
        const scopes = others.length === 0 ? `the scope ${first}` : `one of the scopes ${needed.join(', ')}`;
        throw new FootfallError('insufficient_scope', `This operation needs ${scopes}.`, {
          neededScope: first,
        });
      }
      if (!isValidatedLater(c)) throwCollected(c);
      await next();
    }),
  );
