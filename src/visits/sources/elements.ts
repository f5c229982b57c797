/** The texts of the items of a JSON array that is known to be valid, as they were sent. */
export function itemsOf(text: string): string[] {
  const items: string[] = [];
  let [depth, start, isQuoted] = [0, 0, false];
  const end = (at: number) => {
    const item = text.slice(start, at).trim();
    if (item !== '') items.push(item);
    start = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += Number(character === '\\');
    else if (character === '[' || character === '{') {
      depth++;
      if (depth === 1) start = at + 1;
    } else if (character === ']' || character === '}') {
      depth--;
      if (depth === 0) end(at);
    } else if (character === ',' && depth === 1) end(at);
  }
  return items;
}
