import type { Audience, AudienceUpdate, Content, MetadataUpdate, Page } from '@footfall/client';
import { allFields, contentFields, type FieldId, type MetadataField, type WordField } from './fields.ts';

/** What is written in each field. Empty: as on the page. Lists have a line for each item. */
export type Values = Record<FieldId, string>;
/** What a website gets in each field. The name is empty: only users of the console see it. */
export type Shown = Record<FieldId, string>;

const textOf = (value: string | string[] | null | undefined): string =>
  Array.isArray(value) ? value.join('\n') : (value ?? '');
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const isMetadata = (field: WordField): field is WordField & { id: MetadataField } =>
  field.path.startsWith('metadataOverride.');
/** The API answers the page's value of these when an audience does not set them. */
const isInherited = (id: FieldId) => id === 'ogType' || id === 'twitterCard';

/** What is written in the fields of an audience. */
export function valuesOf({ audience, page }: { audience: Audience; page: Page }): Values {
  const values: Partial<Values> = {
    customName: textOf(audience.customName),
    actionUrl: textOf(audience.actionUrlOverride),
    actionFormId: textOf(audience.actionFormIdOverride),
    actionFormInstructions: textOf(audience.actionFormInstructionsOverride),
    supplementaryContext: textOf(audience.supplementaryContext),
  };
  for (const { id } of allFields.filter(isMetadata)) {
    const text = textOf(audience.metadataOverride[id]);
    values[id] = isInherited(id) && text === page.metadata[id] ? '' : text;
  }
  return values as Values;
}

/** What an empty field takes its text from, in the order in which they are asked. */
const sources: Partial<Record<MetadataField, MetadataField>> = {
  ogTitle: 'title',
  ogDescription: 'description',
  ogUrl: 'canonicalUrl',
  twitterTitle: 'ogTitle',
  twitterDescription: 'ogDescription',
  twitterImageAlt: 'ogImageAlt',
};

/** What a website would get if these values were published: as the API fills `effectiveMetadata`. */
export function shownOf(values: Values, page: Page): Shown {
  const shown: Partial<Shown> = {};
  for (const field of contentFields) {
    const { id } = field;
    if (!isMetadata(field)) {
      shown[id] = values[id];
      continue;
    }
    const source = sources[field.id];
    const fallback = { title: page.title, canonicalUrl: page.url }[id as string] ?? (source && shown[source]);
    shown[id] = values[id] || textOf(page.metadata[field.id]) || fallback || '';
  }
  return { ...shown, customName: '' } as Shown;
}

/** What a website gets for visitors without an audience. */
export const pageWords = (page: Page): Shown =>
  shownOf(Object.fromEntries(allFields.map(({ id }) => [id, ''])) as Values, page);

/** What an empty field means: the text that the website gets then. */
export const inheritedOf = (id: FieldId, values: Values, page: Page): string =>
  shownOf({ ...values, [id]: '' }, page)[id];

/** What a website gets of a version. */
export function contentShown({ metadata, fields: _, ...content }: Content): Shown {
  const shown: Partial<Shown> = {};
  for (const field of contentFields) {
    shown[field.id] = textOf(
      isMetadata(field) ? metadata[field.id] : content[field.id as keyof typeof content],
    );
  }
  return { ...shown, customName: '' } as Shown;
}

/** A field whose text changes, and the fields that only repeat it. */
export interface WordChange {
  field: WordField;
  before: string;
  after: string;
  /** Other fields that change in the same way, because they take their text from this one. */
  repeatedBy: WordField[];
}

/** What the second of two versions changes, without repetitions. */
export function changesBetween(first: Shown, second: Shown): WordChange[] {
  const changes: WordChange[] = [];
  for (const field of contentFields) {
    const [before, after] = [first[field.id], second[field.id]];
    if (before === after) continue;
    const source = sources[field.id as MetadataField];
    const repeated = changes.find(
      (change) =>
        source !== undefined &&
        (change.field.id === source || change.repeatedBy.some(({ id }) => id === source)) &&
        change.before === before &&
        change.after === after,
    );
    if (repeated) repeated.repeatedBy.push(field);
    else changes.push({ field, before, after, repeatedBy: [] });
  }
  return changes;
}

/** Says which words of an older version cannot come back. Undefined if `then` has all that were `wanted`. */
export function lackingIn(then: Shown, wanted: Shown): string | undefined {
  const names = changesBetween(wanted, then).map(({ field }) => field.label);
  if (names.length === 0) return undefined;
  return `This version left fields empty that now have a text on the page, which an audience cannot remove: ${names.join(', ')}.`;
}

/**
 * The draft with which visitors get the words of a version again. A snapshot does not say whether a text was the
 * audience's or the page's. So a field stays empty where the page gives the same text today.
 */
export function valuesFor(shown: Shown, now: Values, page: Page): Values {
  const values = { ...now };
  for (const { id } of contentFields) values[id] = '';
  // A field that takes its text from another one comes after it.
  for (const { id } of contentFields) if (inheritedOf(id, values, page) !== shown[id]) values[id] = shown[id];
  return values;
}

/** The fields in which two drafts differ. */
export const differing = (a: Values, b: Values): WordField[] =>
  allFields.filter(({ id }) => a[id].trim() !== b[id].trim());

const isList = (id: FieldId): id is 'keywords' | 'robots' => id === 'keywords' || id === 'robots';

/** The change that makes `before` to `after`. */
export function updateOf(before: Values, after: Values): AudienceUpdate {
  const update: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  for (const field of differing(before, after)) {
    const text = after[field.id];
    if (isMetadata(field)) metadata[field.id] = isList(field.id) ? linesOf(text) : text.trim() || null;
    else update[field.path] = text.trim() ? text : null;
  }
  if (Object.keys(metadata).length > 0) update.metadataOverride = metadata as MetadataUpdate;
  return update as AudienceUpdate;
}

/** A text that a reader is shown: lists in one line. */
export const readable = (id: FieldId, text: string): string => (isList(id) ? linesOf(text).join(', ') : text);
