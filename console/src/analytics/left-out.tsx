import { usePage } from '../data/pages.ts';
import { useQuery } from '../data/query.ts';
import { Await, Skeleton } from '../kit/states.tsx';
import { day, number, plural } from '../lib/format.ts';
import { here, useRoute } from '../nav/router.ts';
import { leftOutOf, reasons } from './left-out-counts.ts';
import type { Range } from './range.ts';
import { Origins } from './tag.tsx';

function Counts({ pageId, range }: { pageId: string | undefined; range: Range }) {
  const query = { startDate: range.startDate, endDate: range.endDate, pageId };
  const page = usePage(pageId);
  const answer = useQuery(['left-out', query], (signal) => leftOutOf(query, signal));
  return (
    <Await query={answer} skeleton={<Skeleton lines={4} />}>
      {({ counts, total, since }) => (
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
    <section class={isOpen ? 'panel left-out-part box' : 'left-out-part'} aria-labelledby="left-out">
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
