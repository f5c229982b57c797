import { isDeepStrictEqual } from 'node:util';
import type { Figures, Timeseries } from '../../src/analytics/schemas.ts';
import { encodeCursor, type List } from '../../src/lib/cursor.ts';
import type { AudienceSession } from '../../src/sessions/schemas.ts';
import { datesOf, localRange, stepsOf, zones } from './clock.ts';
import { analyticsRanges, listRanges, type NamedRange, secondRanges, seriesRanges } from './ranges.ts';
import { type Dimension, type Facts, less, none, type RawSessions, type Selection, shownIds } from './raw.ts';
import type { LoadedPage } from './state.ts';

/** A request, and why its answer is wrong; undefined when it is correct. */
export interface Asked {
  route: string;
  objection: (answer: unknown) => string | undefined;
}

/** A line of a table: requests, and the rows that each may read. */
export interface Case {
  name: string[];
  limit: number;
  asked: Asked[];
}

const routeOf = (pageId: string, rest: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/v0/pages/${pageId}/${rest}?${new URLSearchParams(given)}`;
};

const pageSize = 100;
/** The most sessions that a page of a filtered list looks at. */
const lookedAt = 2000;
/** The most rows that any answer may read, besides the sessions that are not rolled up. */
const mostRows = 5000;

function listObjection(total: number, ids: string[]) {
  return (answer: unknown) => {
    const { items, totalCount } = answer as List<AudienceSession>;
    if (totalCount !== total) return `totalCount is ${totalCount}, not ${total}`;
    const found = items.map(({ analyticsSessionId }) => analyticsSessionId);
    return isDeepStrictEqual(found, ids) ? undefined : 'other sessions than in the table';
  };
}

/** Every combination of dates and audience, for the start of the list and for its middle. */
export function listCases(raw: RawSessions, { pageId, audienceIds }: LoadedPage, tail: number): Case[] {
  const audiences = [
    { of: '–', audienceId: undefined },
    { of: 'the largest', audienceId: audienceIds.at(0) },
    { of: 'the smallest', audienceId: audienceIds.at(-1) },
  ];
  const filters = listRanges(raw).flatMap((range) =>
    audiences.map((audience) => ({ ...range, ...audience })),
  );
  return filters.flatMap(({ dates, of, start, end, audienceId }) => {
    const found = raw.select({ start, end, audienceId }).reverse();
    return [0, Math.floor(found.length / 2)].map((from) => {
      const range = datesOf({ start, end });
      const place = found[from - 1];
      const scope = ['audience_sessions', pageId, audienceId, range.startDate, range.endDate] as const;
      const cursor = place && encodeCursor(scope, `${place.at}.${place.id}`);
      const ids = shownIds(found.slice(from, from + pageSize));
      return {
        name: [dates, of, from === 0 ? 'first' : `after ${from}`],
        limit: mostRows + tail,
        asked: [
          {
            route: routeOf(pageId, 'audience_sessions', {
              ...range,
              audienceId,
              cursor,
              limit: String(pageSize),
            }),
            objection: listObjection(found.length, ids),
          },
        ],
      };
    });
  });
}

/** Lists of a value of a dimension: the first page of all dates, and of those up to the peak. */
export function filteredCases(raw: RawSessions, { pageId, audienceIds }: LoadedPage, tail: number): Case[] {
  const filters: { dimension: Dimension; value: string }[] = [
    { dimension: 'country', value: 'US' },
    { dimension: 'landingPath', value: '/landing/product-20' },
    { dimension: 'utmTerm', value: 'price of 150 seats' },
  ];
  const [all, , upToPeak] = listRanges(raw);
  return [all, upToPeak].flatMap((range) =>
    filters.flatMap((filter) =>
      [undefined, audienceIds.at(0)].map((audienceId) => {
        const { dates = '', start, end } = range ?? {};
        const looked = raw.select({ start, end, audienceId }).reverse().slice(0, lookedAt);
        const passing = looked.filter(({ values }) => values[filter.dimension] === filter.value);
        return {
          name: [
            dates,
            audienceId === undefined ? '–' : 'the largest',
            `${filter.dimension} ${filter.value}`,
          ],
          limit: mostRows + tail,
          asked: [
            {
              route: routeOf(pageId, 'audience_sessions', {
                ...datesOf({ start, end }),
                audienceId,
                [filter.dimension]: filter.value,
                limit: String(pageSize),
              }),
              objection: listObjection(
                raw.count({ start, end, audienceId, filter }),
                shownIds(passing.slice(0, pageSize)),
              ),
            },
          ],
        };
      }),
    ),
  );
}

const ratio = (part: number, of: number) => (of === 0 ? 0 : part / of);

const figuresOf = (facts: Facts = none): Figures => ({
  totalSessions: facts.sessions,
  avgInteractionsPerSession: ratio(facts.interactions, facts.sessions),
  avgScrollDepthPercentage: ratio(facts.scrollDepth, facts.scrolled * 100),
  avgTimeSpentSeconds: ratio(facts.engagedMs, facts.timed * 1000),
  bounceRate: ratio(facts.bounces, facts.closed),
  conversionRate: ratio(facts.conversions, facts.sessions),
  formSubmitRate: ratio(facts.formSubmits, facts.sessions),
  bounceCount: facts.bounces,
  bounceEligibleSessions: facts.closed,
  conversionCount: facts.conversions,
  ctaSessions: facts.ctaSessions,
  formSubmitCount: facts.formSubmits,
});

/** Where an answer differs from the expected one. All sums are of integers, so every number is equal. */
function differenceOf(answer: unknown, expected: object): string | undefined {
  if (isDeepStrictEqual(answer, expected)) return undefined;
  const lines = (value: unknown) => JSON.stringify(value, null, 1).split('\n');
  const [found, wanted] = [lines(answer), lines(expected)];
  const at = wanted.findIndex((line, index) => line !== found[index]);
  return `line ${at} is ${found[at]}, not ${wanted[at]}`;
}

/** The others of a list; null if there are none. */
const otherThan = (all: Facts, some: Facts[]) => {
  const rest = less(all, some);
  return rest.sessions === 0 ? null : figuresOf(rest);
};

const audienceOf = ({ audienceId }: { audienceId: string | null }) => audienceId;
const all = () => 0;

/** The analytics of audiences: all of them, newest first. */
function everyAudience(raw: RawSessions, audienceIds: string[], range: Selection) {
  const sums = raw.sums(range, audienceOf);
  const others = sums.get(null);
  return {
    items: [
      ...audienceIds
        .toSorted((a, b) => (a < b ? 1 : -1))
        .map((audienceId) => ({ audienceId, ...figuresOf(sums.get(audienceId)) })),
      ...(others ? [figuresOf(others)] : []),
    ],
  };
}

/** The first audiences by a number, and all others. */
function firstAudiences(raw: RawSessions, range: Selection, sort: keyof Figures, limit: number) {
  const sums = raw.sums(range, audienceOf);
  const items = [...sums]
    .flatMap(([audienceId, facts]) =>
      audienceId === null ? [] : [{ facts, item: { audienceId, ...figuresOf(facts) } }],
    )
    .sort(({ item: a }, { item: b }) => b[sort] - a[sort] || (a.audienceId < b.audienceId ? 1 : -1))
    .slice(0, limit);
  const total = raw.sums(range, all).get(0) ?? none;
  return {
    items: items.map(({ item }) => item),
    other: otherThan(
      total,
      items.map(({ facts }) => facts),
    ),
  };
}

const sorts: (keyof Figures)[] = ['totalSessions', 'bounceRate', 'avgTimeSpentSeconds'];

interface AnalyticsPage {
  raw: RawSessions;
  loaded: LoadedPage;
  /** The rows that an answer for a range may read. */
  limitOf: (range: Selection) => number;
}

function audienceCases({ raw, loaded, limitOf }: AnalyticsPage, ranges: NamedRange[], isLimited: boolean) {
  const { pageId, audienceIds } = loaded;
  return ranges.map(({ range, ...dates }, index): Case => {
    const [sort = 'totalSessions', limit] = [sorts[index % sorts.length], 50];
    const query = isLimited ? { sort: `-${sort}`, limit: String(limit) } : {};
    const expected = isLimited
      ? firstAudiences(raw, dates, sort, limit)
      : everyAudience(raw, audienceIds, dates);
    return {
      name: [range, isLimited ? `-${sort}` : '–', String(raw.count(dates))],
      limit: limitOf(dates),
      asked: [
        {
          route: routeOf(pageId, 'analytics/audiences', { ...datesOf(dates), ...query }),
          objection: (answer) => differenceOf(answer, expected),
        },
      ],
    };
  });
}

export function analyticsCases(raw: RawSessions, loaded: LoadedPage, tail: number): Case[] {
  const page = { raw, loaded, limitOf: () => mostRows + tail };
  const ranges = analyticsRanges(raw);
  return [...audienceCases(page, ranges, false), ...audienceCases(page, ranges, true)];
}

/** Analytics of a page with many audiences: at most a row for each one that had visits in the range. */
export function secondCases(raw: RawSessions, loaded: LoadedPage, tail: number): Case[] {
  const limitOf = (range: Selection) => raw.sums(range, audienceOf).size + tail;
  return audienceCases({ raw, loaded, limitOf }, secondRanges(), true);
}

/** Series of every zone: of all visits, of an audience, and of a value of a dimension. */
export function seriesCases(raw: RawSessions, { pageId, audienceIds }: LoadedPage, tail: number): Case[] {
  const kinds: { of: string; audienceId?: string | undefined; filter?: Selection['filter'] }[] = [
    { of: '–' },
    { of: 'the largest audience', audienceId: audienceIds.at(0) },
    { of: 'country US', filter: { dimension: 'country', value: 'US' } },
    { of: 'utmTerm …150 seats', filter: { dimension: 'utmTerm', value: 'price of 150 seats' } },
  ];
  return seriesRanges.flatMap(({ range, interval, ...local }) =>
    kinds.map(({ of, audienceId, filter }) => ({
      name: [interval, range, of],
      limit: mostRows + tail,
      asked: zones.map((timezone) => {
        const [start, end] = localRange(timezone, local);
        const steps = stepsOf(timezone, interval, start, end);
        const stepOf = ({ at }: { at: number }) => steps.findLastIndex((step) => step.start <= at);
        const expected = (): Timeseries => {
          const sums = raw.sums({ start, end, audienceId, filter }, stepOf);
          return {
            items: steps.map((step, index) => ({ ...datesOfStep(step), ...figuresOf(sums.get(index)) })),
          };
        };
        const value = filter && { [filter.dimension]: filter.value };
        return {
          route: routeOf(pageId, 'analytics/timeseries', {
            ...datesOf({ start, end }),
            interval,
            timezone,
            audienceId,
            ...value,
          }),
          objection: (answer: unknown) => differenceOf(answer, expected()),
        };
      }),
    })),
  );
}

const datesOfStep = ({ start, end }: { start: number; end: number }) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** Breakdowns of a year in every zone, by three dimensions, of all visits and of an audience. */
export function breakdownCases(raw: RawSessions, { pageId, audienceIds }: LoadedPage, tail: number): Case[] {
  const local = { startDate: '2025-11-01', endDate: '2026-10-31' };
  const limit = 50;
  const by: Dimension[] = ['country', 'landingPath', 'utmTerm'];
  return by.flatMap((dimension) =>
    [undefined, audienceIds.at(0)].map((audienceId) => ({
      name: [dimension, audienceId === undefined ? '–' : 'the largest'],
      limit: mostRows + tail,
      asked: zones.map((timezone) => {
        const [start, end] = localRange(timezone, local);
        const selection = { start, end, audienceId };
        const expected = () => {
          const sums = [...raw.sums(selection, ({ values }) => values[dimension])].sort(
            ([a, x], [b, y]) => y.sessions - x.sessions || (b === null || (a !== null && a < b) ? -1 : 1),
          );
          const items = sums.slice(0, limit);
          const total = raw.sums(selection, all).get(0) ?? none;
          return {
            items: items.map(([value, facts]) => ({ value, ...figuresOf(facts) })),
            other: otherThan(
              total,
              items.map(([, facts]) => facts),
            ),
          };
        };
        return {
          route: routeOf(pageId, 'analytics/breakdown', {
            ...datesOf({ start, end }),
            timezone,
            audienceId,
            by: dimension,
          }),
          objection: (answer: unknown) => differenceOf(answer, expected()),
        };
      }),
    })),
  );
}
