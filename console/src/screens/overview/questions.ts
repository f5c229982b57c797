import type {
  PageAnalyticsList,
  WorkspaceAudienceAnalyticsList,
  WorkspaceTimeseries,
} from '@footfall/client';
import { type CameKind, type CameList, rangeKey, whoCame } from '../../analytics/came-list.ts';
import { type VisitFilter, visitFilter } from '../../analytics/filters.ts';
import type { Sort } from '../../analytics/panel-measure.ts';
import { allAudiencesOf, mostItems } from '../../analytics/questions.ts';
import { type Range, rangeOf } from '../../analytics/range.ts';
import { chartNotesQuestion } from '../../data/chart-notes.ts';
import { askEarly, type Question } from '../../data/query.ts';
import type { Query } from '../../nav/router.ts';
import { countGoingOn, figuresOf, seriesOf } from './data.ts';

// What the overview asks.

/** The figures of all pages, compared with as much of the period before as has passed of the range. */
export const figuresQuestion = (range: Range, filter: VisitFilter): Question<PageAnalyticsList> => ({
  key: ['page-analytics', rangeKey(range), filter, range.elapsed],
  load: (signal) => figuresOf(range, range.elapsed, { ...range, filter }, signal),
});

/** Their series, compared with the whole period before. */
export const seriesQuestion = (range: Range, filter: VisitFilter): Question<WorkspaceTimeseries> => ({
  key: ['overview-series', rangeKey(range), filter, range.before],
  load: (signal) => seriesOf({ ...range, filter }, signal),
});

/** The audiences of all pages in an order, compared as the figures are. */
export function audiencesQuestion(
  range: Range,
  filter: VisitFilter,
  sort?: Sort,
): Question<WorkspaceAudienceAnalyticsList> {
  const question = { sort, filter, compared: range.elapsed };
  return {
    key: ['all-audiences', rangeKey(range), question],
    load: (signal) => allAudiencesOf(range, question, signal),
  };
}

/** So many that came are shown until more are asked for. */
export const fewCame = 6;

/** Who came last, of the kind that the address names. */
export function cameQuestion(
  query: Query,
  range: Range,
  filter: VisitFilter,
): Question<CameList & { kind: CameKind }> {
  const kind: CameKind = query.who === 'people' ? 'person' : 'account';
  const limit = query.all === 'who' ? mostItems : fewCame;
  return {
    key: ['who-came', kind, rangeKey(range), filter, limit],
    load: async (signal) => ({
      // Those of the other kind stay until these are there, under their own names.
      kind,
      ...(await whoCame(kind, range, { limit, filter, names: 'true' }, signal)),
    }),
  };
}

/** How many visits are going on. */
export const goingOnQuestion = (filter: VisitFilter): Question<number> => ({
  key: ['going-on', filter],
  load: (signal) => countGoingOn(filter, signal),
});

/** Asks all that the overview shows at first, before it is drawn. */
export function askOverview(query: Query): void {
  const range = rangeOf(query);
  const filter = visitFilter(query);
  const { startDate, endDate } = range;
  const questions: Question<unknown>[] = [
    figuresQuestion(range, filter),
    seriesQuestion(range, filter),
    audiencesQuestion(range, filter),
    cameQuestion(query, range, filter),
    chartNotesQuestion({ pageId: undefined, startDate, endDate }),
    goingOnQuestion(filter),
  ];
  questions.forEach(askEarly);
}
