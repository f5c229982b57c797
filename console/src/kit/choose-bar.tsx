import { number } from '../lib/format.ts';
import type { BulkAction } from './bulk-action.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface ChooseBarProps<T> {
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
export function ChooseBar<T>({ what, count, loaded, actions, onAct, onAll, onClear }: ChooseBarProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div class="choose-bar row raised" role="group" aria-label={`The selected ${what}`}>
      <b class="tabular">{number(count)} selected</b>
      {count < loaded && (
        <Button kind="link" onClick={onAll}>
          Select all loaded: {number(loaded)}
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
}
