import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Scope } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { AppEnv } from '../app-env.ts';
import { requirementOf, requiring } from '../requirements.ts';
import { isValidatedLater, throwCollected } from '../validate.ts';

/** Throws `insufficient_scope` unless the key has one of the scopes. */
function assertScope(c: Context<AppEnv>, needed: readonly Scope[]): void {
  if (needed.some((one) => c.var.apiKey.scopes.includes(one))) return;
  const [first, ...others] = needed;
  const scopes = others.length === 0 ? `the scope ${first}` : `one of the scopes ${needed.join(', ')}`;
  throw new FootfallError('insufficient_scope', `This operation needs ${scopes}.`, { neededScope: first });
}

/** Lets a request pass if its key has this scope, too. Otherwise throws `insufficient_scope`. */
export const also = (needed: Scope) =>
  requiring(
    { also: needed },
    createMiddleware<AppEnv>(async function also(c, next) {
      assertScope(c, [needed]);
      await next();
    }),
  );

/** Checks the scope of the route that will answer, before the body is read. */
export const scopeOfRoute = () =>
  createMiddleware<AppEnv>(async function scopeOfRoute(c, next) {
    const handlers = matchedRoutes(c).map(({ handler }) => requirementOf(handler));
    const needed = handlers.find(({ scopes }) => scopes)?.scopes;
    if (needed) assertScope(c, needed);
    await next();
  });

/** Lets a request pass if its key has one of the scopes. Throws `insufficient_scope`, and what was collected. */
export const scope = (...needed: [Scope, ...Scope[]]) =>
  requiring(
    { scopes: needed },
    createMiddleware<AppEnv>(async function scope(c, next) {
      assertScope(c, needed);
      if (!isValidatedLater(c)) throwCollected(c);
      await next();
    }),
  );
