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
