/** Characters as SQL spells them: `char(2, 2)`. */
export const charactersInSql = (text: string): string =>
  `char(${Array.from(text, (character) => character.codePointAt(0)).join(', ')})`;
