import { type LeftOutCount, listLeftOutVisits } from '@footfall/client';
import { ask } from '../data/api.ts';

export type Reason = LeftOutCount['reason'];

/** The reasons in the words of a marketer, and what to do. */
export const reasons: Record<Reason, { label: string; what: string }> = {
  bot: { label: 'Bots', what: 'Programs that say who they are, such as crawlers of search engines.' },
  own: {
    label: 'Your own team',
    what: 'Browsers in which #footfall=ignore was opened, and the addresses in OWN_ADDRESSES.',
  },
  automated: {
    label: 'Automated browsers',
    what: 'Browsers that a program controls, such as tests of a website.',
  },
  scanner: {
    label: 'Email gateways',
    what: 'They open the links of an email before its reader does. A visit counts once someone moves or types.',
  },
  refused: {
    label: 'Not allowed',
    what: 'Their key or website may not send visits, which was found out late because the database did not answer.',
  },
  unknown_page: {
    label: 'A page that does not exist',
    what: 'The script tag of a website names a page that does not exist. Check its data-page.',
  },
};

/** So many answers of a list are asked for at most. */
const mostAnswers = 20;

export interface LeftOut {
  counts: { reason: Reason; count: number }[];
  total: number;
  /** The days before this UTC day were not checked, because there are too many. */
  since: string | undefined;
}

/** How many visits were excluded between two times, by reason: of one page, or of all and of pages that do not exist. */
export async function leftOutOf(
  query: { startDate: string; endDate: string; pageId?: string | undefined },
  signal: AbortSignal,
): Promise<LeftOut> {
  const counts = new Map<Reason, number>();
  let since: string | undefined;
  let cursor: string | undefined;
  for (let answer = 1; answer <= mostAnswers; answer++) {
    const { pageId, ...range } = query;
    const { items, hasMore, nextCursor } = await ask(listLeftOutVisits, {
      query: { ...range, limit: 100, ...(pageId && { pageId }), ...(cursor && { cursor }) },
      signal,
    });
    for (const { reason, count } of items) counts.set(reason, (counts.get(reason) ?? 0) + count);
    since = hasMore ? items.at(-1)?.date : undefined;
    if (!hasMore || nextCursor === null) break;
    cursor = nextCursor;
  }
  const all = [...counts].map(([reason, count]) => ({ reason, count }));
  return {
    counts: all.toSorted((a, b) => b.count - a.count),
    total: all.reduce((sum, { count }) => sum + count, 0),
    since,
  };
}
