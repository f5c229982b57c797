import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { changed, type Texts } from '../data/merge.ts';
import { refetch } from '../data/query.ts';
import type { Read } from '../data/use-answer.ts';
import { type ConditionalEdit, type Match, useConditionalEdit } from '../data/use-conditional-edit.ts';
import { toast } from '../lib/toasts.ts';
import { Conflict } from './conflict.tsx';
import { Form } from './form.tsx';
import { Unsaved } from './unsaved.tsx';

/** A record that a form changes, as it was read. */
export type Editing<T> = Read<T> & { onClose: () => void };

export interface EditRecordProps<V extends Texts, B extends object>
  extends Pick<ConditionalEdit<V>, 'start' | 'read'> {
  /** What is edited: "person", "link". */
  what: string;
  /** The names of the fields. */
  labels: Record<keyof V, string>;
  /** A text of a field as the reader knows it, such as the name of a page in place of its id. */
  show?: (name: keyof V, text: V[keyof V]) => ComponentChildren;
  /** What is said when it was saved, if anything. */
  saved?: string | null;
  /** The texts of the form that was sent. */
  valuesIn: (form: Record<string, string>) => V;
  /** The record of these texts, as the service takes it. */
  bodyOf: (values: V) => B;
  /** Sends what was changed of it. */
  send: (body: Partial<B>, match: Match) => Promise<unknown>;
  onClose: () => void;
  /** The fields. */
  children: (values: V, error: unknown) => ComponentChildren;
}

/** A form that changes a record. What somebody else saved meanwhile is shown beside it, and not overwritten. */
export function EditRecord<V extends Texts, B extends object>(props: EditRecordProps<V, B>) {
  const { what, labels, show = (_, text) => String(text), valuesIn, bodyOf, onClose, children } = props;
  const { saved = `The ${what} was saved` } = props;
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
        {children(shown, save.error)}
      </Form>
      <Unsaved isDirty={isDirty && !save.isRunning} isOfRecord />
    </div>
  );
}
