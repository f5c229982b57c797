/** An object with a value for each name. A loop makes it in a third of the time of `Object.fromEntries`. */
export function each<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  const made = {} as Record<Name, Value>;
  for (const name of names) made[name] = make(name);
  return made;
}
