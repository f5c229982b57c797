import { excerpt } from '../../../lib/excerpt.ts';
import { quoted } from '../../../lib/quoted.ts';
import { visible } from '../../../lib/visible.ts';

/** The most characters of a name in a sentence. */
const longest = 100;

/** A text as a sentence may name it: on one line, with nothing invisible, cut after 100 characters. */
export const plain = (text: string): string =>
  excerpt(visible(text.replaceAll(/[\s\p{Cc}]+/gv, ' ').trim()), longest);

/** Words of letters and digits. Within a word, one sign may join them, as in an email; between words, also " & ". */
const words = /^[\p{L}\p{M}\p{N}]+(?:(?:[@.\-'’]|(?: & | ))[\p{L}\p{M}\p{N}]+)*$/v;

/** A name or a title in a sentence: one with other signs than words have is in quotation marks. */
export const named = (text: string): string => (words.test(text) ? text : quoted(text));
