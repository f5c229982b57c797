import {
  type AudienceSessionList,
  listWorkspaceSessions,
  type PageAnalyticsList,
  type WorkspaceAudienceAnalyticsList,
  type WorkspaceTimeseries,
} from '@footfall/client';
import { dayMs, minuteMs } from '../../../../src/lib/durations.ts';
import { type CameKind, type CameList, whoCame } from '../../analytics/came.ts';
import { type VisitFilter, visitFilter } from '../../analytics/filters.ts';
import { askAgain, pulseOf, useFollowers } from '../../analytics/follow.ts';
import type { Sort } from '../../analytics/panel-measure.ts';
import { allAudiences, figuresOfAll, mostItems, seriesOfAll } from '../../analytics/questions.ts';
import { type Range, rangeOf } from '../../analytics/range.ts';
import { type Asked, answerTo, questionOf } from '../../data/api.ts';
import { chartNotesQuestion } from '../../data/chart-notes.ts';
import { askEarly, type QueryState, type Question, useQuestion } from '../../data/query.ts';
import type { Query } from '../../nav/router.ts';

// What the overview asks.

const figuresQuestion = (range: Range, filter: VisitFilter) =>
  questionOf('page-analytics', figuresOfAll(range, filter), askAgain);

const seriesQuestion = (range: Range, filter: VisitFilter) =>
  questionOf('overview-series', seriesOfAll(range, filter));

interface OverviewFigures {
  now: QueryState<PageAnalyticsList>;
  series: QueryState<WorkspaceTimeseries>;
}

/** The figures of all pages and their series, and the figures of the period before. `followers` are loaded again with them. */
export function useOverview(range: Range, filter: VisitFilter, followers: string[]): OverviewFigures {
  const figures = figuresQuestion(range, filter);
  const now = useQuestion(figures, pulseOf(range));
  const names = ['overview-series', 'all-audiences', 'latest-visits', 'who-came', ...followers];
  useFollowers(now, names, figures.key);
  return { now, series: useQuestion(seriesQuestion(range, filter)) };
}

/** The audiences of all pages in an order, compared as the figures are. */
export const audiencesAsked = (
  range: Range,
  filter: VisitFilter,
  sort?: Sort,
): Asked<WorkspaceAudienceAnalyticsList> => allAudiences(range, { sort, filter, compared: range.elapsed });

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
  const asked = whoCame(kind, range, { limit, filter, names: 'true', details: 'true' });
  return {
    key: ['who-came', kind, asked[1]],
    // Those of the other kind stay until these are there, under their own names.
    load: async (signal) => ({ kind, ...(await answerTo(asked, signal)) }),
  };
}

/** The feed shows so many visits. */
const latestShown = 10;

/** The latest visits of all pages, newest first. */
export const latestVisits = (filter: VisitFilter): Asked<AudienceSessionList> => [
  listWorkspaceSessions,
  { query: { limit: latestShown, names: 'true', ...filter } },
];

/** How many visitors are here now: something happened in their visit within five minutes. None lasts longer than a day. */
export const hereNowQuestion = (filter: VisitFilter): Question<number> => ({
  key: ['here-now', filter],
  load: async (signal) => {
    // By whole minutes, so that it is the same question for a while.
    const startDate = new Date(Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs).toISOString();
    const query = { status: 'active', startDate, limit: 1, ...filter };
    const asked: Asked<AudienceSessionList> = [listWorkspaceSessions, { query }];
    return (await askAgain(asked, signal)).totalCount;
  },
});

/** Asks all that the overview shows at first, before it is drawn. */
export function askOverview(query: Query): void {
  const range = rangeOf(query);
  const filter = visitFilter(query);
  const { startDate, endDate } = range;
  const questions: Question<unknown>[] = [
    figuresQuestion(range, filter),
    seriesQuestion(range, filter),
    questionOf('all-audiences', audiencesAsked(range, filter)),
    cameQuestion(query, range, filter),
    chartNotesQuestion({ pageId: undefined, startDate, endDate }),
    hereNowQuestion(filter),
  ];
  questions.forEach(askEarly);
}
