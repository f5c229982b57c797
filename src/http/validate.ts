import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type * as z from 'zod/mini';
import { listedViolations, type Violation, validationError, violation } from '../lib/errors.ts';
import type { AppEnv } from './app-env.ts';
import { requirementOf } from './requirements.ts';

/** The service's codes for zod's issue codes. Refinements set their own code in `params.code`. */
const violationCodes: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'invalid_type',
  invalid_format: 'invalid_format',
  invalid_value: 'not_allowed',
  invalid_union: 'invalid_type',
};

/** The code of a violation. zod's "too small" is a small number, or a text or list that is too short. */
export function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid_value');
  // What tells the kinds of an object apart is one of some words.
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) return 'not_allowed';
  if (issue.code !== 'too_small' && issue.code !== 'too_big')
    return violationCodes[issue.code] ?? 'invalid_value';
  const isNumber = issue.origin === 'number' || issue.origin === 'int';
  if (issue.code === 'too_small') return isNumber ? 'too_small' : 'too_short';
  return isNumber ? 'too_large' : 'too_long';
}

/** Keeps violations that are found before the validator of the route, so that one answer lists all of them. */
export function collect(c: Context<AppEnv>, found: Violation[], unlisted = 0): void {
  if (found.length === 0) return;
  c.set('violations', [...(c.get('violations') ?? []), ...found]);
  c.set('unlisted', (c.get('unlisted') ?? 0) + unlisted);
}

/** Throws `validation_failed` with what was collected and `found`, if there are any, and how many are `unlisted`. */
export function throwCollected(c: Context<AppEnv>, found: Violation[] = [], unlisted = 0): void {
  const violations = [...(c.get('violations') ?? []), ...found];
  if (violations.length > 0) throw validationError(violations, (c.get('unlisted') ?? 0) + unlisted);
}

/** Whether a validator follows on the route of the running middleware, which checks the scope. */
export function isValidatedLater(c: Context<AppEnv>): boolean {
  // Includes middleware of all methods. A handler with requirements always has a method of its own.
  const routes = matchedRoutes(c);
  const here = routes[c.req.routeIndex]?.path;
  return routes.slice(c.req.routeIndex + 1).some(({ handler, path }) => {
    const { query, body } = requirementOf(handler);
    return path === here && (query ?? body) !== undefined;
  });
}

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Whether an issue is of a parameter that takes several values: of one of these, or of their number. */
const isOfSeveral = ({ code, path }: z.core.$ZodIssue) => path.length > 1 || code === 'custom';

/** The violations of an issue of zod in a part of a request. */
export function violationsOf(issue: z.core.$ZodIssue, part: Violation['in'], input: unknown): Violation[] {
  // A parameter is named as a whole: the values of one that is given several times have no names.
  const place = part === 'query' ? issue.path.slice(0, 1) : issue.path;
  const path = place.join('.');
  if (issue.code === 'unrecognized_keys') {
    const message = 'This field is not one that the operation takes.';
    const paths = issue.keys.slice(0, listedViolations).map((key) => [...issue.path, key].join('.'));
    return paths.map((path) => violation(part, path, 'unknown_field', message));
  }
  const value = place.reduce(memberOf, input);
  if (part === 'query' && Array.isArray(value) && !isOfSeveral(issue)) {
    const message = `This parameter is given ${value.length} times; give it once.`;
    return [violation(part, path, 'invalid_type', message)];
  }
  const isOfValue = ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code);
  const isMissing = isOfValue && value === undefined;
  if (isMissing) return [violation(part, path, 'required', 'This field is required.')];
  return [violation(part, path, codeOf(issue), issue.message)];
}

type Result = { success: true } | { success: false; error: z.core.$ZodError };

/** How many violations an issue of zod stands for. */
export const countOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys' ? issue.keys.length : 1;

/** Throws `validation_failed` with the violations of a schema by `input`, and those that were collected before. */
export function throwViolations(result: Result, part: Violation['in'], input: unknown, c: Context): void {
  const issues = result.success ? [] : result.error.issues;
  const found = issues.slice(0, listedViolations).flatMap((issue) => violationsOf(issue, part, input));
  const count = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  throwCollected(c as Context<AppEnv>, found, count - found.length);
}
