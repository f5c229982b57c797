import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { number } from '../lib/format.ts';
import { announce } from '../lib/toasts.ts';
import { useActions } from '../nav/actions.ts';
import type { BulkAction } from './bulk-action.ts';
import { type Choice, keysBetween, noChoice, withKeys } from './choice.ts';
import { ChooseBar, ConfirmMany } from './choose-bar.tsx';
import './jobs.tsx';

interface ChooseOptions<T> {
  /** What the rows are: "audiences". */
  what: string;
  keyOf: (row: T) => string;
  nameOf: (row: T) => string;
  /** What can be done with those that are chosen. Without any, no row can be chosen. */
  actions: BulkAction<T>[];
}

/** What a table shows so that its rows can be chosen, of its rows in their order. */
export type Choosing<T> = (rows: T[]) => {
  head: ComponentChildren;
  cell: (row: T) => ComponentChildren;
  /** Below the last row. */
  bar: ComponentChildren;
};

const boxOf = (element: Element | null | undefined) =>
  element?.closest('tr')?.querySelector<HTMLElement>('.choose input');

/** Chooses the row that has the focus, or with Shift all from the one before: its box does it. */
const chooseFocused = (shiftKey: boolean) =>
  boxOf(document.activeElement)?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));

/** The box that chooses all: it has the focus after the bar is gone. */
const focusHead = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('th.choose input')?.focus({ preventScroll: true });
  });

interface BoxProps {
  label: string;
  isChosen: boolean;
  isSome?: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

const Box = ({ label, isChosen, isSome = false, onChoose }: BoxProps) => (
  <input
    type="checkbox"
    aria-label={label}
    title={label}
    checked={isChosen}
    indeterminate={isSome}
    onClick={({ currentTarget, shiftKey }) => onChoose(currentTarget.checked, shiftKey)}
  />
);

/**
 * Lets the rows of a table be chosen, and offers what can be done with all of them: `choose={useChoose(…)}`. A click or `x`
 * chooses one, with Shift a range; Escape lets all go. Rows that are not in the table any more are not chosen.
 */
export function useChoose<T>({ what, keyOf, nameOf, actions }: ChooseOptions<T>): Choosing<T> | undefined {
  const [choice, setChoice] = useState(noChoice);
  const [wanted, setWanted] = useState<{ action: BulkAction<T>; rows: T[] }>();
  const shown = useRef<T[]>([]);
  // A list without rows has no table that would say so.
  shown.current = [];
  const hasChosen = useRef(false);
  const isOffered = actions.length > 0;
  const chosenOf = (rows: T[]) =>
    choice.keys.size === 0 ? [] : rows.filter((row) => choice.keys.has(keyOf(row)));

  const change = (next: Choice) => {
    setChoice(next);
    const count = shown.current.filter((row) => next.keys.has(keyOf(row))).length;
    announce(count === 0 ? 'None selected' : `${number(count)} selected`);
  };
  const clear = () => {
    change(noChoice);
    focusHead();
  };
  const start = (action: BulkAction<T>) => {
    const rows = chosenOf(shown.current);
    if (action.ask || action.dialog) setWanted({ action, rows });
    else action.run?.(rows);
  };
  const hasSome = isOffered && choice.keys.size > 0;
  useActions([
    ...(isOffered
      ? [
          { title: 'Select the row', keys: 'x', group: 'Lists', run: () => chooseFocused(false) },
          { title: 'Select the rows up to here', keys: 'X', group: 'Lists', run: () => chooseFocused(true) },
        ]
      : []),
    ...(hasSome
      ? [
          { title: 'Clear the selection', keys: 'Escape', group: 'Lists', run: clear },
          ...actions.map((action) => ({
            title: action.title ?? `${action.label} the selected ${what}`,
            run: () => start(action),
          })),
        ]
      : []),
  ]);
  useEffect(() => {
    if (hasChosen.current && !hasSome) focusHead();
    hasChosen.current = hasSome;
  }, [hasSome]);
  if (!isOffered) return undefined;

  return (rows) => {
    shown.current = rows;
    const chosen = chosenOf(rows);
    const all = () => change(withKeys(choice, rows.map(keyOf), true));
    const choose = (row: T, isChosen: boolean, isRange: boolean) => {
      const key = keyOf(row);
      const keys = isRange ? keysBetween(rows.map(keyOf), choice.from, key) : [key];
      change(withKeys(choice, keys, isChosen, key));
    };
    return {
      head: (
        <Box
          label={`Select all ${number(rows.length)}`}
          isChosen={chosen.length === rows.length}
          isSome={chosen.length > 0 && chosen.length < rows.length}
          onChoose={(isChosen) => (isChosen ? all() : change(noChoice))}
        />
      ),
      cell: (row) => (
        <Box
          label={`Select ${nameOf(row)}`}
          isChosen={choice.keys.has(keyOf(row))}
          onChoose={(isChosen, isRange) => choose(row, isChosen, isRange)}
        />
      ),
      bar: (
        <>
          {chosen.length > 0 && (
            <ChooseBar
              what={what}
              count={chosen.length}
              loaded={rows.length}
              actions={actions}
              onAct={start}
              onAll={all}
              onClear={clear}
            />
          )}
          {wanted?.action.dialog?.(wanted.rows, () => setWanted(undefined))}
          {wanted?.action.ask && (
            <ConfirmMany
              {...wanted}
              nameOf={nameOf}
              onClose={() => setWanted(undefined)}
              onDone={() => {
                setWanted(undefined);
                setChoice(noChoice);
              }}
            />
          )}
        </>
      ),
    };
  };
}
