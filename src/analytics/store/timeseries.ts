import { audienceOrThrow, selectAudienceExists } from '../../content/audiences/store/internal.ts';
import { pageOrThrow, selectPage } from '../../content/pages/store/internal.ts';
import type { Database } from '../../db/client.ts';
import type { Range } from '../../lib/range.ts';
import { addTo, figuresOf, newSums, type PackedSums } from '../../vocabulary/measures.ts';
import { type Filters, ofAudience } from '../filters.ts';
import type { Question } from '../question.ts';
import type { Timeseries, WorkspaceTimeseries } from '../schemas.ts';
import { askWith } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { wholeDays } from './items.ts';
import { boundariesOf, type Steps, stepsOrThrow, timesOf } from './series.ts';

/** The steps of a series, and which visits count. */
interface SeriesQuery extends Steps {
  filters: Filters;
  /** The range that is compared, if any. */
  compared?: Range | undefined;
}

type Series = Pick<Timeseries, 'items' | 'total'>;

/** An item for each step with its numbers, and the numbers of the whole range: means cannot be added up. */
function seriesOf(steps: number[], pieces: PackedSums[]): Series {
  const total = newSums();
  for (const sums of pieces) addTo(total, sums);
  const items = timesOf(steps).map((times, index) => ({
    ...times,
    ...figuresOf(pieces[index] ?? newSums()),
  }));
  return { items, total: figuresOf(total) };
}

/** The question about a compared range, and its series once that is answered. Throws `validation_failed`. */
function comparison(
  { compared, ...by }: SeriesQuery,
  question: Pick<Question, 'pageId' | 'filters' | 'now'>,
): { asked: Inquiry[]; series: () => { compared?: Series } } {
  if (!compared) return { asked: [], series: () => ({}) };
  const steps = stepsOrThrow(compared, by, 'compareEndDate');
  const inquiry = new Inquiry({ ...question, boundaries: boundariesOf(steps, compared), by: undefined });
  return {
    asked: [inquiry],
    series: () => ({ compared: seriesOf(steps, inquiry.found.answer.piecesOf(null)) }),
  };
}

/**
 * The visits of a page by hour, day, week or month of a time zone: every step that touches the range. The first and
 * the last count only visits of the range. Throws `page_not_found`, `audience_not_found`, `too_many_values`, and
 * `validation_failed` for more than 1,000 steps.
 */
export async function timeseries(
  db: Database,
  pageId: string,
  range: Range,
  { audienceId, ...query }: SeriesQuery & { audienceId?: string | undefined },
): Promise<Timeseries> {
  const steps = stepsOrThrow(range, query);
  const question = { pageId, filters: ofAudience(query.filters, audienceId), now: Date.now() };
  const inquiry = new Inquiry({ ...question, boundaries: boundariesOf(steps, range), by: undefined });
  const before = comparison(query, question);
  const [[page], [audience]] = await askWith(
    db,
    [inquiry, ...before.asked],
    [
      selectPage({ pageId }),
      audienceId === undefined ? undefined : selectAudienceExists({ pageId, audienceId }),
    ],
  );
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  return {
    ...seriesOf(steps, inquiry.found.answer.piecesOf(null)),
    ...before.series(),
    ...wholeDays([inquiry, ...before.asked]),
  };
}

/**
 * The visits of the whole workspace by hour, day, week or month of a time zone, and how many each of its most visited
 * pages had in each step. Throws `validation_failed` for more than 1,000 steps.
 */
export async function workspaceTimeseries(
  db: Database,
  range: Range,
  { limit, ...query }: SeriesQuery & { limit: number },
): Promise<WorkspaceTimeseries> {
  const { filters } = query;
  const steps = stepsOrThrow(range, query);
  const whole = { pageId: undefined, filters, now: Date.now() };
  const before = comparison(query, whole);
  const ofRange = { ...whole, boundaries: boundariesOf(steps, range) };
  // Without filters sums answer the first question. With them both need all sessions, which are read once.
  const isFiltered = Object.keys(filters).length > 0;
  const ofAll = new Inquiry({ ...ofRange, by: undefined, countBy: isFiltered ? 'page' : undefined });
  const byPage = isFiltered ? [] : [new Inquiry({ ...ofRange, by: 'page', isCount: true })];
  await askWith(db, [ofAll, ...byPage, ...before.asked], []);
  const { counts = byPage[0]?.found.answer } = ofAll.found.answer;
  const pages = Array.from(counts?.groups ?? [], ([pageId, counts]) => ({
    pageId: pageId ?? '',
    counts,
    total: counts.reduce((a, b) => a + b, 0),
  }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.pageId < b.pageId ? 1 : -1))
    .slice(0, limit)
    .map(({ pageId, counts }) => ({ pageId, totalSessions: [...counts] }));
  return {
    ...seriesOf(steps, ofAll.found.answer.piecesOf(null)),
    pages,
    ...before.series(),
    ...wholeDays([ofAll, ...before.asked]),
  };
}
