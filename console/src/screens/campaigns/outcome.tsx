import { refusedHeading, refusedLines } from '../../../../src/lib/import/refused.ts';
import type { Refused } from '../../../../src/lib/import/run.ts';
import { fileName, save } from '../../data/file.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { number, plural } from '../../lib/format.ts';
import type { PeopleList } from './people.ts';
import type { SendingState } from './use-sending.ts';

/** So many refused rows are shown. */
const shown = 5;

interface RefusedRowsProps {
  list: PeopleList;
  refused: readonly Refused[];
}

/** The rows that are refused and why: the first of them, and all as a file. */
export function RefusedRows({ list, refused }: RefusedRowsProps) {
  if (refused.length === 0) return null;
  const rows = refused.toSorted((a, b) => a.row.number - b.row.number);
  const saveAll = () =>
    save(
      new Blob([refusedHeading(list.headings), refusedLines(rows)], { type: 'text/csv' }),
      fileName('refused rows'),
    );
  return (
    <div class="stack-2">
      <ul class="reasons stack-1" aria-label="Refused rows">
        {rows.slice(0, shown).map(({ row, reasons }) => (
          <li key={row.number}>
            <b>Row {number(row.number)}</b> {reasons.join(' ')}
          </li>
        ))}
        {rows.length > shown && <li>and {number(rows.length - shown)} more</li>}
      </ul>
      <p>
        <Button onClick={saveAll}>Download the refused rows</Button>
      </p>
    </div>
  );
}

interface HowFarProps {
  state: SendingState;
  total: number;
  /** "Made", "Checked". */
  did: string;
}

/** How far the people of a list are sent. */
export function HowFar({ state, total, did }: HowFarProps) {
  const { progress, isRunning, isStopped, isWaiting, error } = state;
  return (
    <div class="stack-2">
      <p role="status">
        {did} {number(progress.done)} of {number(total)}
        {isStopped && '. It was stopped.'}
        {isWaiting && isRunning && '. The service does not answer: it is tried again.'}
      </p>
      <progress class="wide-progress" max={total} value={progress.done} aria-label={did} />
      <NotDone error={error} />
    </div>
  );
}

/** Who of a list is known, in words. `rows` are those that are not refused. */
export const whoInWords = (rows: number, people: number, newPersons: number, refused: number): string =>
  [
    `${plural(newPersons, 'new person', 'new people')}`,
    `${number(people - newPersons)} known already`,
    rows > people && `${number(rows - people)} twice in the list`,
    refused > 0 && `${number(refused)} refused`,
  ]
    .filter(Boolean)
    .join(', ');
