import { type LeftOutCount, listLeftOutVisits } from '@footfall/client';
import { ask } from '../data/api.ts';
import { pageNameIn, usePage, usePagesById } from '../data/pages.ts';
import { useQuery } from '../data/query.ts';
import { Await, Skeleton } from '../kit/states.tsx';
import { day, number, plural } from '../lib/format.ts';
import { here, useRoute } from '../nav/router.ts';
import type { Range } from './range.ts';
import { Origins } from './tag.tsx';

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
    what: 'Their key or website may not send visits. This was found out late, because the database did not answer.',
  },
  unknown_page: {
    label: 'A page that does not exist',
    what: 'The script tag of a website names a page that does not exist. Check its data-page.',
  },
};

/** So many answers of a list are asked for at most. */
const mostAnswers = 20;

interface Excluded {
  counts: { reason: Reason; count: number }[];
  total: number;
  /** The same by day, page and reason, newest first. */
  days: LeftOutCount[];
  /** The days before this UTC day were not checked, because there are too many. */
  since: string | undefined;
}

/** How many visits were excluded between two times, by reason: of one page, or of all and of pages that do not exist. */
async function leftOutOf(
  query: { startDate: string; endDate: string; pageId?: string | undefined },
  signal: AbortSignal,
): Promise<Excluded> {
  const counts = new Map<Reason, number>();
  const days: LeftOutCount[] = [];
  let since: string | undefined;
  let cursor: string | undefined;
  for (let answer = 1; answer <= mostAnswers; answer++) {
    const { pageId, ...range } = query;
    const { items, hasMore, nextCursor } = await ask(listLeftOutVisits, {
      query: { ...range, limit: 100, ...(pageId && { pageId }), ...(cursor && { cursor }) },
      signal,
    });
    days.push(...items);
    for (const { reason, count } of items) counts.set(reason, (counts.get(reason) ?? 0) + count);
    since = hasMore ? items.at(-1)?.date : undefined;
    if (!hasMore || nextCursor === null) break;
    cursor = nextCursor;
  }
  const all = [...counts].map(([reason, count]) => ({ reason, count }));
  return {
    counts: all.toSorted((a, b) => b.count - a.count),
    total: all.reduce((sum, { count }) => sum + count, 0),
    days,
    since,
  };
}

/** So many lines by day are drawn at most. */
const mostDays = 100;

/** On which day, and on which page of all, visits were excluded: whoever misses a visit looks for its line. */
function ByDay({ days, isOfOne }: { days: LeftOutCount[]; isOfOne: boolean }) {
  const shown = days.slice(0, mostDays);
  const ids = [...new Set(shown.flatMap(({ pageId }) => pageId ?? []))];
  const pages = usePagesById(ids, !isOfOne);
  const nameOf = (pageId: string | null) => (pageId === null ? 'No page' : pageNameIn(pages, pageId));
  if (days.length === 0) return null;
  return (
    <details>
      <summary>Do you miss one visit? See the days{!isOfOne && ' and pages'}</summary>
      <ul class="stack-1">
        {shown.map(({ date, pageId, reason, count }) => (
          <li key={`${date} ${pageId} ${reason}`}>
            <span class="tabular">{day(date, 'UTC')}</span>
            {!isOfOne && ` · ${nameOf(pageId)}`} · {reasons[reason].label}: {plural(count, 'visit')}
          </li>
        ))}
      </ul>
      {days.length > shown.length && (
        <p class="note muted">The newest {mostDays}. A shorter range shows earlier ones.</p>
      )}
    </details>
  );
}

function Counts({ pageId, range }: { pageId: string | undefined; range: Range }) {
  const query = { startDate: range.startDate, endDate: range.endDate, pageId };
  const page = usePage(pageId);
  const answer = useQuery(['left-out', query], (signal) => leftOutOf(query, signal));
  return (
    <Await query={answer} skeleton={<Skeleton lines={4} />}>
      {({ counts, total, days, since }) => (
        <>
          <p>
            {total === 0
              ? 'No visits were excluded in this range.'
              : `${plural(total, 'visit')} excluded in this range${since ? ` since ${day(since, 'UTC')}` : ''}.`}
          </p>
          <dl class="left-out stack-2">
            {counts.map(({ reason, count }) => (
              <div key={reason}>
                <dt>{reasons[reason].label}</dt>
                <dd class="number">{number(count)}</dd>
                <dd class="muted">{reasons[reason].what}</dd>
              </div>
            ))}
          </dl>
          <ByDay days={days} isOfOne={pageId !== undefined} />
          <p class="note muted">
            Days are in UTC. Visitors who ask not to be tracked (Do Not Track, Global Privacy Control) are not
            counted at all.
          </p>
          <Origins url={page.data?.url} />
        </>
      )}
    </Await>
  );
}

/** Fewer visits than expected? Excluded visits, of a page or of all. It is loaded when it is asked for. */
export function LeftOut({ pageId, range }: { pageId?: string; range: Range }) {
  const isOpen = useRoute().query.few === 'why';
  return (
    <section class={isOpen ? 'panel left-out-part' : 'left-out-part bare'} aria-labelledby="left-out">
      <div class="row">
        <h2 id="left-out">Fewer visits than expected?</h2>
        <p>
          <a href={here({ few: isOpen ? undefined : 'why' })} aria-expanded={isOpen}>
            {isOpen ? 'Hide excluded visits' : 'See excluded visits, and why'}
          </a>
        </p>
      </div>
      {isOpen && <Counts pageId={pageId} range={range} />}
    </section>
  );
}
