import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Match, Read } from '../data/api.ts';
import { type ConditionalEdit, changed, type Texts, textsIn, useConditionalEdit } from '../data/edit.ts';
import { refetch } from '../data/query.ts';
import { toast } from '../lib/toasts.ts';
import { Button } from './button.tsx';
import { Form, type Taken, TakenBy } from './form.tsx';
import { Unsaved } from './unsaved.tsx';

/** A value that two people have changed: as it is now, and as it stands in the form. */
interface Difference {
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
export const Conflict = ({ what, differences, onKeepMine, onTakeTheirs }: ConflictProps) => (
  <div class="conflict stack-3 box" role="alert">
    <p>
      <b>Someone changed this {what} while you edited it.</b> Your changes are not saved yet.
    </p>
    {differences.length > 0 && (
      <table>
        <thead>
          <tr>
            <th scope="col" class="muted">
              Field
            </th>
            <th scope="col" class="muted">
              Saved now
            </th>
            <th scope="col" class="muted">
              Yours
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, theirs, mine }) => (
            <tr key={label}>
              <th scope="row" class="muted">
                {label}
              </th>
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

/** A record that a form changes, as it was read. */
export type Editing<T> = Read<T> & { onClose: () => void };

interface EditRecordProps<V extends Texts, B extends object>
  extends Pick<ConditionalEdit<V>, 'start' | 'read'> {
  /** What is edited: "person", "link". */
  what: string;
  /** The names of the fields. */
  labels: Record<keyof V, string>;
  /** A text of a field as the reader knows it, such as the name of a page in place of its id. */
  show?: (name: keyof V, text: V[keyof V]) => ComponentChildren;
  /** What is said when it was saved, if anything. */
  saved?: string | null;
  /** The texts of the form that was sent: those with a label, unless it is given. */
  valuesIn?: (form: Record<string, string>) => V;
  /** The record of these texts, as the service takes it. */
  bodyOf: (values: V) => B;
  /** Sends what was changed of it. */
  send: (body: Partial<B>, match: Match) => Promise<unknown>;
  onClose: () => void;
  taken?: Taken;
  /** The fields. */
  children: (values: V) => ComponentChildren;
}

/** A form that changes a record. What somebody else saved meanwhile is shown beside it, and not overwritten. */
export function EditRecord<V extends Texts, B extends object>(props: EditRecordProps<V, B>) {
  const { what, labels, show = (_, text) => String(text), bodyOf, onClose, taken, children } = props;
  const { saved = `The ${what} was saved`, valuesIn = (form) => textsIn(form, labels) as V } = props;
  const [isDirty, setDirty] = useState(false);
  const { save, submit, shown, conflict } = useConditionalEdit<V>({
    start: props.start,
    read: props.read,
    send: async (values, before, match) => {
      await props.send(changed(bodyOf(values), bodyOf(before)), match);
      if (saved) toast(saved);
    },
    onDone: onClose,
  });
  if (conflict) {
    const { theirs, merged, keepMine } = conflict;
    const names = Object.keys(labels) as (keyof V)[];
    return (
      <Conflict
        what={what}
        differences={names
          .filter((name) => theirs[name] !== merged[name])
          .map((name) => ({
            label: labels[name],
            theirs: show(name, theirs[name]),
            mine: show(name, merged[name]),
          }))}
        onKeepMine={keepMine}
        onTakeTheirs={() => {
          refetch();
          onClose();
        }}
      />
    );
  }
  return (
    <div onInput={() => setDirty(true)}>
      <Form submit="Save" focusFirst of={save} onSubmit={(form) => submit(valuesIn(form))} onCancel={onClose}>
        {children(shown)}
        {taken && <TakenBy error={save.error} {...taken} />}
      </Form>
      <Unsaved isDirty={isDirty && !save.isRunning} isOfRecord />
    </div>
  );
}
