import type { AudienceVersion } from '@footfall/client';
import { diffWordsWithSpace } from 'diff';
import { changesBetween, type Shown, type WordChange } from './words.ts';

/** So many fields are named; the others are counted. */
const mostNamed = 3;

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** How much a context changed: "context +6 −2 words". */
function amountOf(before: string, after: string): string {
  const changes = diffWordsWithSpace(before, after);
  const sum = (of: 'added' | 'removed') =>
    changes.reduce((count, change) => count + (change[of] ? wordsIn(change.value) : 0), 0);
  const [added, removed] = [sum('added'), sum('removed')];
  const amount = [added && `+${added}`, removed && `−${removed}`].filter(Boolean).join(' ');
  return amount ? `context ${amount} words` : 'context';
}

const nameOf = ({ field: { id, label }, before, after }: WordChange) =>
  id === 'supplementaryContext' ? amountOf(before, after) : label;

/** What a version changed of the words before, by the names of the fields: "Title, context +6 −2 words". */
export function changeInWords(before: Shown, after: Shown): string {
  const names = changesBetween(before, after).map(nameOf);
  if (names.length === 0) return 'same content';
  const rest = names.length - mostNamed;
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more` : names.join(', ');
}

/** What a version that was never published changed: only its context is known. */
export function contextInWords(before: AudienceVersion | undefined, version: AudienceVersion): string {
  if (!before) return version.versionNumber === 1 ? 'first content' : '';
  const [first, second] = [before.supplementaryContext ?? '', version.supplementaryContext ?? ''];
  return first === second ? 'context unchanged' : amountOf(first, second);
}
