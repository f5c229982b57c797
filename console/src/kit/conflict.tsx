import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

/** A value that two people have changed: as it is now, and as it stands in the form. */
export interface Difference {
  label: string;
  theirs: ComponentChildren;
  mine: ComponentChildren;
}

export interface ConflictProps {
  /** What was changed: "person", "link". */
  what: string;
  /** The values that differ. */
  differences: Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Someone else changed a record while it was edited: both versions, and the choice between them. */
export function Conflict({ what, differences, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div class="conflict stack-3" role="alert">
      <p>
        <b>Someone changed this {what} while you edited it.</b> Your changes are not saved yet.
      </p>
      {differences.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Saved now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirs || <span class="muted">empty</span>}</td>
                <td>{mine || <span class="muted">empty</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="row row-end">
        <Button onClick={onTakeTheirs}>Use the saved values</Button>
        <Button kind="main" onClick={onKeepMine}>
          Overwrite with mine
        </Button>
      </p>
    </div>
  );
}
