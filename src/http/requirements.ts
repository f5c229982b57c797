import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import type { Scope } from '../lib/api-key.ts';
import type { IdPrefix } from '../lib/ids.ts';

/** What a middleware of a route requires of a request. The OpenAPI document and the tests read it from here. */
export interface Requirement {
  /** The key must have one of these. */
  scopes?: readonly Scope[];
  /** The key must have this one, too. */
  also?: Scope;
  /** What it makes goes on acting or sending after the request. */
  isLasting?: true;
  /** Of a POST that ignores an `Idempotency-Key`: its body says which request it is, or it writes nothing. */
  takesNoKey?: true;
  /** Of a POST whose answer has a secret: the id of the record that has it. `made` gives the first id of a prefix. */
  secretOf?: (made: (prefix: IdPrefix) => string, path: string) => string;
  /** The body is lines of JSON, not JSON. */
  takesLines?: true;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
}

const requirements = new WeakMap<object, Requirement>();

/** Registers what a middleware requires. */
export function requiring<Handler extends MiddlewareHandler>(
  requirement: Requirement,
  handler: Handler,
): Handler {
  requirements.set(handler, requirement);
  return handler;
}

/** Whether a middleware requires anything. */
export const isRequiring = (handler: object): boolean => requirements.has(handler);

const none: Requirement = {};

/** The requirements of a handler; empty for a handler that has none. */
export const requirementOf = (handler: object): Readonly<Requirement> => requirements.get(handler) ?? none;
