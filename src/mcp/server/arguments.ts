import * as z from 'zod/mini';
import { type Violation, validationError } from '../../lib/errors.ts';
import { refusedFilters } from '../../sessions/schemas.ts';
import { dateArguments } from './dates.ts';
import type { ReadTool } from './tools.ts';

/** What a model sends to a tool. */
export type Arguments = Record<string, unknown>;

/** How many items a list has when the model names no number. The API would send 50 or 100. */
export const fewItems = 20;
const limit = z._default(z.int(), fewItems).check(z.describe('How many items at most, from 1 to 100.'));

/** The names in a path. */
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The parameters of the query that may have a value, by name. The API has some only to refuse them. */
export const parametersOf = ({ query: { shape } }: Pick<ReadTool, 'query'>) => {
  const refused = new Set<unknown>(Object.values(refusedFilters));
  const open = Object.entries(shape as z.core.$ZodShape).filter(([, schema]) => !refused.has(schema));
  return { ...Object.fromEntries(open), ...dateArguments(shape), ...('limit' in shape ? { limit } : {}) };
};

/** The schema of the arguments: the names in the path, and the parameters of the query. */
export const argumentsOf = (tool: Pick<ReadTool, 'path' | 'query'>) =>
  z.strictObject({
    ...Object.fromEntries(namesIn(tool.path).map((name) => [name, z.string()])),
    ...parametersOf(tool),
  });

/** An argument as text, for a URL. */
export const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** An id, and nothing that could name another operation, such as `..` or `a/b`. */
const isId = (value: unknown) => /^\w{1,255}$/.test(textOf(value ?? ''));

/**
 * Throws `validation_failed` for arguments that a tool does not take, which the API would ignore, and for those that
 * its path lacks. `known` has the names of all arguments.
 */
export function assertArguments(path: string, known: object, given: Arguments): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  const lacking = namesIn(path).filter((name) => !isId(given[name]));
  const violations: Violation[] = [
    ...lacking.map((name) => ({
      in: 'path' as const,
      path: name,
      code: Object.hasOwn(given, name) ? 'invalid_format' : 'required',
      message: 'must be an id',
    })),
    ...unknown.map((name) => ({
      in: 'query' as const,
      path: name,
      code: 'unknown_field',
      message: 'This argument is not one that the tool takes.',
    })),
  ];
  if (violations.length > 0) throw validationError(violations);
}

/** The path with arguments in place of `{name}`. */
export const filled = (path: string, given: Arguments): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => textOf(given[name]));
