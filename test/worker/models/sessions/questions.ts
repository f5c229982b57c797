import fc from 'fast-check';
import { day, minute } from '../../support/times.ts';
import { action, weighted } from '../stories.ts';
import {
  type Dimension,
  dimensions,
  epoch,
  type Model,
  type Session,
  type Status,
  valueIn,
} from './model.ts';
import { begins } from './plans.ts';
import type { Place } from './seeds.ts';

// Random questions: a range of time, filters, and how the answer is arranged.

export const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

/** A time at or beside the start of a session. */
const besideSession = fc.record({
  session: fc.nat(10_000),
  ms: fc.constantFrom(-1, 0, 0, 1, minute),
});
const limitOf = (...others: number[]) =>
  fc.option(fc.oneof(begins, fc.constantFrom(...others), besideSession, besideSession), { nil: undefined });

/** Values are chosen by their number among those that sessions have; null is unknown, undefined a value of none. */
type Picked = [by: Dimension, values: (number | null | undefined)[], isNot?: boolean];
const picked: fc.Arbitrary<Picked> = fc.tuple(
  fc.constantFrom(...dimensions),
  fc.array(weighted([5, fc.nat(20)], [1, fc.constantFrom(null, undefined)]), { minLength: 1, maxLength: 3 }),
  fc.constantFrom(false, false, true),
);

/** What is asked, besides the range. */
const asked = fc.record({
  page: fc.constantFrom(0, 0, 1),
  audience: fc.option(fc.nat(2), { nil: undefined }),
  limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(40, 100)),
  by: fc.constantFrom(...dimensions),
  filters: fc.oneof(
    fc.array(picked, { maxLength: 0 }),
    fc.array(picked, { maxLength: 1 }),
    fc.array(picked, { maxLength: 3 }),
  ),
  /** A part of the values of a breakdown. */
  part: fc.option(fc.constantFrom('n', 'AD', 'é', '1', '/'), { nil: undefined, freq: 1 }),
  status: fc.option(fc.constantFrom<Status | 'active'>('pending', 'active', 'completed', 'failed'), {
    nil: undefined,
  }),
  hasConversion: fc.option(fc.boolean(), { nil: undefined }),
  hasFormSubmit: fc.option(fc.boolean(), { nil: undefined }),
  /** Whether what visitors did is a filter: all together are rare. */
  hasDeeds: fc.boolean(),
  sort: fc.option(
    fc.constantFrom(
      'totalSessions',
      '-totalSessions',
      'bounceCount',
      '-conversionRate',
      'avgTimeSpentSeconds',
    ),
    { nil: undefined, freq: 2 },
  ),
  /** What a breakdown is sorted by. */
  valueSort: fc.constantFrom(
    '-totalSessions',
    '-totalSessions',
    '-conversionCount',
    '-formSubmitCount',
    '-bounceCount',
  ),
  isLimited: fc.boolean(),
  zone: fc.constantFrom(...zones),
  interval: fc.constantFrom('hour', 'day', 'week', 'month'),
  /** Whether sessions are sealed between two round trips of an answer. */
  isBeside: fc.boolean(),
});
export type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

export const look = action('look', {
  start: limitOf(-day),
  end: limitOf(70 * day),
  asked,
});
type Look = typeof look extends fc.Arbitrary<infer T> ? T : never;

/** What a look asks for when no random question is at hand. */
export const plainLook = (page: 0 | 1): Look => ({
  kind: 'look',
  start: undefined,
  end: undefined,
  asked: {
    page,
    audience: undefined,
    limit: 100,
    by: 'utmSource',
    filters: [],
    part: undefined,
    status: undefined,
    hasConversion: undefined,
    hasFormSubmit: undefined,
    hasDeeds: false,
    sort: undefined,
    valueSort: '-totalSessions',
    isLimited: true,
    zone: 'UTC',
    interval: 'day',
    isBeside: false,
  },
});

/** The values of which a session must have one, or none, by dimension. */
export type Wanted = Partial<Record<Dimension, (string | null)[] | { not: (string | null)[] }>>;

/** A question about one page, and about the whole workspace. */
export interface Question extends Omit<Asked, 'filters' | 'audience'> {
  place: Place;
  audienceId: string | undefined;
  filters: Wanted;
  /** Milliseconds since 1970; undefined leaves the side open. */
  start: number | undefined;
  end: number | undefined;
}

/** What a look asks for of the sessions that there are; undefined for a range that is none. */
export function questionOf(model: Model, places: Place[], { start, end, asked }: Look): Question | undefined {
  const sessions = [...model.sessions.values()];
  const timeOf = (limit: typeof start) => {
    if (typeof limit !== 'object') return limit === undefined ? undefined : epoch + limit;
    return (sessions[limit.session % sessions.length]?.start ?? epoch) + limit.ms;
  };
  const range = { start: timeOf(start), end: timeOf(end) };
  if (range.start !== undefined && range.end !== undefined && range.start >= range.end) return undefined;
  const place = places[asked.page % places.length] as Place;
  return {
    ...asked,
    ...range,
    place,
    audienceId: asked.audience === undefined ? undefined : place.audiences[asked.audience],
    filters: Object.fromEntries(
      asked.filters.map(([name, picks, isNot]) => {
        const known = [...new Set(sessions.map((session) => valueIn(session, name)))].filter(
          (value) => value !== null,
        );
        const valueAt = (pick: number | undefined) =>
          (pick === undefined ? undefined : known[pick % known.length]) ?? 'of none';
        const values = [...new Set(picks.map((pick) => (pick === null ? null : valueAt(pick))))];
        return [name, isNot ? { not: values } : values];
      }),
    ),
  };
}

/** Whether a session has one of the values of each filter, or none of them. */
export const passes = (session: Session, filters: Wanted): boolean =>
  Object.entries(filters).every(([name, wanted]) => {
    const value = valueIn(session, name as Dimension);
    return 'not' in wanted ? !wanted.not.includes(value) : wanted.includes(value);
  });

/** The range of a question. */
export const spanOf = ({ start = 0, end = Number.POSITIVE_INFINITY }: Question) => ({ start, end });

/** The dates of a question, as a query. */
export function datesOf({ start, end }: Pick<Question, 'start' | 'end'>): Record<string, string> {
  return {
    ...(start === undefined ? {} : { startDate: new Date(start).toISOString() }),
    ...(end === undefined ? {} : { endDate: new Date(end).toISOString() }),
  };
}

/** The parameters of filters. */
export const queryOf = (filters: Wanted): [name: string, value: string][] =>
  Object.entries(filters).flatMap(([name, wanted]) => [
    ...('not' in wanted ? wanted.not : wanted).map((value): [string, string] =>
      value === null ? ['unknown', name] : [name, value],
    ),
    ...('not' in wanted ? [['not', name] as [string, string]] : []),
  ]);
