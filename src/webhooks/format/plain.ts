import { excerpt } from '../../lib/excerpt.ts';
import { visible } from '../../lib/visible.ts';

/** The most characters of a name in a sentence. */
const longest = 100;

/** A text as a sentence may name it: on one line, with nothing invisible, cut after 100 characters. */
export const plain = (text: string): string =>
  excerpt(visible(text.replaceAll(/[\s\p{Cc}]+/gv, ' ').trim()), longest);
