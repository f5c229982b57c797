import { isDeepStrictEqual } from 'node:util';
import { encodeCursor, type List } from '../../src/lib/cursor.ts';
import type { AudienceAnalytics } from '../../src/sessions/analytics-schemas.ts';
import type { AudienceSession } from '../../src/sessions/schemas.ts';
import { analyticsRanges, listRanges } from './ranges.ts';
import type { Facts, RawSessions } from './raw.ts';
import type { Loaded } from './state.ts';

/** A request, the rows that it may read, and the answer that the raw sessions give. */
export interface Case {
  name: string[];
  route: string;
  limit: number;
  /** Why an answer is wrong; undefined when it is correct. */
  objection: (answer: unknown) => string | undefined;
}

const routeOf = (pageId: string, rest: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/v0/pages/${pageId}/${rest}?${new URLSearchParams(given)}`;
};

/** Every combination of filters, for the start of the list and for its middle, 100 sessions per page. */
export function listCases(raw: RawSessions, { pageId, audienceIds }: Loaded): Case[] {
  const audiences = [
    { of: '–', audienceId: undefined },
    { of: 'the largest', audienceId: audienceIds.at(0) },
    { of: 'the smallest', audienceId: audienceIds.at(-1) },
  ];
  const filters = listRanges(raw).flatMap((range) =>
    audiences.map((audience) => ({ ...range, ...audience })),
  );
  return filters.flatMap(({ dates, of, range, audienceId }) => {
    const total = raw.count({ ...range, audienceId });
    return [undefined, Math.floor(total / 2)].map((before) => {
      const place = before === undefined ? undefined : raw.placeOf({ ...range, audienceId }, before);
      const ids = raw.ids({ ...range, audienceId }, 100, place);
      const scope = ['audience_sessions', pageId, audienceId, range.startDate, range.endDate] as const;
      const cursor = place && encodeCursor(scope, `${place.startedAt}.${place.id}`);
      return {
        name: [dates, of, before === undefined ? 'first' : `after ${before + 1}`],
        route: routeOf(pageId, 'audience_sessions', { ...range, audienceId, cursor, limit: '100' }),
        limit: 2000,
        objection: (answer: unknown) => {
          const { items, totalCount } = answer as List<AudienceSession>;
          if (totalCount !== total) return `totalCount is ${totalCount}, not ${total}`;
          const found = items.map(({ analyticsSessionId }) => analyticsSessionId);
          return isDeepStrictEqual(found, ids) ? undefined : 'other sessions than in the table';
        },
      };
    });
  });
}

const ratio = (part: number, of: number) => (of === 0 ? 0 : part / of);
/** The two sides add floats in a different order, so averages may differ slightly. */
const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** The fields of an item that can be computed from the raw sessions. */
const itemOf = (facts: Facts | undefined): Omit<AudienceAnalytics, 'audienceId'> => ({
  totalSessions: facts?.sessions ?? 0,
  avgInteractionsPerSession: ratio(facts?.interactions ?? 0, facts?.sessions ?? 0),
  avgScrollDepthPercentage: facts?.avgScroll ?? 0,
  avgTimeSpentSeconds: facts?.avgSeconds ?? 0,
  bounceRate: ratio(facts?.bounces ?? 0, facts?.closed ?? 0),
  conversionRate: ratio(facts?.conversions ?? 0, facts?.sessions ?? 0),
  formSubmitRate: ratio(facts?.formSubmits ?? 0, facts?.sessions ?? 0),
  bounceCount: facts?.bounces ?? 0,
  bounceEligibleSessions: facts?.closed ?? 0,
  conversionCount: facts?.conversions ?? 0,
  ctaSessions: facts?.ctaSessions ?? 0,
  formSubmitCount: facts?.formSubmits ?? 0,
});

function objectionTo(items: AudienceAnalytics[], facts: Facts[], audienceIds: string[]): string | undefined {
  const known = new Map(facts.map((row) => [row.audienceId, row]));
  const expected = [...audienceIds, ...(known.has(null) ? [null] : [])];
  if (items.length !== expected.length) return `${items.length} items, not ${expected.length}`;
  for (const audienceId of expected) {
    const item = items.find((one) => (one.audienceId ?? null) === audienceId);
    for (const [name, value] of Object.entries(itemOf(known.get(audienceId)))) {
      const found = Number(item?.[name as keyof AudienceAnalytics]);
      const isEqual = Number.isInteger(value) ? found === value : near(found, value);
      if (!isEqual) return `${name} of ${audienceId} is ${found}, not ${value}`;
    }
  }
  return undefined;
}

export function analyticsCases(raw: RawSessions, { pageId, audienceIds }: Loaded): Case[] {
  return analyticsRanges(raw).map(({ range, limit, ...dates }) => {
    const facts = raw.facts(dates);
    return {
      name: [range, String(facts.reduce((sum, { sessions }) => sum + sessions, 0))],
      route: routeOf(pageId, 'analytics/audiences', { ...dates }),
      limit,
      objection: (answer: unknown) =>
        objectionTo((answer as { items: AudienceAnalytics[] }).items, facts, audienceIds),
    };
  });
}
