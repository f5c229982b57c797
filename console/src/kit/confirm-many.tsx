import { number } from '../lib/format.ts';
import { type BulkAction, namesIn, part } from './bulk-action.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmManyProps<T> {
  action: BulkAction<T>;
  rows: T[];
  nameOf: (row: T) => string;
  onClose: () => void;
  /** It has begun. */
  onDone: () => void;
}

/** Asks once before something is done with many rows: with how many, what happens, and with which it cannot be done. */
export function ConfirmMany<T>({ action, rows, nameOf, onClose, onDone }: ConfirmManyProps<T>) {
  const { label, isDanger } = action;
  const { able, refused } = part(rows, action, nameOf);
  const words = able.length > 0 ? action.ask?.(able.length) : undefined;
  const act = () => {
    action.run?.(able);
    onDone();
  };
  return (
    <Dialog
      title={words?.title ?? `There is nothing to ${label.toLowerCase()}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words ? 'Cancel' : 'Close'}</Button>
          {words && (
            <Button kind={isDanger ? 'danger' : 'main'} onClick={act}>
              {label} {number(able.length)}
            </Button>
          )}
        </>
      }
    >
      {words && <p>{words.text}</p>}
      {refused.size > 0 && (
        <div>
          <p>
            {number(rows.length - able.length)} of the {number(rows.length)} selected{' '}
            {rows.length - able.length === 1 ? 'is' : 'are'} skipped:
          </p>
          <ul class="reasons">
            {Array.from(refused, ([reason, names]) => (
              <li key={reason}>
                <b>{reason}</b> {namesIn(names)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
