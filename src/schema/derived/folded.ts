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

/**
 * The triggers that renew an FTS5 table when `columns` of `table` change. Its texts are those of the view
 * `<index>_text`, in which `key` finds the row.
 */
export const renewed = (table: string, index: string, columns: string, key = 'seq'): string =>
  `-- FTS5 removes a text only when it gets the same text again. So this runs before the row changes, while the view
-- still shows the old text.
CREATE TRIGGER ${table}_text_updating BEFORE UPDATE OF ${columns} ON ${table} BEGIN
  ${removed(index, key)}
END;

CREATE TRIGGER ${table}_text_updated AFTER UPDATE OF ${columns} ON ${table} BEGIN
  INSERT INTO ${index} (rowid, text) SELECT seq, text FROM ${index}_text WHERE ${key} = new.${key};
END;`;

const removed = (index: string, key: string): string =>
  `INSERT INTO ${index} (${index}, rowid, text)
    SELECT 'delete', seq, text FROM ${index}_text WHERE ${key} = old.${key};`;

/** The trigger that removes a deleted row from an FTS5 table. */
export const removedWith = (table: string, index: string, key = 'seq'): string =>
  `-- See ${table}_text_updating.
CREATE TRIGGER ${table}_deleting BEFORE DELETE ON ${table} BEGIN
  ${removed(index, key)}
END;`;
