import type { Page } from '@footfall/client';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/form.tsx';
import type { WordField } from './fields.ts';
import { differing, readable, textIn, type Values } from './words.ts';

export interface ConflictProps {
  /** The page, whose fields have names. */
  page: Page;
  /** What both started from. */
  base: Values;
  /** What is written here. */
  mine: Values;
  /** What somebody else has saved. */
  theirs: Values;
  /** What else is new, such as "Version 3 was published." */
  news?: string | undefined;
  onClose: () => void;
  /** Goes on with the chosen words. */
  onChoose: (values: Values) => void;
}

type Side = 'mine' | 'theirs';

interface RowProps extends Pick<ConflictProps, 'base' | 'mine' | 'theirs'> {
  field: WordField;
  chosen: Side;
  onChoose: (side: Side) => void;
}

function Row({ field: { id, label }, base, mine, theirs, chosen, onChoose }: RowProps) {
  const [ours, others, first] = [mine, theirs, base].map((texts) => textIn(texts, id));
  const isBoth = ours !== first && others !== first;
  const choice = (side: Side, name: string, text: string) => (
    <label class="conflict-side stack-1 box">
      <span class="row">
        <input
          type="radio"
          name={`conflict-${id}`}
          value={side}
          checked={chosen === side}
          onChange={() => onChoose(side)}
        />
        {name}
      </span>
      <span class="diff-text">{readable(id, text) || <span class="muted">Empty: as on the page</span>}</span>
    </label>
  );
  return (
    <fieldset class="conflict-row">
      <legend>
        {label} {isBoth && <span class="badge badge-warn">Both of you changed it</span>}
      </legend>
      <div class="diff">
        {choice('theirs', 'Theirs, saved now', others ?? '')}
        {choice('mine', 'Yours, not saved', ours ?? '')}
      </div>
    </fieldset>
  );
}

/** Somebody changed the words meanwhile: shows both texts of each field that differs, and lets one choose. */
export function Conflict({ page, base, mine, theirs, news, onClose, onChoose }: ConflictProps) {
  const fields = differing(page, mine, theirs);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  // What only one of the two changed needs no thought.
  const sideOf = ({ id }: WordField): Side =>
    chosen[id] ?? (textIn(mine, id) === textIn(base, id) ? 'theirs' : 'mine');
  const merged = () => {
    const values = { ...theirs };
    for (const field of fields) if (sideOf(field) === 'mine') values[field.id] = textIn(mine, field.id);
    return values;
  };
  return (
    <Dialog
      title="Someone changed this while you edited"
      class="dialog-wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to editing</Button>
          <Button onClick={() => onChoose(theirs)}>Use all of theirs</Button>
          <Button kind="main" onClick={() => onChoose(merged())}>
            Save the choices
          </Button>
        </>
      }
    >
      <p class="muted">Your content is not saved yet. For each field, choose which text to save.</p>
      {news && <p>{news}</p>}
      {fields.map((field) => (
        <Row
          key={field.id}
          base={base}
          mine={mine}
          theirs={theirs}
          field={field}
          chosen={sideOf(field)}
          onChoose={(side) => setChosen({ ...chosen, [field.id]: side })}
        />
      ))}
    </Dialog>
  );
}
