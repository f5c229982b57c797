import type { Database } from '../../db/client.ts';
import type { Range } from '../../lib/range.ts';
import { addTo, figuresOf, newSums } from '../../vocabulary/measures.ts';
import type { Question } from '../question.ts';
import type { Timeseries, WorkspaceTimeseries } from '../schemas.ts';
import { boundariesOf, type Steps, stepsOrThrow, timesOf } from '../steps.ts';
import { askAbout, questionOf, type Request } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { firstOf, wholeDays } from './items.ts';

/** Which visits are asked for, and the steps of the series. */
type SeriesRequest = Request & Steps;

/** A question about the steps of a range, and what it has found. Throws `validation_failed` for more than 1,000 steps. */
function seriesOf(question: Question, range: Range, by: Steps, path?: 'compareEndDate') {
  const steps = stepsOrThrow(range, by, path);
  const inquiry = new Inquiry({ ...question, boundaries: boundariesOf(steps, range) });
  /** An item for each step with its numbers, and the numbers of the whole range: means cannot be added up. */
  const found = () => {
    const pieces = inquiry.found.answer.piecesOf(null);
    const total = newSums();
    for (const sums of pieces) addTo(total, sums);
    const figuresAt = (step: number) => figuresOf(pieces[step] ?? newSums());
    const items = timesOf(steps).map((times, step) => ({ ...times, ...figuresAt(step) }));
    return { items, total: figuresOf(total) };
  };
  return { inquiry, found };
}

/** The series of the compared range, if any. */
const comparedSeries = (question: Question, { compared, ...by }: SeriesRequest) =>
  compared && seriesOf(question, compared, by, 'compareEndDate');

/**
 * The visits of a page by hour, day, week or month of a time zone: every step that touches the range. The first and
 * the last count only visits of the range. Throws `page_not_found`, `audience_not_found`, `too_many_values`, and
 * `validation_failed` for more than 1,000 steps.
 */
export async function timeseries(db: Database, request: SeriesRequest): Promise<Timeseries> {
  const question = questionOf(request);
  const series = seriesOf(question, request.range, request);
  const before = comparedSeries(question, request);
  const asked = [series.inquiry, ...(before ? [before.inquiry] : [])];
  await askAbout(db, request, asked);
  return { ...series.found(), ...(before && { compared: before.found() }), ...wholeDays(asked) };
}

/** As `timeseries`, of the workspace, with how many visits each of its most visited pages had in each step. */
export async function workspaceTimeseries(
  db: Database,
  { limit, ...request }: SeriesRequest & { limit: number },
): Promise<WorkspaceTimeseries> {
  const { range, filters } = request;
  const question = questionOf(request);
  // Without filters sums answer the first question. With them both need all sessions, which are read once.
  const isFiltered = Object.keys(filters).length > 0;
  const series = seriesOf({ ...question, countBy: isFiltered ? 'page' : undefined }, range, request);
  const byPage = isFiltered
    ? undefined
    : seriesOf({ ...question, by: 'page', isCount: true }, range, request);
  const before = comparedSeries(question, request);
  const asked = [series, byPage, before].flatMap((one) => one?.inquiry ?? []);
  await askAbout(db, request, asked);
  const { counts = byPage?.inquiry.found.answer } = series.inquiry.found.answer;
  const pages = Array.from(counts?.groups ?? [], ([pageId, counts]) => ({
    id: pageId,
    rank: counts.reduce((a, b) => a + b, 0),
    counts,
  })).filter(({ rank }) => rank > 0);
  return {
    ...series.found(),
    pages: firstOf(pages, { sort: '-totalSessions', ties: -1, take: limit }).map(({ id, counts }) => ({
      pageId: id ?? '',
      totalSessions: [...counts],
    })),
    ...(before && { compared: before.found() }),
    ...wholeDays(asked),
  };
}
