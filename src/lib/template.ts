// Texts with placeholders: `Hello {{firstName|there}}`. A value is put in as it is, and never read as a template or as code.

/** A part of a template: plain text, or the column whose value stands in its place. */
export type Part = string | { column: string; fallback: string | undefined };

const placeholder = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

/** The longest name of a column, in characters. */
export const longestColumn = 100;

/** The parts of a template. Undefined if it has braces in pairs that are no placeholder. */
export function partsOf(template: string): Part[] | undefined {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: fallback, index } of template.matchAll(placeholder)) {
    const column = name.trim();
    if (column === '' || column.length > longestColumn) return undefined;
    parts.push(template.slice(end, index), { column, fallback });
    end = index + whole.length;
  }
  parts.push(template.slice(end));
  const isPlain = parts.every((part) => typeof part !== 'string' || !/\{\{|\}\}/.test(part));
  return isPlain ? parts.filter((part) => part !== '') : undefined;
}

/** How a value is put into a text. `isFirst`: nothing stands before it. */
export type Spell = (value: string, isFirst: boolean) => string;
const asItIs: Spell = (value) => value;

/** A value without white space around it; empty if nothing of it is visible. */
const shown = (value: string) => (/^[\s\p{DI}\u2800]*$/u.test(value) ? '' : value.trim());

/** The most UTF-16 units of a text that is filled. It is more than any text may have. */
const longestText = 30_000;

/**
 * A template with the values of a row. The names of columns that the row lacks, or has empty, are added to `missing`, unless
 * the template has a default for them. A text that becomes too long anyway is not filled to its end. A template that `partsOf` does not take is plain text.
 */
export function filledTemplate(
  template: string,
  row: Readonly<Record<string, string>>,
  missing: Set<string>,
  spell: Spell = asItIs,
): string {
  let filled = '';
  for (const [index, part] of (partsOf(template) ?? [template]).entries()) {
    if (typeof part === 'string') {
      filled += part;
      continue;
    }
    const { column, fallback } = part;
    const given = Object.hasOwn(row, column) ? shown(row[column] ?? '') : '';
    const value = given === '' ? fallback : given;
    if (value === undefined) missing.add(column);
    if (filled.length <= longestText) filled += spell(value ?? '', index === 0);
  }
  return filled;
}

/** The names of the columns in a template, in order. */
export const columnsIn = (template: string): string[] =>
  (partsOf(template) ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.column]));

/** In a URL, a value is percent-encoded, unless the URL begins with it. */
export const inUrl: Spell = (value, isFirst) => (isFirst ? value : encodeURIComponent(value.toWellFormed()));
