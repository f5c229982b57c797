import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type * as z from 'zod';
import type { AppEnv } from '../env.ts';
import { type Violation, validationError } from '../lib/errors.ts';

/** zod's issue codes in our words; refinements name theirs in `params.code`. */
const violationCodes: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'invalid_type',
  invalid_format: 'invalid_format',
  invalid_value: 'not_allowed',
  invalid_union: 'invalid_type',
};

/** The code of a violation: what zod calls too small is a number, or text or a list that is too short. */
export function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid_value');
  if (issue.code !== 'too_small' && issue.code !== 'too_big')
    return violationCodes[issue.code] ?? 'invalid_value';
  const isNumber = issue.origin === 'number' || issue.origin === 'int';
  if (issue.code === 'too_small') return isNumber ? 'too_small' : 'too_short';
  return isNumber ? 'too_large' : 'too_long';
}

/** Validators of a query or a body: see validate.ts. */
const validators = new WeakSet<object>();

/** Marks a middleware as one that throws what was collected before it. */
export function asValidator<Handler extends MiddlewareHandler>(handler: Handler): Handler {
  validators.add(handler);
  return handler;
}

/** Keeps violations that are found before the route's own checks, so that one answer names all. */
export const collect = (c: Context<AppEnv>, found: Violation[]): void =>
  c.set('violations', [...(c.var.violations ?? []), ...found]);

/** Throws `validation_failed` for what was collected and `found`; does nothing when both are empty. */
export function throwCollected(c: Context<AppEnv>, found: Violation[] = []): void {
  const violations = [...(c.var.violations ?? []), ...found];
  if (violations.length > 0) throw validationError(violations);
}

/** Whether the route of the running middleware has a validator behind it. */
export function isValidatedLater(c: Context<AppEnv>): boolean {
  const routes = matchedRoutes(c);
  const here = routes[c.req.routeIndex];
  return routes
    .slice(c.req.routeIndex + 1)
    .some(
      ({ handler, method, path }) => validators.has(handler) && method === here?.method && path === here.path,
    );
}
