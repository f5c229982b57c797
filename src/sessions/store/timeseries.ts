import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { validationError } from '../../lib/errors.ts';
import { toTimestamp } from '../../lib/time.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Timeseries } from '../analytics-schemas.ts';
import type { Dimension } from '../dimensions.ts';
import { figuresOf } from '../measures.ts';
import { planOf, type Range } from '../spans.ts';
import { type Interval, mostSteps, stepsOf } from '../steps.ts';
import { type SumsQuery, sumsOf, sumsStatements } from './sums.ts';

/** The steps of a series, and which visits count. */
export interface SeriesQuery {
  interval: Interval;
  timezone: string;
  audienceId?: string | undefined;
  filter: { dimension: Dimension; value: string } | undefined;
}

/**
 * The visits of a page by hour, day, week or month of a time zone: every step that touches the range. The first and
 * the last count only visits of the range. Throws `page_not_found`, `audience_not_found`, `rollups_behind`, and
 * `validation_failed` for more than 1,000 steps.
 */
export async function timeseries(
  db: Database,
  pageId: string,
  range: Range,
  { interval, timezone, audienceId, filter }: SeriesQuery,
): Promise<Timeseries> {
  const steps = stepsOf(range, interval, timezone);
  if (!steps) {
    const message = `must not make more than ${mostSteps} steps with this interval`;
    throw validationError([{ in: 'query', path: 'endDate', code: 'too_large', message }]);
  }
  const query: SumsQuery = { pageId, audienceId, grouping: filter?.dimension ?? 'all', value: filter?.value };
  const boundaries = steps.map((at) => Math.min(Math.max(at, range.start), range.end));
  const plan = planOf(boundaries, { hasMonths: audienceId === undefined });
  const [[page], [audience], ...sums] = await db.batch([
    selectPage({ pageId }),
    selectAudienceExists({ pageId, audienceId: audienceId ?? '' }),
    ...sumsStatements(query, plan),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const pieces = sumsOf(sums, query, plan, Date.now());
  return {
    items: pieces.map(({ all, byValue }, index) => ({
      start: toTimestamp(steps[index] ?? 0),
      end: toTimestamp(steps[index + 1] ?? 0),
      ...figuresOf(filter ? (byValue.get(filter.value) ?? []) : all),
    })),
  };
}
