import {
  type AudienceAnalytics,
  getAudienceById,
  type PageAnalyticsList,
  pageAnalytics,
} from '@footfall/client';
import { audiencesOf, spanQuery } from '../../analytics/questions.ts';
import type { Range, Span } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';
import { enoughSessions } from '../../lib/format.ts';

/** The audiences of so many pages are compared: those with the most conversions. */
const pagesCompared = 3;

/** An audience with its page and its figures. */
export interface Best {
  pageId: string;
  audienceId: string;
  name: string;
  totalSessions: number;
  conversionCount: number;
  /** It has enough visits for a rate. Otherwise it is the one with the most conversions. */
  isByRate: boolean;
}

/** What the overview says in a sentence or two. */
export interface InShort {
  visits: number;
  /** The visits of last week until the same time. Undefined if nothing is compared. */
  before: number | undefined;
  /** Undefined if no audience has converted. */
  best: Best | undefined;
  /** Pages with conversions whose audiences were compared, if there are others. */
  comparedPages: number | undefined;
}

type Figures = Pick<AudienceAnalytics, 'totalSessions' | 'conversionCount' | 'conversionRate'>;

/** The one that converts best among those with enough visits, or else the one with the most conversions. */
export function bestOf<T extends Figures>(audiences: T[]): T | undefined {
  const converted = audiences.filter(({ conversionCount }) => conversionCount > 0);
  const large = converted.filter(({ totalSessions }) => totalSessions >= enoughSessions);
  if (large.length > 0) return large.toSorted((a, b) => b.conversionRate - a.conversionRate)[0];
  return converted.toSorted((a, b) => b.conversionCount - a.conversionCount)[0];
}

const pagesOf = (span: Span, zone: string, limit: number, signal: AbortSignal): Promise<PageAnalyticsList> =>
  ask(pageAnalytics, { query: { ...spanQuery(span, zone), sort: '-conversionCount', limit }, signal });

async function findBest(
  { items, other }: PageAnalyticsList,
  month: Range,
  signal: AbortSignal,
): Promise<Pick<InShort, 'best' | 'comparedPages'>> {
  const pages = items.filter(({ conversionCount }) => conversionCount > 0);
  const lists = await Promise.all(
    pages.map(async ({ pageId }) => {
      const list = await audiencesOf(pageId, month, month.zone, signal, { sort: '-conversionCount' });
      return list.items.map((item) => ({ ...item, pageId }));
    }),
  );
  const best = bestOf(lists.flat());
  if (best?.audienceId === undefined) return { best: undefined, comparedPages: undefined };
  const { audienceId, pageId, totalSessions, conversionCount } = best;
  const { effectiveName: name } = await ask(getAudienceById, { path: { audience_id: audienceId }, signal });
  const isByRate = totalSessions >= enoughSessions;
  return {
    best: { pageId, audienceId, name, totalSessions, conversionCount, isByRate },
    comparedPages: other?.conversionCount ? pages.length : undefined,
  };
}

/** The visits of this week beside those of last week, and the audience that converts best this month. */
export async function loadInShort(week: Range, month: Range, signal: AbortSignal): Promise<InShort> {
  const [now, before, pages] = await Promise.all([
    pagesOf(week, week.zone, 1, signal),
    week.elapsed && pagesOf(week.elapsed, week.zone, 1, signal),
    pagesOf(month, month.zone, pagesCompared, signal),
  ]);
  return {
    visits: now.total.totalSessions,
    before: before?.total.totalSessions,
    ...(await findBest(pages, month, signal)),
  };
}
