import { idleTime } from '../../src/analytics/lifetime.ts';
import { each } from '../../src/lib/each.ts';
import type { Dimension } from '../../src/vocabulary/dimensions.ts';
import { type Figures, figureNames } from '../../src/vocabulary/measures.ts';
import { type Facts, type Filters, sumNames } from './raw.ts';

// The questions of the analytics in DuckDB's SQL. It shares nothing with the service but names.

/** The column of a dimension. */
export const columnOf = (name: Dimension): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns that say who came: as the recipient, and by a form. */
export const cameBy = {
  account: ['recipient_account_id', 'account_id'],
  person: ['recipient_person_id', 'person_id'],
} as const;

const isPending = `is_tracked AND last_active_at > (now() AT TIME ZONE 'UTC') - INTERVAL ${idleTime} MILLISECONDS`;
const isCompleted = `NOT has_failed AND NOT (${isPending})`;
const isActive = '(clicks > 0 OR questions > 0 OR has_form_submit OR has_conversion)';

const sums: Record<keyof Facts, string> = {
  sessions: 'count(*)',
  closed: `count_if(${isCompleted} AND (engaged_ms IS NOT NULL OR ${isActive}))`,
  bounces: `count_if(${isCompleted} AND engaged_ms < 10000 AND NOT ${isActive})`,
  conversions: 'count_if(has_conversion)',
  formSubmits: 'count_if(has_form_submit)',
  ctaSessions: 'count_if(clicks > 0)',
  interactions: 'sum(clicks + questions)',
  scrollDepth: 'sum(max_scroll_depth)',
  scrolled: 'count(max_scroll_depth)',
  engagedMs: 'sum(engaged_ms)',
  timed: 'count(engaged_ms)',
};
const sumsSql = sumNames.map((name) => `${sums[name]} AS ${name}`).join(', ');
const sumsOfSums = sumNames.map((name) => `sum(${name}) AS ${name}`).join(', ');

const number = (sum: keyof Facts) => `coalesce(${sum}, 0)::DOUBLE`;
const ratio = (part: keyof Facts, whole: keyof Facts, times = 1) =>
  `CASE WHEN ${number(whole)} = 0 THEN 0 ELSE ${number(part)} / (${number(whole)} * ${times}) END`;
/** Those that the data of the bench does not have are 0. */
const figures: Record<keyof Figures, string> = {
  ...each(figureNames, () => '0::DOUBLE'),
  totalSessions: number('sessions'),
  avgInteractionsPerSession: ratio('interactions', 'sessions'),
  avgScrollDepthPercentage: ratio('scrollDepth', 'scrolled', 100),
  avgTimeSpentSeconds: ratio('engagedMs', 'timed', 1000),
  bounceRate: ratio('bounces', 'closed'),
  conversionRate: ratio('conversions', 'sessions'),
  formSubmitRate: ratio('formSubmits', 'sessions'),
  bounceCount: number('bounces'),
  bounceEligibleSessions: number('closed'),
  conversionCount: number('conversions'),
  ctaSessions: number('ctaSessions'),
  formSubmitCount: number('formSubmits'),
};
const figuresSql = Object.entries(figures)
  .map(([name, sql]) => `${sql} AS "${name}"`)
  .join(', ');

/** Which sessions count: of [start, end), of a page and an audience, that pass filters. */
export interface Which {
  start?: number | undefined;
  end?: number | undefined;
  pageId?: string | undefined;
  audienceId?: string | undefined;
  filters?: Filters | undefined;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const instant = (at: number) => quoted(new Date(at).toISOString().replace('Z', ''));

function isOneOf(column: string, values: readonly (string | null)[]): string {
  const texts = values.filter((value) => value !== null).map(quoted);
  const parts = values.includes(null) ? [`${column} IS NULL`] : [];
  if (texts.length > 0) parts.push(`${column} IN (${texts.join(', ')})`);
  return `(${parts.join(' OR ')})`;
}

function whereOf({ start, end, pageId, audienceId, filters = {} }: Which): string {
  const conditions = Object.entries(filters).map(([name, values]) =>
    isOneOf(columnOf(name as Dimension), values),
  );
  if (pageId !== undefined) conditions.push(`page_id = ${quoted(pageId)}`);
  if (audienceId !== undefined) conditions.push(`audience_id = ${quoted(audienceId)}`);
  if (start !== undefined) conditions.push(`started_at >= TIMESTAMP ${instant(start)}`);
  if (end !== undefined) conditions.push(`started_at < TIMESTAMP ${instant(end)}`);
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

const groupsOf = (keys: string, which: Which) =>
  `SELECT ${keys}, ${sumsSql} FROM sessions WHERE ${whereOf(which)} GROUP BY ALL`;

type Range = Which & { start: number; end: number };

/**
 * A range in parts of a day that no day of the zone cuts. To find the day of each session takes DuckDB 6 times as long
 * as to find that of each hour, so it adds up hours first. The zones that are asked for have offsets of whole hours.
 */
function daysOf({ start, end }: Range, zone: string) {
  const seconds = zone === 'UTC' ? 86_400 : 3600;
  return {
    part: `epoch_ms(started_at) // ${1000 * seconds} AS part`,
    day: `date_trunc('day', to_timestamp(part * ${seconds})) AS step`,
    steps: `SELECT unnest(generate_series(date_trunc('day', to_timestamp(${start / 1000})),
      to_timestamp(${(end - 1) / 1000}), INTERVAL 1 DAY)) AS step`,
  };
}
const datesSql = `epoch_ms(step)::DOUBLE AS "start", epoch_ms(step + INTERVAL 1 DAY)::DOUBLE AS "end"`;

/** The row of all sessions, from the sums of some groups. It has no start. */
const totalSql = (groups: string) =>
  `SELECT NULL::DOUBLE AS "start", NULL::DOUBLE AS "end", ${figuresSql} FROM (SELECT ${sumsOfSums} FROM ${groups})`;

/** The days of a range in a zone, which is that of the connection, and the figures of each; then the total. */
export function seriesSql(which: Range, zone: string): string {
  const { part, day, steps } = daysOf(which, zone);
  return `
  WITH parts AS (${groupsOf(part, which)}), steps AS (${steps}),
    days AS (SELECT ${day}, ${sumsOfSums} FROM parts GROUP BY ALL)
  SELECT ${datesSql}, ${figuresSql} FROM steps LEFT JOIN days USING (step)
  UNION ALL BY NAME ${totalSql('parts')} ORDER BY "start" NULLS LAST`;
}

/** As `seriesSql`; then the visits of each page on each day, of the page with the most visits first. */
export function pagesSeriesSql(which: Range, zone: string): string {
  const { part, day, steps } = daysOf(which, zone);
  return `
  WITH parts AS (${groupsOf(part, which)}), steps AS (${steps}),
    days AS (SELECT ${day}, ${sumsOfSums} FROM parts GROUP BY ALL),
    parts_of_pages AS (SELECT ${part}, page_id, count(*) AS sessions FROM sessions
      WHERE ${whereOf(which)} GROUP BY ALL),
    days_of_pages AS (SELECT ${day}, page_id::VARCHAR AS page, sum(sessions) AS sessions
      FROM parts_of_pages GROUP BY ALL),
    pages AS (SELECT page, sum(sessions) AS visits FROM days_of_pages GROUP BY page)
  SELECT '' AS page, NULL AS visits, ${datesSql}, ${figuresSql} FROM steps LEFT JOIN days USING (step)
  UNION ALL BY NAME SELECT '' AS page, NULL AS visits, * FROM (${totalSql('parts')})
  UNION ALL BY NAME
  SELECT page, visits, ${datesSql}, ${number('sessions')} AS "totalSessions"
  FROM steps CROSS JOIN pages LEFT JOIN days_of_pages USING (step, page)
  ORDER BY visits DESC NULLS FIRST, page, "start" NULLS LAST`;
}

/**
 * The first groups in an order, then, with a larger place, all others. With `hasTotal` another row, without a place, has
 * the total.
 */
const rankedSql = (
  groups: string,
  place: string,
  { limit, hasTotal }: { limit: number; hasTotal: boolean },
) => `
  WITH groups AS (${groups}), ranked AS (SELECT *, least(${place}, ${limit + 1}) AS place FROM groups),
    places AS (SELECT place, any_value(key) AS key, ${sumsOfSums} FROM ranked
      GROUP BY ${hasTotal ? 'GROUPING SETS ((place), ())' : 'place'})
  SELECT place::DOUBLE AS place, key::VARCHAR AS key, ${figuresSql} FROM places ORDER BY places.place NULLS LAST`;

/** The values of a dimension, most visits first. */
export const breakdownSql = (by: Dimension, which: Which, limit: number): string =>
  rankedSql(
    groupsOf(`${columnOf(by)} AS key`, which),
    'row_number() OVER (ORDER BY sessions DESC, key::VARCHAR NULLS LAST)',
    { limit, hasTotal: false },
  );

/** The audiences with the most visits, and the total. Visits without an audience are among the others. */
export const firstAudiencesSql = (which: Which, limit: number): string =>
  rankedSql(
    groupsOf('audience_id AS key', which),
    `CASE WHEN key IS NULL THEN ${limit + 1}
      ELSE row_number() OVER (ORDER BY key IS NULL, sessions DESC, key::VARCHAR DESC) END`,
    { limit, hasTotal: true },
  );

/** All audiences of a page, newest first; then the visits without one, if there are any. */
export const audiencesSql = (which: Which & { pageId: string }): string => `
  WITH groups AS (${groupsOf('audience_id AS key', which)}),
    of_page AS (SELECT audience_id FROM audiences WHERE page_id = ${quoted(which.pageId)})
  SELECT coalesce(audience_id, key::VARCHAR) AS "audienceId", ${figuresSql}
  FROM of_page FULL JOIN groups ON audience_id = key::VARCHAR ORDER BY 1 DESC NULLS LAST`;

/** The pages, most visits first; then, without a page, the total. */
export const pagesSql = (which: Which): string => `
  WITH groups AS (${groupsOf('page_id AS key', which)}),
    totals AS (SELECT key, ${sumsOfSums} FROM groups GROUP BY ROLLUP (key))
  SELECT key::VARCHAR AS "pageId", ${figuresSql} FROM totals ORDER BY key IS NULL, sessions DESC`;

/** How many sessions there are. */
export const countSql = (which: Which): string =>
  `SELECT count(*)::DOUBLE AS "totalCount" FROM sessions WHERE ${whereOf(which)}`;

/**
 * Who came: the visitors with the most visits; then the total, and the visits of nobody who is known. A visit belongs to its
 * recipient and to the sender of its form. The people of an account are counted for those that are shown.
 */
export function visitorsSql(kind: keyof typeof cameBy, which: Which, limit: number): string {
  const [recipient, sender] = cameBy[kind];
  const roles = `SELECT recipient AS id, true AS is_recipient, coalesce(sender = recipient, false) AS is_sender, *
      FROM pairs WHERE recipient IS NOT NULL
    UNION ALL SELECT sender, false, true, * FROM pairs WHERE sender IS NOT NULL AND sender IS DISTINCT FROM recipient`;
  const people = (account: string, person: string) =>
    `SELECT ${account} AS id, ${person} AS person FROM sessions WHERE ${whereOf(which)}
      AND ${account} IN (SELECT id FROM shown) AND ${person} IS NOT NULL`;
  const [[account, accountOfSender], [person, personOfSender]] = [cameBy.account, cameBy.person];
  const counted = `people AS (SELECT id, count(DISTINCT person)::DOUBLE AS "peopleCount" FROM (
      ${people(account, person)} UNION ALL ${people(accountOfSender, personOfSender)}) GROUP BY id),`;
  return `
  WITH pairs AS MATERIALIZED (SELECT ${recipient} AS recipient, ${sender} AS sender, ${sumsSql},
      min(started_at) AS first_at, max(started_at) AS last_at FROM sessions WHERE ${whereOf(which)} GROUP BY ALL),
    visitors AS MATERIALIZED (SELECT id, ${sumsOfSums}, min(first_at) AS first_at, max(last_at) AS last_at,
      sum(sessions) FILTER (is_recipient) AS as_recipient, sum(sessions) FILTER (is_sender) AS by_form
      FROM (${roles}) AS r GROUP BY id),
    shown AS MATERIALIZED (FROM visitors ORDER BY sessions DESC, id::VARCHAR LIMIT ${limit}),
    ${kind === 'account' ? counted : ''}
    sides AS (SELECT recipient IS NULL AND sender IS NULL AS is_unknown, ${sumsOfSums} FROM pairs GROUP BY ALL)
  SELECT 'item' AS key, id::VARCHAR AS id, ${figuresSql}, (${number('closed')} - ${number('bounces')}) AS "engagedSessions",
    coalesce(as_recipient, 0)::DOUBLE AS "recipientSessions", coalesce(by_form, 0)::DOUBLE AS "formSessions",
    epoch_ms(first_at)::DOUBLE AS "firstVisitAt", epoch_ms(last_at)::DOUBLE AS "lastVisitAt"
    ${kind === 'account' ? ', coalesce("peopleCount", 0) AS "peopleCount"' : ''}, sessions AS place
  FROM shown ${kind === 'account' ? 'LEFT JOIN people USING (id)' : ''}
  UNION ALL BY NAME SELECT 'total' AS key, ${figuresSql} FROM (SELECT ${sumsOfSums} FROM sides)
  UNION ALL BY NAME SELECT 'unknown' AS key, ${figuresSql} FROM (SELECT ${sumsOfSums} FROM sides WHERE is_unknown)
  UNION ALL BY NAME SELECT 'found' AS key, count(*)::DOUBLE AS "totalCount" FROM visitors
  ORDER BY key, place DESC, id`;
}
