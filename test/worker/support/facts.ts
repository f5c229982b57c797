import { type ColumnName, columnNames, type Facts, numberNames } from '../../../src/vocabulary/facts.ts';

type Fields = { [K in ColumnName]?: number | string | null };

const numbers = new Set<ColumnName>(numberNames);

/** The facts of a session with some fields: its other numbers are 0, its other texts unknown. */
export const factsWith = (fields: Fields): Facts =>
  columnNames.map((name) => fields[name] ?? (numbers.has(name) ? 0 : null));
