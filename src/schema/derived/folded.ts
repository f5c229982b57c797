import { lettersOf, wordStart } from '../../lib/search-text.ts';

/** Characters as SQL spells them: `char(2, 2)`. */
export const charactersInSql = (text: string): string =>
  `char(${Array.from(text, (character) => character.codePointAt(0)).join(', ')})`;

const space = charactersInSql(` ${wordStart}`);

/** SQL of the marks before a word. */
export const mark = charactersInSql(wordStart);

/** SQL of a name with two marks before each word: person-search.sql.ts says why. */
export const marked = (sql: string): string => `${mark} || replace(${sql}, ' ', ${space})`;

/** SQL of a text with ASCII in place of the letters that the index does not fold itself. */
export const folded = (sql: string): string =>
  Object.entries(lettersOf).reduce(
    (text, [letter, ascii]) => `replace(${text}, '${letter}', '${ascii}')`,
    sql,
  );
