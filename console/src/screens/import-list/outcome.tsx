import type { Kind } from '../../../../src/lib/import/fields.ts';
import { fileName, save } from '../../data/file.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { Stat, Stats } from '../../kit/stat.tsx';
import { number } from '../../lib/format.ts';
import { countsInWords } from './plan.ts';
import type { ListState } from './use-run.ts';

interface OutcomeProps {
  state: ListState;
  kind: Kind;
  /** How many rows the list has. */
  total: number;
  /** "Imported", "Looked at". */
  did: string;
}

/** How far the rows of a list are, what became of them, and which were refused and why. */
export function Outcome({ state, kind, total, did }: OutcomeProps) {
  const { progress, isRunning, isStopped, isWaiting, error } = state;
  const { done, counts, first, lines } = progress;
  const saveRefused = () => save(new Blob(lines, { type: 'text/csv' }), fileName('refused rows'));
  return (
    <div class="stack-3">
      {(isRunning || done < total) && (
        <p>
          {did} {number(done)} of {number(total)}
          {isStopped && '. It was stopped'}
          {isWaiting && isRunning && '. The service does not answer: it is tried again'}
        </p>
      )}
      {isRunning && <progress max={total} value={done} aria-label={did} />}
      <Stats>
        {countsInWords(counts, kind).map(([label, count]) => (
          <Stat key={label} label={label} value={number(count)} />
        ))}
      </Stats>
      {first.length > 0 && (
        <ul class="reasons stack-1" aria-label="Refused rows">
          {first.map(({ row, reasons }) => (
            <li key={row.number}>
              <b>Row {number(row.number)}</b> {reasons.join(' ')}
            </li>
          ))}
          {counts.refused > first.length && <li>and {number(counts.refused - first.length)} more</li>}
        </ul>
      )}
      {counts.refused > 0 && !isRunning && (
        <p>
          <Button onClick={saveRefused}>Download the refused rows</Button>
        </p>
      )}
      <NotDone error={error} />
    </div>
  );
}
