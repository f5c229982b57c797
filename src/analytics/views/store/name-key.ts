import { fold } from '../../../lib/search-text.ts';

/** The longest key, in UTF-16 units: it stands in cursors. */
const longestKey = 255;

/** The form of a name in which views are compared and ordered: in lower case and without accents. */
export const nameKeyOf = (name: string): string => fold(name).slice(0, longestKey).toWellFormed();
