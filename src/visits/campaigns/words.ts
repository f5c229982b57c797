import type { FieldKind, ImageValue } from '../../content/pages/fields.ts';
import { columnsIn, filledTemplate, inUrl, partsOf, type Spell } from '../../lib/template.ts';
import { addressFields } from '../../vocabulary/metadata-kinds.ts';

type Texts = string | string[];

/** What the people of a campaign get: each text is a template over the columns of a row. */
export interface Words {
  fieldOverrides?: Record<string, Texts | ImageValue>;
  metadataOverride?: Record<string, Texts>;
  actionFormIdOverride?: string;
  actionFormInstructionsOverride?: string;
  actionUrlOverride?: string;
  supplementaryContext?: string;
}

/** The words that stand by themselves. */
export const singles = [
  'actionFormIdOverride',
  'actionFormInstructionsOverride',
  'actionUrlOverride',
  'supplementaryContext',
] as const;

/** Names of words that earlier templates of a campaign had, and that the one of now does not have. */
export interface Cleared {
  fields: string[];
  metadata: string[];
  others: string[];
}

/**
 * What is done to all rows of a campaign, one after the other in the order of their persons, or to rows that wait, in the order
 * in which they came.
 */
export interface Job {
  jobId: string;
  kind: 'publish' | 'archive' | 'write';
  state: 'running' | 'stopped' | 'done';
  /** The person of the last row that is done, or its part of the rows that wait. */
  after: string;
  total: number;
  done: number;
  changed: number;
  refused: number;
  /** The first rows that were refused, and why. */
  problems: { personId: string | null; row?: number; detail: string }[];
  author: string;
  startedAt: number;
  endedAt: number | null;
  /** Why the last attempt at a step has failed; null or missing once one has succeeded. */
  lastError?: string | null;
}

/** All texts of a template, with how values are put into them. */
function eachText(
  words: Words,
  kinds: ReadonlyMap<string, FieldKind>,
  change: (text: string, spell?: Spell) => string,
) {
  const texts = (value: Texts, spell?: Spell): Texts =>
    typeof value === 'string'
      ? change(value, spell)
      : value.map((one) => change(one, spell)).filter((one) => one !== '');
  const { fieldOverrides: fields, metadataOverride: metadata } = words;
  const changed: Words = {};
  for (const name of singles) {
    const text = words[name];
    if (text !== undefined) changed[name] = change(text, name === 'actionUrlOverride' ? inUrl : undefined);
  }
  if (fields)
    changed.fieldOverrides = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'object' && !Array.isArray(value)
          ? { url: change(value.url, inUrl), alt: change(value.alt) }
          : texts(value, kinds.get(name) === 'link' ? inUrl : undefined),
      ]),
    );
  if (metadata)
    changed.metadataOverride = Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [
        name,
        texts(value, addressFields.has(name) ? inUrl : undefined),
      ]),
    );
  return changed;
}

const noKinds = new Map<string, FieldKind>();

/** All templates of the words. */
function templatesIn(words: Words): string[] {
  const found: string[] = [];
  eachText(words, noKinds, (text) => {
    found.push(text);
    return text;
  });
  return found;
}

/** The names of the columns that a campaign uses, each once. */
export const columnsOf = (words: Words, path: string): string[] => [
  ...new Set([...templatesIn(words), path].flatMap(columnsIn)),
];

type Row = Readonly<Record<string, string>>;

/** The words of a row. Columns that have no value, and no default, are added to `missing`. */
export const filledWords = (
  words: Words,
  row: Row,
  kinds: ReadonlyMap<string, FieldKind>,
  missing: Set<string>,
): Words => eachText(words, kinds, (text, spell) => filledTemplate(text, row, missing, spell));

/** What a template says while nobody has filled it: each value is its default, or a letter. */
export const sampleWords = (words: Words): Words =>
  eachText(words, noKinds, (text) => {
    const parts = partsOf(text) ?? [text];
    return parts
      .map((part, index) =>
        typeof part === 'string' ? part : (part.fallback ?? (index === 0 ? 'https://example.com/' : 'x')),
      )
      .join('');
  });

/** The values of a row by its columns: the fields of its person are columns too. */
export const valuesOf = ({ person, columns }: { person?: object | undefined; columns: object }): Row =>
  Object.assign<Record<string, string>, object | undefined, object>({}, person, columns);
