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

/** The fields of a form as texts, without spaces around them. Browsers send line breaks as CR LF. */
export const textsIn = <Name extends string>(
  form: Record<string, string>,
  names: readonly Name[],
): Record<Name, string> =>
  Object.fromEntries(
    names.map((name) => [name, (form[name] ?? '').replaceAll('\r\n', '\n').trim()]),
  ) as Record<Name, string>;
