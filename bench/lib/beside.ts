import type { Dimension } from '../../src/vocabulary/dimensions.ts';
import { differenceOf, pageOfValues, routeOf, year } from './cases.ts';
import { datesOf, localRange } from './clock.ts';
import type { Row } from './duckdb.ts';
import {
  audiencesSql,
  breakdownSql,
  countSql,
  firstAudiencesSql,
  pagesSeriesSql,
  pagesSql,
  seriesSql,
  visitorsSql,
  type Which,
} from './duckdb-sql.ts';
import type { Filters } from './raw.ts';
import type { Loaded } from './state.ts';

/** A question that both answer. */
export interface Question {
  name: [what: string, of: string];
  route: string;
  zone: string;
  sql: string;
  /** Why the two answers are not equal; undefined when they are. */
  objection: (answer: Row, rows: Row[]) => string | undefined;
}

interface Asked extends Omit<Which, 'start' | 'end'> {
  of: string;
  zone?: string;
  dates?: typeof year;
}

const month = { startDate: '2026-10-01', endDate: '2026-10-31' };
/** The ranges of who came. */
const ranges = {
  '30 days': month,
  '90 days': { startDate: '2026-08-03', endDate: '2026-10-31' },
  'a year': year,
};

/** The parts of a request that all questions have. */
function partsOf({ of, zone = 'UTC', dates = year, ...which }: Asked) {
  const [start, end] = localRange(zone, dates);
  const path = which.pageId === undefined ? 'analytics' : `pages/${which.pageId}/analytics`;
  return { of, zone, which: { ...which, start, end }, path, query: datesOf({ start, end }) };
}

const dateOf = (value: unknown) => new Date(Number(value)).toISOString();

const stepOf = (row: Row): Row => ({ ...row, start: dateOf(row.start), end: dateOf(row.end) });

/** A series: the last row has the total. */
function stepsOf(rows: Row[]) {
  const { start: _, end: __, ...total } = rows.at(-1) ?? {};
  return { items: rows.slice(0, -1).map(stepOf), total };
}

function series(asked: Asked): Question {
  const { of, zone, which, path, query } = partsOf(asked);
  const days = asked.dates === undefined ? 'a year by day' : '30 days by day';
  return {
    name: [`${days}, ${zone}`, of],
    zone,
    sql: seriesSql(which, zone),
    route: routeOf(
      `${path}/timeseries`,
      { ...query, interval: 'day', timezone: zone, audienceId: which.audienceId },
      which.filters,
    ),
    objection: (answer, rows) => differenceOf(answer, stepsOf(rows)),
  };
}

/** The series of all pages together, and the visits of each page. */
function pagesSeries(asked: Asked): Question {
  const { of, zone, which, path, query } = partsOf(asked);
  return {
    name: [`a year of both pages by day, ${zone}`, of],
    zone,
    sql: pagesSeriesSql(which, zone),
    route: routeOf(`${path}/timeseries`, { ...query, interval: 'day', timezone: zone }, which.filters),
    objection: (answer, rows) => {
      const { '': all = [], ...pages } = Object.groupBy(rows, ({ page }) => String(page));
      return differenceOf(answer, {
        ...stepsOf(all.map(({ page: _, visits: __, ...row }) => row)),
        pages: Object.entries(pages).map(([pageId, steps = []]) => ({
          pageId,
          totalSessions: steps.map(({ totalSessions }) => totalSessions),
        })),
      });
    },
  };
}

/** The rows of the first groups, with the name of their key, and the row of the others. */
function ranked(rows: Row[], name: string, limit: number) {
  const items = rows.flatMap(({ place, key, ...figures }) =>
    Number(place) > limit ? [] : [{ [name]: key, ...figures }],
  );
  const [other = null] = rows.flatMap(({ place, key, ...figures }) =>
    Number(place) > limit ? [figures] : [],
  );
  return { items, other };
}

/** As `ranked`, with the total, which is the row without a place. */
function rankedWithTotal(rows: Row[], name: string, limit: number) {
  const { place: _, key: __, ...total } = rows.at(-1) ?? {};
  return { ...ranked(rows.slice(0, -1), name, limit), total };
}

function breakdown(by: Dimension, asked: Asked, range = 'a year'): Question {
  const { of, zone, which, path, query } = partsOf(asked);
  const also = { by, audienceId: which.audienceId, limit: String(pageOfValues) };
  return {
    name: [`${range} by ${by}`, of],
    zone,
    sql: breakdownSql(by, which, pageOfValues),
    route: routeOf(`${path}/breakdown`, { ...query, ...also }, which.filters),
    objection: (answer, rows) => {
      // The cursor is a text of the service, which DuckDB cannot know.
      const { nextCursor, ...rest } = answer;
      const found = ranked(rows, 'value', pageOfValues);
      const hasMore = found.other !== null;
      return differenceOf(
        { ...rest, hasCursor: nextCursor !== null },
        { ...found, unlisted: null, hasMore, hasCursor: hasMore },
      );
    },
  };
}

const withoutNull = ({ audienceId, ...figures }: Row): Row =>
  audienceId === null ? figures : { audienceId, ...figures };

/** All audiences, or with a limit the first of them by their visits. */
function audiences(asked: Asked & { pageId: string }, limit?: number): Question {
  const { of, zone, which, path, query } = partsOf(asked);
  const first = { sort: '-totalSessions', limit: String(limit) };
  const what = limit === undefined ? 'audiences of a year' : `first ${limit} audiences of a year`;
  const ofPage = { ...which, pageId: asked.pageId };
  return {
    name: [what, of],
    zone,
    sql: limit === undefined ? audiencesSql(ofPage) : firstAudiencesSql(ofPage, limit),
    route: routeOf(`${path}/audiences`, { ...query, ...(limit && first) }, which.filters),
    // Which of the audiences converts best is no sum.
    objection: ({ comparison: _, ...answer }, rows) =>
      differenceOf(
        answer,
        limit === undefined ? { items: rows.map(withoutNull) } : rankedWithTotal(rows, 'audienceId', limit),
      ),
  };
}

function pages(asked: Asked): Question {
  const { of, zone, which, path, query } = partsOf(asked);
  return {
    name: ['pages of a year', of],
    zone,
    sql: pagesSql(which),
    route: routeOf(`${path}/pages`, query, which.filters),
    objection: (answer, rows) => {
      const { pageId: _, ...total } = rows.at(-1) ?? {};
      return differenceOf(answer, { items: rows.slice(0, -1), other: null, total });
    },
  };
}

/** The total of a list, which is asked for with one session. */
function total(asked: Asked & { pageId: string }): Question {
  const { of, zone, which, query } = partsOf(asked);
  return {
    name: ['totalCount of a list of a year', of],
    zone,
    sql: countSql(which),
    route: routeOf(
      `pages/${asked.pageId}/audience_sessions`,
      { ...query, audienceId: which.audienceId, limit: '1' },
      which.filters,
    ),
    objection: (answer, rows) => differenceOf({ totalCount: answer.totalCount }, { ...rows[0] }),
  };
}

const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Who came, the first of them by their visits. */
function visitors(kind: 'account' | 'person', asked: Asked, range: string): Question {
  const { of, zone, which, path, query } = partsOf(asked);
  return {
    name: [`${kind}s of ${range}`, of],
    zone,
    sql: visitorsSql(kind, which, pageOfValues),
    route: routeOf(`${path}/${kind}s`, { ...query, limit: String(pageOfValues) }, which.filters),
    objection: (answer, rows) => {
      const { nextCursor: _, hasMore: __, ...rest } = answer;
      const {
        item = [],
        total,
        unknown,
        found,
      } = Object.groupBy(rows.map(withoutNulls), ({ key }) => String(key));
      const figures = ({ key: _key, ...row }: Row = {}) => row;
      return differenceOf(rest, {
        items: item.map(({ key: _key, place: _place, id, firstVisitAt, lastVisitAt, ...row }) => ({
          [`${kind}Id`]: id,
          ...row,
          firstVisitAt: dateOf(firstVisitAt),
          lastVisitAt: dateOf(lastVisitAt),
        })),
        ...figures(found?.[0]),
        total: figures(total?.[0]),
        unknown: figures(unknown?.[0]),
      });
    },
  };
}

/** Who came, and by which links, of several ranges. */
const whoCame = (pageId: string, filters: Filters): Question[] =>
  Object.entries(ranges).flatMap(([range, dates]) =>
    [
      { of: '–', dates },
      { of: 'country DE, browser Safari', dates, filters },
    ].flatMap((asked) => [
      visitors('account', asked, range),
      visitors('person', asked, range),
      breakdown('pageLinkId', { ...asked, pageId }, range),
    ]),
  );

/** What both are asked. */
export function questionsOf({ pageId, audienceIds, second, accounts }: Loaded): Question[] {
  const [audienceId] = audienceIds;
  const all = { of: '–', pageId };
  const largest = { of: 'the largest audience', pageId, audienceId };
  const two: Filters = { country: ['DE'], browser: ['Safari'] };
  const filtered = { of: 'country DE, browser Safari', pageId, filters: two };
  const both = { of: `${largest.of}, ${filtered.of}`, pageId, audienceId, filters: two };
  const unknown = { of: 'no country', pageId, filters: { country: [null] } };
  const zone = 'Europe/Berlin';
  return [
    ...[all, largest, filtered, both, unknown].flatMap((asked) => [
      series(asked),
      series({ ...asked, zone }),
    ]),
    ...[all, both].map((asked) => series({ ...asked, zone, dates: month })),
    breakdown('country', all),
    breakdown('landingPath', all),
    breakdown('utmTerm', all),
    breakdown('utmTerm', largest),
    breakdown('referrer', filtered),
    breakdown('referrer', both),
    breakdown('country', { of: 'both pages' }),
    audiences(all),
    audiences(all, 50),
    audiences(filtered, 50),
    audiences({ of: `the page with ${second.audienceIds.length}`, pageId: second.pageId }, 50),
    pages({ of: '–' }),
    pages({ of: filtered.of, filters: two }),
    pagesSeries({ of: '–', zone }),
    pagesSeries({ of: filtered.of, zone, filters: two }),
    ...[all, filtered, both, unknown].map(total),
    ...(accounts ? whoCame(pageId, two) : []),
  ];
}
