import { type Change, diffWordsWithSpace } from 'diff';

/** The parts of two texts. What only one of them has is marked: `removed` in the first, `added` in the second. */
export function wordChanges(before: string, after: string): { before: Change[]; after: Change[] } {
  const changes = diffWordsWithSpace(before, after);
  return {
    before: changes.filter(({ added }) => !added),
    after: changes.filter(({ removed }) => !removed),
  };
}
