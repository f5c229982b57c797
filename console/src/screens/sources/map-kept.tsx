import { type KeptMapped, mapKeptDeliveries } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { number, plural } from '../../lib/format.ts';
import { announce } from '../../lib/toasts.ts';
import { open } from '../../nav/router.ts';
import { useSubjectNames } from '../history/names.ts';
import { typeInWords } from '../timeline/log-types.ts';
import { mappedInWords, reasonInWords } from './words.ts';

type Outcome = KeptMapped['outcomes'][number];

/** Maps all that a source keeps, the oldest first, 50 at a time. */
async function mapAll(sourceId: string, onMore: (count: number) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const body = after === undefined ? {} : { after };
    const mapped = await ask(mapKeptDeliveries, { path: { source_id: sourceId }, body });
    outcomes.push(...mapped.outcomes);
    onMore(outcomes.length);
    after = mapped.next;
  }
  return outcomes;
}

/** So many are named one by one. */
const mostShown = 50;

/** What became of those that were mapped: first those that are not kept any more. */
function Mapped({ outcomes }: { outcomes: Outcome[] }) {
  const sorted = outcomes.toSorted((a, b) => Number(a.outcome === 'kept') - Number(b.outcome === 'kept'));
  const shown = sorted.slice(0, mostShown);
  const nameOf = useSubjectNames(shown.flatMap(({ personId }) => personId ?? []));
  return (
    <section class="stack-2" aria-label="What became of them">
      <p>
        <b>{mappedInWords(outcomes)}</b>
      </p>
      <ul class="list stack-1">
        {shown.map(({ keptId, type, outcome, reason, personId }) => (
          <li key={keptId}>
            {typeInWords(type)}:{' '}
            {outcome === 'logged' && (
              <>
                logged for{' '}
                {personId ? <a href={open(personId)}>{nameOf(personId) || 'a person'}</a> : 'a person'}
              </>
            )}
            {outcome === 'replayed' && 'was a log already'}
            {outcome === 'excluded' && 'left out by the mapping'}
            {outcome === 'kept' && `still kept, ${reasonInWords(reason)}`}
          </li>
        ))}
      </ul>
      {sorted.length > mostShown && <p class="muted">And {plural(sorted.length - mostShown, 'other')}.</p>}
    </section>
  );
}

/** A button that maps all that a source keeps, and what became of each. */
export function MapKept({ sourceId, keptCount }: { sourceId: string; keptCount: number }) {
  const [done, setDone] = useState(0);
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const map = useMutation(() => mapAll(sourceId, setDone), {
    onDone: (all) => {
      setOutcomes(all);
      announce(mappedInWords(all));
    },
  });
  return (
    <>
      {keptCount > 0 && (
        <p class="row wrap">
          <Button kind="main" isBusy={map.isRunning} onClick={() => map.run(setDone(0))}>
            Use the mapping for all kept
          </Button>
          {map.isRunning && <span class="muted">{number(done)} so far …</span>}
        </p>
      )}
      <NotDone error={map.error} />
      {outcomes && <Mapped outcomes={outcomes} />}
    </>
  );
}
