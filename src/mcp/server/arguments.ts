import type * as z from 'zod/mini';
import { type Interval, intervals } from '../../analytics/steps.ts';
import { hourMs } from '../../lib/durations.ts';
import { type Violation, validationError } from '../../lib/errors.ts';
import { parseTimestamp, toTimestamp } from '../../lib/time.ts';
import { instantOf, isTimeZone } from '../../lib/time-zone.ts';
import { type Dimension, dimensions } from '../../vocabulary/dimensions.ts';
import type { ArgumentsSchema } from './caller.ts';
import { isOptional } from './fields.ts';

/** What a model sends to a tool. */
export type Arguments = Record<string, unknown>;

/** The names in a path. */
export const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Whether a value has a type of JSON Schema. */
const hasType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Whether a value is an id, and nothing that could name another operation, such as `..` or `a/b`. */
export const isId = (value: unknown) => /^\w{1,255}$/.test(String(value ?? ''));

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
    if (name === 'filters') return filterViolations(given[name] as object);
    if (at.in === 'query' || isId(given[name])) return [];
    return [{ ...at, code: 'invalid_format', message: 'must be an id' }];
  });
  const all = violations.toArray();
  if (all.length > 0) throw validationError(all);
}

/** The path with arguments in place of `{name}`. */
export const filled = (path: string, given: Arguments): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));

const isDimension = (name: string) => dimensions.includes(name as Dimension);
const isValue = (value: unknown) => value === null || (typeof value === 'string' && value !== '');
const isFilter = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(isValue) : isValue(value);

/** The members of an object that are not filters. The API would ignore most of them, and answer for all visits. */
const filterViolations = (given: object): Violation[] =>
  Object.entries(given).flatMap(([name, value]): Violation[] => {
    const at = { in: 'query', path: `filters.${name}` } as const;
    if (!isDimension(name))
      return [{ ...at, code: 'unknown_field', message: `must be one of ${dimensions.join(', ')}` }];
    if (isFilter(value)) return [];
    return [{ ...at, code: 'invalid_type', message: 'must be a text, null, or a list of these, not empty' }];
  });

/** The arguments with parameters of the API in place of `filters`. */
export function withFilters({ filters = {}, ...given }: Arguments): Arguments {
  const entries = Object.entries(filters as object).map(([name, value]) => [name, [value].flat()] as const);
  const known = entries.map(([name, values]) => [name, values.filter((value) => value !== null)]);
  const unknown = entries.flatMap(([name, values]) => (values.includes(null) ? [name] : []));
  return { ...given, ...Object.fromEntries(known), unknown };
}

/**
 * The arguments with an instant in place of each date, because a model names days and the API takes instants. It refuses
 * what is neither. Throws `validation_failed` when there is no such time zone.
 */
export function withInstants(given: Arguments): Arguments {
  const zone = String(given.timezone ?? 'UTC');
  if (!isTimeZone(zone)) {
    const message = 'must be a time zone of IANA by its name, such as Europe/Berlin or UTC';
    throw validationError([{ in: 'query', path: 'timezone', code: 'not_allowed', message }]);
  }
  const instants = ['startDate', 'endDate'].flatMap((name) => {
    const midnight = parseTimestamp(`${given[name]}T00:00:00Z`);
    return midnight === undefined ? [] : [[name, toTimestamp(instantOf(midnight, zone))]];
  });
  return { ...given, ...Object.fromEntries(instants) };
}

/** How many items a list has when the model names no number. The API would send 50 or 100. */
export const fewItems = 20;

/** Whether the answer of a tool is a series. One that the API adds to each item is none: a model pays for it. */
export const isSeries = ({ interval }: z.core.$ZodShape): boolean =>
  interval !== undefined && !isOptional(interval);

/** The most steps of a series for which the model gives no interval. A year is 53 weeks. */
export const usualSteps = 62;
/** The most steps of a series, so that one answer does not fill what a model can read. */
export const mostSteps = 100;

/** Hours in a step. */
const hours: Record<Interval, number> = { hour: 1, day: 24, week: 168, month: 672 };

/**
 * The interval of a series: as given, or the finest with few steps. The dates are instants; the API refuses what is no
 * date and no interval. Throws `validation_failed` for too many steps: an answer that is cut would pass for the whole.
 */
export function intervalOf({ startDate, endDate, interval }: Arguments): unknown {
  const range = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / hourMs;
  const fitting = intervals.find((name) => range / hours[name] <= usualSteps) ?? 'month';
  const steps = Math.ceil(range / (hours[interval as Interval] ?? Number.POSITIVE_INFINITY));
  if (!(steps > mostSteps)) return interval ?? fitting;
  const message = `makes about ${steps} steps, and the tool answers at most ${mostSteps}: leave interval out, name a longer one, or ask for a shorter range`;
  throw validationError([{ in: 'query', path: 'interval', code: 'not_allowed', message }]);
}
