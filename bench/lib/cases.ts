import { isDeepStrictEqual } from 'node:util';
import type { Breakdown } from '../../src/analytics/breakdown-schemas.ts';
import type { Timeseries, WorkspaceTimeseries } from '../../src/analytics/schemas.ts';
import { type CursorBinding, encodeCursor, type List } from '../../src/lib/cursor.ts';
import { each } from '../../src/lib/each.ts';
import type { AudienceSession } from '../../src/visits/sessions/schemas.ts';
import { type Figures, figureNames } from '../../src/vocabulary/measures.ts';
import { datesOf, type Interval, localRange, stepsOf, zones } from './clock.ts';
import { type Column, type Limit, type LimitOf, ofCount, ofMeasures, ofSums } from './limits.ts';
import { analyticsRanges, listRanges, type NamedRange, secondRanges, seriesRanges } from './ranges.ts';
import {
  columnOf,
  type Dimension,
  type Facts,
  type Filters,
  less,
  none,
  type RawSession,
  type RawSessions,
  type Selection,
  shownIds,
} from './raw.ts';
import type { LoadedPage } from './state.ts';

/** A request, and why its answer is wrong; undefined when it is correct. */
export interface Asked {
  route: string;
  objection: (answer: unknown) => string | undefined;
}

/** A line of a table: requests, and what each may cost. */
export interface Case {
  name: string[];
  limit: Limit;
  asked: Asked[];
}

/** A page with its sessions, and what answers about it may cost. */
export interface Scene {
  raw: RawSessions;
  page: LoadedPage;
  limitOf: LimitOf;
}

type Query = Record<string, string | undefined>;

/** The address of a request. */
export function routeOf(path: string, query: Query, filters: Filters = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.append(name, value);
  for (const [name, values] of Object.entries(filters))
    for (const value of values) params.append(value === null ? 'unknown' : name, value ?? name);
  return `/v0/${path}?${params}`;
}

/** Filters as a user combines them: their names are in the order of src/vocabulary/dimensions.ts, as cursors have them. */
const someFilters: { of: string; filters: Filters }[] = [
  { of: 'country US', filters: { country: ['US'] } },
  { of: 'landingPath …/product-20', filters: { landingPath: ['/landing/product-20'] } },
  { of: 'utmTerm …150 seats', filters: { utmTerm: ['price of 150 seats'] } },
  { of: 'country AT or DE', filters: { country: ['AT', 'DE'] } },
  { of: 'country DE, browser Safari', filters: { country: ['DE'], browser: ['Safari'] } },
  { of: 'no country', filters: { country: [null] } },
  { of: 'utmTerm …9 seats or none', filters: { utmTerm: ['price of 9 seats', null] } },
  { of: 'a country without visits', filters: { country: ['XX'] } },
];

const columnsIn = ({ audienceId, filters = {} }: Selection): Column[] => [
  ...(audienceId === undefined ? [] : (['audience_id'] as const)),
  ...(Object.keys(filters) as Dimension[]).map((name) => columnOf[name]),
];

const pageSize = 100;
/** The sessions that a filtered list looks at before it looks for others. Each is read, kept and compared with values. */
const lookedAt = 400;
const valuesIn = (filters: Filters = {}) => Object.values(filters).flat().length;

interface ListPage {
  /** All sessions of the list. */
  found: RawSession[];
  from: number;
  binding: CursorBinding;
}

const cursorAt = (binding: CursorBinding, place: RawSession | undefined) =>
  place && encodeCursor(binding, `${place.at}.${place.id}`);

function listObjection({ found, from, binding }: ListPage) {
  const shown = found.slice(from, from + pageSize);
  const hasMore = found.length > from + pageSize;
  const expected = {
    ids: shownIds(shown),
    hasMore,
    nextCursor: hasMore ? cursorAt(binding, shown.at(-1)) : null,
    totalCount: found.length,
  };
  return (answer: unknown) => {
    const { items, ...rest } = answer as List<AudienceSession>;
    const ids = items.map(({ analyticsSessionId }) => analyticsSessionId);
    return differenceOf({ ids, ...rest }, expected);
  };
}

const audiencesOf = ({ audienceIds }: LoadedPage) => [
  { of: '–', audienceId: undefined },
  { of: 'the largest', audienceId: audienceIds.at(0) },
  { of: 'the smallest', audienceId: audienceIds.at(-1) },
];

interface ListCase extends Selection {
  name: string[];
  from: number;
  /** Other parameters of the request, and what a cursor says of them. */
  also?: { query: Query; state: object } | undefined;
}

const noState = { status: null, hasConversion: null, hasFormSubmit: null };

function listCase({ raw, page, limitOf }: Scene, { name, from, also, ...selection }: ListCase): Case {
  const { start, end, audienceId, filters } = selection;
  const found = raw.select(selection).reverse();
  const dates = datesOf({ start, end });
  const isFiltered = filters !== undefined || also !== undefined;
  const binding: CursorBinding = [
    ...(['audience_sessions', page.pageId, audienceId, dates.startDate, dates.endDate] as const),
    ...(isFiltered ? [undefined, JSON.stringify([filters ?? {}, also?.state ?? noState])] : []),
  ];
  const query = {
    ...dates,
    audienceId,
    ...also?.query,
    limit: String(pageSize),
    cursor: cursorAt(binding, found[from - 1]),
  };
  const isLooked = isFiltered || audienceId !== undefined;
  const limit = limitOf(selection, isLooked ? [...ofCount, 'flags', ...columnsIn(selection)] : ofSums);
  return {
    name,
    // Sessions that are not among the newest are read by their starts, in another round trip. These starts may have to
    // be read in older blocks first.
    limit: {
      trips: limit.trips + 2 * Number(isLooked),
      rows: limit.rows + (isLooked ? lookedAt * (2 + valuesIn(filters)) + 5 * pageSize : pageSize + 1),
    },
    asked: [
      {
        route: routeOf(`pages/${page.pageId}/audience_sessions`, query, filters),
        objection: listObjection({ found, from, binding }),
      },
    ],
  };
}

/** Every combination of dates and audience, for the start of the list and for its middle. */
export const listCases = (scene: Scene): Case[] =>
  listRanges(scene.raw).flatMap(({ dates, ...range }) =>
    audiencesOf(scene.page).flatMap(({ of, audienceId }) => {
      const middle = Math.floor(scene.raw.count({ ...range, audienceId }) / 2);
      return [0, middle].map((from) =>
        listCase(scene, {
          name: [dates, of, from === 0 ? 'first' : `after ${from}`],
          ...range,
          audienceId,
          from,
        }),
      );
    }),
  );

/** Filtered lists: of all dates, and of those up to the peak; the second page where there is one. */
export function filteredCases(scene: Scene): Case[] {
  const [all, , upToPeak] = listRanges(scene.raw);
  const converted = {
    of: 'with a conversion',
    filters: undefined,
    has: 'conversions' as const,
    also: { query: { hasConversion: 'true' }, state: { ...noState, hasConversion: 1 } },
  };
  return [all, upToPeak].flatMap(({ dates, ...range } = { dates: '' }) =>
    [...someFilters, converted].flatMap(({ of: filter, ...rest }) =>
      audiencesOf(scene.page).flatMap(({ of, audienceId }) => {
        const selection = { ...range, audienceId, ...rest };
        const pages = scene.raw.count(selection) > pageSize ? [0, pageSize] : [0];
        return pages.map((from) =>
          listCase(scene, {
            name: [dates, of, filter, from === 0 ? 'first' : `after ${from}`],
            ...selection,
            from,
          }),
        );
      }),
    ),
  );
}

const ratio = (part: number, of: number) => (of === 0 ? 0 : part / of);

/** The figures of facts. Those that the data of the bench does not have are 0. */
const figuresOf = (facts: Facts = none): Figures => ({
  ...each(figureNames, () => 0),
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
export function differenceOf(answer: unknown, expected: object): string | undefined {
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

const totalOf = (raw: RawSessions, selection: Selection): Facts => raw.sums(selection, all).get(0) ?? none;

/** The analytics of audiences: all of them, newest first. */
function everyAudience(raw: RawSessions, audienceIds: string[], selection: Selection) {
  const sums = raw.sums(selection, audienceOf);
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
function firstAudiences(raw: RawSessions, selection: Selection, sort: keyof Figures, limit: number) {
  const items = [...raw.sums(selection, audienceOf)]
    .flatMap(([audienceId, facts]) =>
      audienceId === null ? [] : [{ facts, item: { audienceId, ...figuresOf(facts) } }],
    )
    .sort(({ item: a }, { item: b }) => b[sort] - a[sort] || (a.audienceId < b.audienceId ? 1 : -1))
    .slice(0, limit);
  return {
    items: items.map(({ item }) => item),
    other: otherThan(
      totalOf(raw, selection),
      items.map(({ facts }) => facts),
    ),
    total: figuresOf(totalOf(raw, selection)),
  };
}

interface AudienceCase extends Selection {
  name: string[];
  sort?: keyof Figures | undefined;
}

function audienceCase({ raw, page, limitOf }: Scene, { name, sort, ...selection }: AudienceCase): Case {
  const { pageId, audienceIds } = page;
  const limit = 50;
  const query = sort === undefined ? {} : { sort: `-${sort}`, limit: String(limit) };
  const expected =
    sort === undefined
      ? everyAudience(raw, audienceIds, selection)
      : firstAudiences(raw, selection, sort, limit);
  const { trips, rows } = limitOf(selection, [...ofMeasures, 'audience_id', ...columnsIn(selection)]);
  return {
    name: [...name, String(raw.count(selection))],
    limit: { trips, rows: rows + (sort === undefined ? audienceIds.length : 0) },
    asked: [
      {
        route: routeOf(
          `pages/${pageId}/analytics/audiences`,
          { ...datesOf(selection), ...query },
          selection.filters,
        ),
        objection: (answer) => differenceOf(answer, expected),
      },
    ],
  };
}

const sorts: (keyof Figures)[] = ['totalSessions', 'bounceRate', 'avgTimeSpentSeconds'];

const sortedCases = (scene: Scene, ranges: NamedRange[]): Case[] =>
  ranges.map(({ range, ...dates }, index) => {
    const sort = sorts[index % sorts.length];
    return audienceCase(scene, { name: [range, `-${sort}`], ...dates, sort });
  });

/** The analytics of audiences: every range, all of them and the first by a number; then every filter. */
export function analyticsCases(scene: Scene): Case[] {
  const ranges = analyticsRanges(scene.raw);
  const year = ranges.find(({ range }) => range === 'the year');
  return [
    ...ranges.map(({ range, ...dates }) => audienceCase(scene, { name: [range, '–'], ...dates })),
    ...sortedCases(scene, ranges),
    ...someFilters.map(({ of, filters }) =>
      audienceCase(scene, {
        name: [`the year, ${of}`, '-totalSessions'],
        start: year?.start,
        end: year?.end,
        filters,
        sort: 'totalSessions',
      }),
    ),
  ];
}

/** Analytics of a page with many audiences. */
export const secondCases = (scene: Scene): Case[] => sortedCases(scene, secondRanges());

const datesOfStep = ({ start, end }: { start: number; end: number }) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

const limitsIn = (limitOf: LimitOf, selection: Selection, also: readonly Column[] = []): Limit => {
  const columns = [...columnsIn(selection), ...also];
  return limitOf(selection, columns.length === 0 ? ofSums : [...ofMeasures, ...columns]);
};

/** The largest limits of several ranges. */
const most = (limits: Limit[]): Limit => ({
  trips: Math.max(...limits.map(({ trips }) => trips)),
  rows: Math.max(...limits.map(({ rows }) => rows)),
});

/** The steps of a range of local dates, and its sums in each of them. */
function seriesOf(raw: RawSessions, zone: string, interval: Interval, selection: Selection) {
  const { start = 0, end = 0 } = selection;
  const steps = stepsOf(zone, interval, start, end);
  const stepOf = ({ at }: RawSession) => steps.findLastIndex((step) => step.start <= at);
  const sums = raw.sums(selection, stepOf);
  const items = steps.map((step, index) => ({ ...datesOfStep(step), ...figuresOf(sums.get(index)) }));
  return { items, stepOf };
}

/** Series of every zone: of all visits, of an audience, and with filters. */
export function seriesCases({ raw, page, limitOf }: Scene): Case[] {
  const largest = page.audienceIds.at(0);
  const kinds: ({ of: string } & Selection)[] = [
    { of: '–' },
    { of: 'the largest audience', audienceId: largest },
    ...someFilters,
    { of: 'the largest audience, country AT or DE', audienceId: largest, filters: { country: ['AT', 'DE'] } },
  ];
  return seriesRanges.flatMap(({ range, interval, ...local }) =>
    kinds.map(({ of, ...kind }) => {
      const selections = zones.map((zone) => {
        const [start, end] = localRange(zone, local);
        return { zone, selection: { ...kind, start, end } };
      });
      return {
        name: [interval, range, of],
        limit: most(selections.map(({ selection }) => limitsIn(limitOf, selection))),
        asked: selections.map(({ zone, selection }) => ({
          route: routeOf(
            `pages/${page.pageId}/analytics/timeseries`,
            { ...datesOf(selection), interval, timezone: zone, audienceId: kind.audienceId },
            kind.filters,
          ),
          objection: (answer: unknown) => {
            const { items } = seriesOf(raw, zone, interval, selection);
            const total = figuresOf(totalOf(raw, selection));
            return differenceOf(answer, { items, total } satisfies Timeseries);
          },
        })),
      };
    }),
  );
}

/** The dates of series and breakdowns of a year. */
export const year = { startDate: '2025-11-01', endDate: '2026-10-31' };
/** The values of a page of a breakdown. */
export const pageOfValues = 50;

interface BreakdownCase {
  by: Dimension;
  audienceId?: string | undefined;
  filters?: Filters;
  query?: string;
  /** After how many values the page begins. */
  from?: number;
}

type Group = [value: string | null, facts: Facts];
const byVisits = ([a, x]: Group, [b, y]: Group) =>
  y.sessions - x.sessions || (b === null || (a !== null && a < b) ? -1 : 1);

/** A breakdown of a range, and the cursor with which it is asked for. */
function breakdownOf(
  raw: RawSessions,
  binding: CursorBinding,
  selection: Selection,
  { by, query, from = 0 }: BreakdownCase,
) {
  const isAsked = ([value]: Group) =>
    query === undefined || value?.toLowerCase().includes(query.toLowerCase());
  const groups = [...raw.sums(selection, ({ values }) => values[by])].filter(isAsked).sort(byVisits);
  const shown = groups.slice(from, from + pageOfValues);
  const hasMore = groups.length > from + pageOfValues;
  const cursorOf = (group: Group | undefined) =>
    group && encodeCursor(binding, JSON.stringify([group[1].sessions, group[0]]));
  const expected: Breakdown = {
    items: shown.map(([value, facts]) => ({ value, ...figuresOf(facts) })),
    other: otherThan(
      totalOf(raw, selection),
      shown.map(([, facts]) => facts),
    ),
    unlisted: otherThan(
      totalOf(raw, selection),
      groups.map(([, facts]) => facts),
    ),
    hasMore,
    nextCursor: hasMore ? (cursorOf(shown.at(-1)) ?? null) : null,
  };
  return { cursor: cursorOf(groups[from - 1]), expected };
}

function breakdownCase(
  { raw, limitOf }: Scene,
  pageId: string | undefined,
  name: string[],
  asked: BreakdownCase,
): Case {
  const { by, audienceId, filters, query } = asked;
  const selections = zones.map((zone) => {
    const [start, end] = localRange(zone, year);
    return { zone, selection: { start, end, audienceId, filters } };
  });
  return {
    name,
    limit: most(selections.map(({ selection }) => limitsIn(limitOf, selection, [columnOf[by]]))),
    asked: selections.map(({ zone, selection }) => {
      const { start, end } = selection;
      const binding: CursorBinding = [
        ...(['analytics_breakdown', pageId, audienceId, by, query, `${start}-${end}`] as const),
        JSON.stringify(filters ?? {}),
      ];
      const { cursor } = asked.from ? breakdownOf(raw, binding, selection, asked) : {};
      const path = `${pageId === undefined ? '' : `pages/${pageId}/`}analytics/breakdown`;
      return {
        route: routeOf(
          path,
          {
            ...datesOf({ start, end }),
            timezone: zone,
            audienceId,
            by,
            query,
            cursor,
            limit: String(pageOfValues),
          },
          filters,
        ),
        objection: (answer: unknown) =>
          differenceOf(answer, breakdownOf(raw, binding, selection, asked).expected),
      };
    }),
  };
}

/** Breakdowns of a year in every zone, by three dimensions, with all that a request can have. */
export function breakdownCases(scene: Scene): Case[] {
  const audienceId = scene.page.audienceIds.at(0);
  const of = (name: string[], asked: BreakdownCase) => breakdownCase(scene, scene.page.pageId, name, asked);
  const by: Dimension[] = ['country', 'landingPath', 'utmTerm'];
  return [
    ...by.flatMap((dimension) => [
      of([dimension, '–'], { by: dimension }),
      of([dimension, 'the largest audience'], { by: dimension, audienceId }),
    ]),
    ...someFilters.map(({ of: filter, filters }) => of(['referrer', filter], { by: 'referrer', filters })),
    of(['utmTerm', 'after 50'], { by: 'utmTerm', from: 50 }),
    of(['utmTerm', 'after 100, country AT or DE'], {
      by: 'utmTerm',
      from: 100,
      filters: { country: ['AT', 'DE'] },
    }),
    of(['utmTerm', 'with “5 SEATS”'], { by: 'utmTerm', query: '5 SEATS' }),
  ];
}

/** What is asked of the whole workspace, for a year in every zone. */
export function workspaceCases(scene: Scene): Case[] {
  const breakdowns: [string, BreakdownCase][] = [
    ['by country', { by: 'country' }],
    ['by utmTerm, after 50', { by: 'utmTerm', from: 50 }],
    [
      'by referrer, country DE, browser Safari',
      { by: 'referrer', filters: { country: ['DE'], browser: ['Safari'] } },
    ],
  ];
  const kinds: { of: string; filters?: Filters }[] = [
    { of: '–' },
    { of: 'country AT or DE', filters: { country: ['AT', 'DE'] } },
  ];
  return [
    ...breakdowns.map(([of, asked]) => breakdownCase(scene, undefined, ['breakdown', of], asked)),
    ...kinds.map(({ of, filters }) => pagesCase(scene, of, filters)),
    ...kinds.map(({ of, filters }) => workspaceSeriesCase(scene, of, filters)),
  ];
}

const pageOf = ({ pageId }: RawSession) => pageId;

function pagesCase({ raw, limitOf }: Scene, of: string, filters: Filters | undefined): Case {
  const [start, end] = localRange('Europe/Berlin', year);
  const selection = { start, end, filters };
  const expected = {
    items: [...raw.sums(selection, pageOf)]
      .sort(([, a], [, b]) => b.sessions - a.sessions)
      .map(([pageId, facts]) => ({ pageId, ...figuresOf(facts) })),
    other: null,
    total: figuresOf(totalOf(raw, selection)),
  };
  return {
    name: ['pages', of],
    limit: limitsIn(limitOf, selection, ['page']),
    asked: [
      {
        route: routeOf('analytics/pages', datesOf(selection), filters),
        objection: (answer) => differenceOf(answer, expected),
      },
    ],
  };
}

/** By day. It asks two questions: the sums, and how many visits each page has. */
function workspaceSeriesCase({ raw, limitOf }: Scene, of: string, filters: Filters | undefined): Case {
  const [zone, interval] = ['Asia/Kathmandu', 'day'] as const;
  const [start, end] = localRange(zone, year);
  const selection = { start, end, filters };
  const expected = (): WorkspaceTimeseries => {
    const { items, stepOf } = seriesOf(raw, zone, interval, selection);
    const sums = raw.sums(selection, (session) => `${session.pageId} ${stepOf(session)}`);
    const pages = [...raw.sums(selection, pageOf)].sort(([, a], [, b]) => b.sessions - a.sessions);
    return {
      items,
      total: figuresOf(totalOf(raw, selection)),
      pages: pages.map(([pageId]) => ({
        pageId,
        totalSessions: items.map((_, step) => sums.get(`${pageId} ${step}`)?.sessions ?? 0),
      })),
    };
  };
  const limits = [limitsIn(limitOf, selection), limitsIn(limitOf, selection, ['page'])];
  const sumOf = (name: keyof Limit) => limits.reduce((sum, limit) => sum + limit[name], 0);
  return {
    name: ['timeseries by day', of],
    // Both questions share the bytes of a round trip.
    limit: { trips: sumOf('trips'), rows: 2 * sumOf('rows') },
    asked: [
      {
        route: routeOf('analytics/timeseries', { ...datesOf(selection), interval, timezone: zone }, filters),
        objection: (answer) => differenceOf(answer, expected()),
      },
    ],
  };
}
