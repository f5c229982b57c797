import { type Violation, validationError } from '../../lib/errors.ts';
import { filterViolations } from './filters.ts';
import type { ArgumentsSchema } from './json-schema.ts';

/** What a model sends to a tool. */
export type Arguments = Record<string, unknown>;

/** The names in a path. */
export const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Whether a value has a type of JSON Schema. */
const hasType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** An id, and nothing that could name another operation, such as `..` or `a/b`. */
const isId = (value: unknown) => /^\w{1,255}$/.test(String(value ?? ''));

/**
 * Throws `validation_failed` for arguments that are not as the schema of a tool says, most of which the API would
 * ignore or take for text, and for those that its path lacks. The API refuses values of the right type.
 */
export function assertArguments(path: string, { properties }: ArgumentsSchema, given: Arguments): void {
  const inPath = namesIn(path);
  const violations = new Set([...inPath, ...Object.keys(given)]).values().flatMap((name): Violation[] => {
    const at = { in: inPath.includes(name) ? 'path' : 'query', path: name } as const;
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    if (!type) {
      return [{ ...at, code: 'unknown_field', message: 'This argument is not one that the tool takes.' }];
    }
    if (!Object.hasOwn(given, name)) return [{ ...at, code: 'required', message: 'must be an id' }];
    if (!hasType[type]?.(given[name])) {
      return [{ ...at, code: 'invalid_type', message: `must be of the type ${type}` }];
    }
    if (type === 'object') return filterViolations(given[name] as object);
    if (at.in === 'query' || isId(given[name])) return [];
    return [{ ...at, code: 'invalid_format', message: 'must be an id' }];
  });
  const all = violations.toArray();
  if (all.length > 0) throw validationError(all);
}

/** The path with arguments in place of `{name}`. */
export const filled = (path: string, given: Arguments): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
