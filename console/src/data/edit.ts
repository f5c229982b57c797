import { ifMatch, isProblem } from '@footfall/client';
import { useState } from 'preact/hooks';
import { type Match, type MutationState, useMutation } from './api.ts';

/** A form's texts by their field. */
export type Texts = object;

const namesOf = <V extends Texts>(texts: V) => Object.keys(texts) as (keyof V)[];

/** The fields whose texts differ. */
export const differing = <V extends Texts>(one: V, other: V): (keyof V)[] =>
  namesOf(one).filter((name) => one[name] !== other[name]);

/** My texts, with theirs in the fields that I did not change. */
export function merge<V extends Texts>(mine: V, before: V, theirs: V): V {
  const texts = namesOf(mine).map((name) => [name, mine[name] === before[name] ? theirs[name] : mine[name]]);
  return Object.fromEntries(texts) as V;
}

/** The fields of a body that differ from what was there before. */
export const changed = <B extends object>(body: B, before: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof B]),
    ),
  ) as Partial<B>;

/** The fields of a form that have a label, as texts without spaces around them. Browsers send line breaks as CR LF. */
export const textsIn = <Name extends string>(form: Record<string, string>, labels: Record<Name, string>) =>
  Object.fromEntries(
    Object.keys(labels).map((name) => [name, (form[name] ?? '').replaceAll('\r\n', '\n').trim()]),
  ) as Record<Name, string>;

/** A record as texts, and its state. */
export interface Version<V extends Texts> {
  values: V;
  match: Match;
}

/** A record that was just read, as texts. */
export async function versionOf<T, V extends Texts>(
  answer: Promise<{ data: T; response: Response }>,
  textsOf: (data: T) => V,
): Promise<Version<V>> {
  const { data, response } = await answer;
  return { values: textsOf(data), match: ifMatch(response) };
}

export interface ConditionalEdit<V extends Texts> {
  /** How it was read when the form was opened. */
  start: Version<V>;
  /** Reads it again. */
  read: () => Promise<Version<V>>;
  /** Sends the texts, of which `before` are saved. */
  send: (values: V, before: V, match: Match) => Promise<unknown>;
  onDone: () => void;
}

interface ConditionalEditState<V extends Texts> {
  save: MutationState<unknown, unknown>;
  /** Saves the texts of the form; with no change it is done at once. */
  submit: (values: V) => void;
  /** What the form shows: the last texts, or else what was read. */
  shown: V;
  /** What is saved by somebody else, and mine with theirs where I changed nothing. */
  conflict: { theirs: V; merged: V; keepMine: () => void } | undefined;
}

/** A form whose changes are made to the state that was read. A change of somebody else is a conflict to decide. */
export function useConditionalEdit<V extends Texts>({
  start,
  read,
  send,
  onDone,
}: ConditionalEdit<V>): ConditionalEditState<V> {
  const [base, setBase] = useState(start);
  const [mine, setMine] = useState<V>();
  const [theirs, setTheirs] = useState<Version<V>>();
  const mutation = useMutation(
    async ({ values, onto }: { values: V; onto: Version<V> }) => {
      try {
        await send(values, onto.values, onto.match);
      } catch (error) {
        if (isProblem(error, 'precondition_failed')) setTheirs(await read());
        throw error;
      }
    },
    { onDone },
  );
  const submit = (values: V) => {
    setMine(values);
    if (differing(values, base.values).length === 0) onDone();
    else mutation.run({ values, onto: base });
  };
  const merged = theirs && mine && merge(mine, base.values, theirs.values);
  return {
    save: mutation as MutationState<unknown, unknown>,
    submit,
    shown: mine ?? base.values,
    conflict: theirs &&
      merged && {
        theirs: theirs.values,
        merged,
        keepMine: () => {
          setBase(theirs);
          setMine(merged);
          setTheirs(undefined);
          mutation.run({ values: merged, onto: theirs });
        },
      },
  };
}
