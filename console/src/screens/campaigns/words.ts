import type { Campaign, CampaignWords, Page } from '@footfall/client';
import { columnsIn, filledTemplate, inUrl, partsOf } from '../../../../src/lib/template.ts';
import { filledPath } from '../../../../src/lib/template-path.ts';
import { addressFields } from '../../../../src/vocabulary/metadata-kinds.ts';
import { originOf } from '../../data/websites.ts';
import { fieldErrors } from '../../lib/problem.ts';
import { firstFields, isOwn, moreGroups, ownField, ownName, type WordField } from '../audience/fields.ts';
import { imageIn, imageText, ownValue } from '../audience/words.ts';

/** The texts of a campaign by the ids of the fields. An empty one stays as it is on the page. */
export type Texts = Readonly<Record<string, string>>;

/** Fields that take one of a few values: columns say nothing there. */
const isWritten = ({ options }: WordField) => options === undefined;

/** The fields that a campaign can write: what is shown first, and the others. */
export const campaignFields = (page: Page): { first: WordField[]; more: WordField[] } => ({
  first: firstFields(page),
  more: moreGroups.flatMap(({ fields }) => fields).filter(isWritten),
});

/** All of them. */
export const allFields = (page: Page): WordField[] => {
  const { first, more } = campaignFields(page);
  return [...first, ...more];
};

/** The address of a button may be one of the page's website: `/demo`, `#form`. Its columns stay as they are written. */
const addressIn = (text: string, { url }: Page): string => {
  const address = text.trim();
  if (address.startsWith('/')) return `${originOf(url) ?? ''}${address}`;
  return /^[?#]/.test(address) ? `${url}${address}` : address;
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The texts as the service takes them: those that are empty are left out. */
export function wordsOf(page: Page, texts: Texts): CampaignWords {
  const words: Record<string, unknown> = {};
  const own: NonNullable<CampaignWords['fieldOverrides']> = {};
  const metadata: Record<string, unknown> = {};
  for (const { id, path } of allFields(page)) {
    const text = texts[id] ?? '';
    if (text.trim() === '') continue;
    if (isOwn(id)) own[ownName(id)] = ownValue(ownField(page, id).kind, text);
    else if (path.startsWith('metadataOverride.'))
      metadata[id] = id === 'keywords' ? linesOf(text) : text.trim();
    else words[path] = id === 'actionUrl' ? addressIn(text, page) : text.trim();
  }
  if (Object.keys(own).length > 0) words.fieldOverrides = own;
  if (Object.keys(metadata).length > 0) words.metadataOverride = metadata;
  return words as CampaignWords;
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'object' && value !== null) return imageText(value as { url: string; alt: string });
  return typeof value === 'string' ? value : '';
};

/** The texts of a campaign. */
export function textsOf(page: Page, words: Campaign['words']): Texts {
  const { fieldOverrides = {}, metadataOverride = {}, ...others } = words;
  return Object.fromEntries(
    allFields(page).map(({ id, path }) => {
      const value = isOwn(id)
        ? fieldOverrides[ownName(id)]
        : path.startsWith('metadataOverride.')
          ? metadataOverride[id as keyof typeof metadataOverride]
          : others[path as keyof typeof others];
      return [id, textOf(value)];
    }),
  );
}

/** The columns that texts and the path use, each once. */
export const usedColumns = (texts: Texts, path: string): string[] => [
  ...new Set([...Object.values(texts), path].flatMap(columnsIn)),
];

/** What is wrong with a text: its braces, or columns that a list does not have. Undefined if nothing is. */
export function problemIn(text: string, names: readonly string[]): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined)
    return 'A column stands in two pairs of braces, as {{name}} or {{name|there}}. Nothing else may have such braces.';
  const unknown = parts.flatMap((part) =>
    typeof part === 'string' || names.includes(part.column) || part.fallback !== undefined
      ? []
      : [part.column],
  );
  if (unknown.length === 0) return undefined;
  return `The list has no column ${unknown.map((name) => `“${name}”`).join(', ')}.`;
}

/** What a page says to somebody, and their link. */
export interface Filled {
  path: string;
  words: { id: string; label: string; text: string }[];
  /** The columns that they have no value for, where no default is given. */
  missing: string[];
}

/** The texts with the values of somebody. The service fills them by the same rules. */
export function filledFor(
  page: Page,
  texts: Texts,
  path: string,
  values: Readonly<Record<string, string>>,
): Filled {
  const missing = new Set<string>();
  const words = allFields(page).flatMap(({ id, label }) => {
    const text = texts[id] ?? '';
    if (text.trim() === '') return [];
    const kind = isOwn(id) ? ownField(page, id).kind : undefined;
    if (kind === 'image') {
      const { url, alt } = imageIn(text);
      const filled = [filledTemplate(url, values, missing, inUrl), filledTemplate(alt, values, missing)];
      return [{ id, label, text: filled.filter(Boolean).join(' · ') }];
    }
    const isAddress = kind === 'link' || id === 'actionUrl' || addressFields.has(id);
    const whole = id === 'actionUrl' ? addressIn(text, page) : text;
    const filled = filledTemplate(whole, values, missing, isAddress ? inUrl : undefined);
    return [{ id, label, text: filled }];
  });
  return { path: filledPath(path, values, missing), words, missing: [...missing] };
}

/** Why words were refused. The service names them by their path in a campaign, a field by its path in an audience. */
export const errorsIn = (error: unknown): Map<string, string> =>
  new Map([...fieldErrors(error)].map(([path, message]) => [path.replace(/^words\./, ''), message]));
