import { number } from '../lib/format.ts';
import { type BulkAction, namesIn, part } from './bulk-action.ts';
import { Button, Icon } from './button.tsx';
import { Dialog } from './form.tsx';

interface ChooseBarProps<T> {
  /** What the rows are: "audiences". */
  what: string;
  count: number;
  /** How many rows the table has: more may be in the service. */
  loaded: number;
  actions: BulkAction<T>[];
  onAct: (action: BulkAction<T>) => void;
  onAll: () => void;
  onClear: () => void;
}

/** How many rows are chosen, and what can be done with them. It stays at the bottom of the window. */
export const ChooseBar = <T,>({ what, count, loaded, actions, onAct, onAll, onClear }: ChooseBarProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
  <div class="choose-bar row raised" role="group" aria-label={`The selected ${what}`}>
    <b class="tabular">{number(count)} selected</b>
    {count < loaded && (
      <Button kind="link" onClick={onAll}>
        Select all {number(loaded)}
      </Button>
    )}
    <span class="grow" />
    {actions.map((action) => (
      <Button
        key={action.label}
        class={action.isDanger ? 'button bad' : 'button'}
        onClick={() => onAct(action)}
      >
        {action.label}
      </Button>
    ))}
    <Button
      kind="icon"
      aria-label={'Clear the selection'}
      title="Clear the selection (Escape)"
      onClick={onClear}
    >
      <Icon name="close" />
    </Button>
  </div>
);

interface ConfirmManyProps<T> {
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
