import type { Action } from '../nav/actions.ts';
import type { Choice } from './palette-deeds.ts';

/** An action, with other words by which it is found. */
export interface Findable extends Action {
  words?: string;
}

/** The words of a text, in lower case. */
export const wordsIn = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const labelOf = (title: string) => title.toLocaleLowerCase().replace(/^go to /, '');

/** How well an action fits what was typed. */
export type Fit = 0 | 1 | 2 | 3;

/** 3 if its title was typed, 2 if one of its other words was, 1 if a part was, 0 if it does not fit. */
export function fitOf({ title, words = '' }: Pick<Findable, 'title' | 'words'>, typed: string): Fit {
  const wanted = typed.toLocaleLowerCase();
  if (wanted === '') return 1;
  const own = wordsIn(title);
  const other = wordsIn(words);
  if (labelOf(title) === wanted) return 3;
  if (other.includes(wanted)) return 2;
  if (title.toLocaleLowerCase().includes(wanted)) return 1;
  const all = [...own, ...other];
  return wordsIn(typed).every((part) => all.some((word) => word.startsWith(part))) ? 1 : 0;
}

interface Offered {
  actions: (Choice & { fit: Fit })[];
  records: Choice[];
  deeds: Choice[];
  /** Whether a deed was typed. */
  hasVerb: boolean;
}

/** What the palette offers, in its order: what is called exactly what was typed first, what merely has a part of it last. */
export function inOrder(typed: string, { actions, records, deeds, hasVerb }: Offered): Choice[] {
  const wanted = typed.toLocaleLowerCase();
  const isNamed = ({ title }: Choice) => title.toLocaleLowerCase() === wanted;
  const ofFit = (fit: Fit) => actions.filter((action) => action.fit === fit);
  // Webhooks begin with “webh”, Sources have a word that does.
  const begins = ({ title }: Choice) => Number(labelOf(title).startsWith(wanted));
  return [
    ...ofFit(3),
    ...records.filter(isNamed),
    ...ofFit(2),
    ...(hasVerb ? deeds : []),
    ...records.filter((record) => !isNamed(record)),
    ...(hasVerb ? [] : deeds),
    ...ofFit(1).toSorted((a, b) => begins(b) - begins(a)),
  ];
}
