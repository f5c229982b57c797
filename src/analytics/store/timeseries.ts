import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { validationError } from '../../lib/errors.ts';
import { toTimestamp } from '../../lib/time.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { dimensions } from '../dimensions.ts';
import type { Filters } from '../filters.ts';
import { addTo, figuresOf, newSums, type PackedSums, sessionsIn } from '../measures.ts';
import type { Timeseries, WorkspaceTimeseries } from '../schemas.ts';
import { planOf, type Range } from '../spans.ts';
import { type Interval, mostSteps, stepsOf } from '../steps.ts';
import { type SumsQuery, sumsOf, sumsStatements } from './sums.ts';

/** The steps of a series. */
export interface Steps {
  interval: Interval;
  timezone: string;
}

/** The steps of a series, and which visits count. */
export interface SeriesQuery extends Steps {
  audienceId?: string | undefined;
  filters: Filters;
}

/** The times at which the steps of a range begin, and the end of the last. Throws `validation_failed` for too many. */
function stepsOrThrow(range: Range, { interval, timezone }: Steps): number[] {
  const steps = stepsOf(range, interval, timezone);
  if (steps) return steps;
  const message = `must not make more than ${mostSteps} steps with this interval`;
  throw validationError([{ in: 'query', path: 'endDate', code: 'too_large', message }]);
}

function onlyFilter(filters: Filters) {
  const dimension = dimensions.find((name) => filters[name]);
  const value = dimension && filters[dimension]?.[0];
  return dimension && value != null ? { dimension, value } : undefined;
}

/** The steps, cut to the range. */
const boundariesOf = (steps: number[], { start, end }: Range) =>
  steps.map((at) => Math.min(Math.max(at, start), end));

/** An item for each step, with its numbers. */
const itemsOf = (steps: number[], sums: PackedSums[]) =>
  sums.map((ofStep, index) => ({
    start: toTimestamp(steps[index] ?? 0),
    end: toTimestamp(steps[index + 1] ?? 0),
    ...figuresOf(ofStep),
  }));

/**
 * The visits of a page by hour, day, week or month of a time zone: every step that touches the range. The first and
 * the last count only visits of the range. Throws `page_not_found`, `audience_not_found`, and `validation_failed` for more than 1,000 steps.
 */
export async function timeseries(
  db: Database,
  pageId: string,
  range: Range,
  { audienceId, filters, ...by }: SeriesQuery,
): Promise<Timeseries> {
  const steps = stepsOrThrow(range, by);
  const filter = onlyFilter(filters);
  const query: SumsQuery = { pageId, audienceId, grouping: filter?.dimension ?? 'all', value: filter?.value };
  const plan = planOf(boundariesOf(steps, range), { hasMonths: audienceId === undefined });
  const [[page], [audience], ...rows] = await db.batch([
    selectPage({ pageId }),
    selectAudienceExists({ pageId, audienceId: audienceId ?? '' }),
    ...sumsStatements(query, plan),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const sums = sumsOf(rows, query, plan, Date.now());
  return {
    items: itemsOf(
      steps,
      sums.map(({ all, byValue }) => (filter ? (byValue.get(filter.value) ?? []) : all)),
    ),
  };
}

/**
 * The visits of the whole workspace by hour, day, week or month of a time zone, and how many each of its most visited
 * pages had in each step. Throws `validation_failed` for more than 1,000 steps.
 */
export async function workspaceTimeseries(
  db: Database,
  range: Range,
  { limit, ...by }: Steps & { limit: number; filters: Filters },
): Promise<WorkspaceTimeseries> {
  const steps = stepsOrThrow(range, by);
  const query: SumsQuery = { pageId: undefined, audienceId: undefined, grouping: 'page' };
  const plan = planOf(boundariesOf(steps, range));
  const sums = sumsOf(await db.batch(sumsStatements(query, plan)), query, plan, Date.now());
  const ofPages = new Map<string, number[]>();
  const wholes = sums.map(({ byValue }, step) => {
    const whole = newSums();
    for (const [pageId, ofPage] of byValue) {
      addTo(whole, ofPage);
      const counts = ofPages.get(pageId) ?? steps.slice(1).map(() => 0);
      counts[step] = sessionsIn(ofPage);
      ofPages.set(pageId, counts);
    }
    return whole;
  });
  const pages = Array.from(ofPages, ([pageId, counts]) => ({
    pageId,
    totalSessions: counts,
    total: counts.reduce((a, b) => a + b, 0),
  }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.pageId < b.pageId ? 1 : -1))
    .slice(0, limit)
    .map(({ pageId, totalSessions }) => ({ pageId, totalSessions }));
  return { items: itemsOf(steps, wholes), pages };
}
