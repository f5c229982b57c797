/** A piece of a text, and whether the other text has it. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/** Beyond so many comparisons the middle of two texts is marked as a whole. */
const most = 4_000_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** The lengths of the longest common subsequences of the ends of two lists. */
function lengths(a: string[], b: string[]): Uint16Array {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      table[at] =
        a[i] === b[j]
          ? (table[at + width + 1] ?? 0) + 1
          : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0);
    }
  }
  return table;
}

/** Joins neighbours of the same kind. */
function pieces(words: string[], isChanged: (index: number) => boolean): Piece[] {
  const joined: Piece[] = [];
  for (const [index, text] of words.entries()) {
    const last = joined.at(-1);
    if (last && last.isChanged === isChanged(index)) last.text += text;
    else joined.push({ text, isChanged: isChanged(index) });
  }
  return joined;
}

/** Compares two texts word by word: the pieces of each, with those that the other has not. */
export function compareWords(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [kept, keptAfter] = [new Set<number>(), new Set<number>()];
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (x.length * y.length <= most) {
    const table = lengths(x, y);
    const width = y.length + 1;
    for (let i = 0, j = 0; i < x.length && j < y.length; ) {
      if (x[i] === y[j]) {
        kept.add(start + i++);
        keptAfter.add(start + j++);
      } else if ((table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0)) i++;
      else j++;
    }
  }
  const isMiddle = (index: number, words: string[]) => index >= start && index < words.length - end;
  return {
    before: pieces(a, (index) => isMiddle(index, a) && !kept.has(index)),
    after: pieces(b, (index) => isMiddle(index, b) && !keptAfter.has(index)),
  };
}
