import type { Action } from '../nav/actions.ts';

/** An action, with other words by which it is found. */
export interface Findable extends Action {
  words?: string;
}

const wordsIn = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well an action fits what was typed: 2 if that is a whole word of it, 1 if it is a part, 0 if it does not fit. */
export function fitOf({ title, words = '' }: Pick<Findable, 'title' | 'words'>, typed: string): 0 | 1 | 2 {
  const wanted = typed.toLocaleLowerCase();
  if (wanted === '') return 1;
  const own = wordsIn(title);
  const other = wordsIn(words);
  const label = title.toLocaleLowerCase().replace(/^go to /, '');
  if (label === wanted || other.includes(wanted)) return 2;
  if (title.toLocaleLowerCase().includes(wanted)) return 1;
  const all = [...own, ...other];
  return wordsIn(typed).every((part) => all.some((word) => word.startsWith(part))) ? 1 : 0;
}
