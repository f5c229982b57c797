import type {
  Audience,
  AudienceUpdate,
  Content,
  FieldsUpdate,
  FieldValue,
  MetadataUpdate,
  Page,
  PageField,
} from '@footfall/client';
import {
  type FieldId,
  type FixedId,
  fixedFields,
  isOwn,
  type MetadataField,
  nameField,
  type OwnId,
  ownField,
  ownFields,
  ownId,
  ownName,
  type WordField,
} from './fields.ts';

/**
 * Texts by their field. Lists have a line for each item, an image has the address and, in the next line, its text. The
 * fields of the page are those that it had when the texts were made.
 */
type Texts = Record<FixedId, string> & { [own: OwnId]: string };
/** What is written in each field. Empty: as on the page. */
export type Values = Texts;
/** What a website gets in each field. The name is empty: only users of the console see it. */
export type Shown = Texts;

/** The text of a field; empty if the page did not have it. */
export const textIn = (texts: Texts, id: FieldId): string => texts[id] ?? '';

const textOf = (value: FieldValue | null | undefined): string => {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'object') return value ?? '';
  return value ? imageText(value) : '';
};
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** An image as a text. */
export const imageText = ({ url, alt }: { url: string; alt: string }): string =>
  alt ? `${url.trim()}\n${alt}` : url.trim();
/** The image of a text. */
export function imageIn(text: string): { url: string; alt: string } {
  const [url = '', ...alt] = text.split('\n');
  return { url, alt: alt.join(' ') };
}

const isMetadata = (field: WordField): field is WordField & { id: MetadataField } =>
  field.path.startsWith('metadataOverride.');
/** The API answers the page's value of these when an audience does not set them. */
const isInherited = (id: FieldId) => id === 'ogType' || id === 'twitterCard';

/** The fields of the page that some texts have, in its order; those that it has no more are last. */
export function ownFieldsIn(page: Page, ...texts: Texts[]): WordField[] {
  const all = page.fields.map(({ name }) => ownId(name));
  const used = new Set(texts.flatMap((of) => Object.keys(of).filter(isOwn)));
  const known = all.filter((id) => used.has(id));
  return [...new Set([...known, ...used])].map((id) => ownField(page, id));
}

/** The fields that some texts have: those of the page, then those of every page. */
const fieldsOf = (page: Page, ...texts: Texts[]): WordField[] => [
  ...ownFieldsIn(page, ...texts),
  ...fixedFields,
];

/** What is written in the fields of an audience. */
export function valuesOf({ audience, page }: { audience: Audience; page: Page }): Values {
  const values: Partial<Values> = {
    customName: textOf(audience.customName),
    actionUrl: textOf(audience.actionUrlOverride),
    actionFormId: textOf(audience.actionFormIdOverride),
    actionFormInstructions: textOf(audience.actionFormInstructionsOverride),
    supplementaryContext: textOf(audience.supplementaryContext),
  };
  for (const { id } of ownFields(page)) values[id] = textOf(audience.fieldOverrides[ownName(id)]);
  for (const { id } of fixedFields.filter(isMetadata)) {
    const text = textOf(audience.metadataOverride[id]);
    values[id] = isInherited(id) && text === page.metadata[id] ? '' : text;
  }
  return values as Values;
}

/** What an empty field takes its text from, in the order in which they are asked. */
const sources: Partial<Record<FieldId, MetadataField>> = {
  ogTitle: 'title',
  ogDescription: 'description',
  ogUrl: 'canonicalUrl',
  twitterTitle: 'ogTitle',
  twitterDescription: 'ogDescription',
  twitterImageAlt: 'ogImageAlt',
};

/** The text that a field of a page has without an audience. */
export const defaultText = (field: Pick<PageField, 'default'>): string => textOf(field.default);

/** What a website would get if these values were published: as the API fills `effectiveMetadata`. */
export function shownOf(values: Values, page: Page): Shown {
  const shown: Partial<Shown> = {};
  for (const field of page.fields) {
    const id = ownId(field.name);
    if (field.removedAt === null)
      shown[id] = textIn(values, id).trim() ? textIn(values, id) : defaultText(field);
  }
  for (const field of fixedFields) {
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

/** Nothing is written. */
export const unwritten = Object.fromEntries([nameField, ...fixedFields].map(({ id }) => [id, ''])) as Values;

/** What a website gets for visitors without an audience. */
export const pageWords = (page: Page): Shown => shownOf(unwritten, page);

/** What an empty field means: the text that the website gets then. */
export const inheritedOf = (id: FieldId, values: Values, page: Page): string =>
  textIn(shownOf({ ...values, [id]: '' }, page), id);

/** What a website gets of a version. */
export function contentShown({ metadata, fields, ...content }: Content): Shown {
  const shown: Partial<Shown> = {};
  for (const [name, value] of Object.entries(fields)) shown[ownId(name)] = textOf(value);
  for (const field of fixedFields) {
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

/** What the second of two versions changes, without repetitions. The page has the names of its fields. */
export function changesBetween(page: Page, first: Shown, second: Shown): WordChange[] {
  const changes: WordChange[] = [];
  for (const field of fieldsOf(page, first, second)) {
    const [before, after] = [textIn(first, field.id), textIn(second, field.id)];
    if (before === after) continue;
    const source = sources[field.id];
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

/** Changes of what visitors get. No visitor gets the context. */
export const seenByVisitors = (changes: WordChange[]): WordChange[] =>
  changes.filter(({ field }) => field.id !== 'supplementaryContext');

/** Says which words of an older version cannot come back. Undefined if `then` has all that were `wanted`. */
export function lackingIn(page: Page, then: Shown, wanted: Shown): string | undefined {
  const all = changesBetween(page, wanted, then);
  const isGone = ({ field: { id } }: WordChange) => isOwn(id) && then[id] === undefined;
  const namesOf = (changes: WordChange[]) => changes.map(({ field }) => field.label).join(', ');
  const [gone, filled] = [all.filter(isGone), all.filter((change) => !isGone(change))];
  const sentences = [
    filled.length > 0 &&
      `This version left fields empty that now have a text on the page, which an audience cannot remove: ${namesOf(filled)}.`,
    gone.length > 0 && `This version has fields that the page does not have any more: ${namesOf(gone)}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/**
 * The draft with which visitors get the words of a version again. A snapshot does not say whether a text was the
 * audience's or the page's. So a field stays empty where the page gives the same text today.
 */
export function valuesFor(shown: Shown, now: Values, page: Page): Values {
  const values = { ...now };
  const fields = [...ownFields(page), ...fixedFields];
  for (const { id } of fields) values[id] = '';
  // A field that takes its text from another one comes after it.
  for (const { id } of fields)
    if (inheritedOf(id, values, page) !== textIn(shown, id)) values[id] = textIn(shown, id);
  return values;
}

/** The fields in which two drafts differ. The page has the names of its fields. */
export const differing = (page: Page, a: Values, b: Values): WordField[] =>
  [nameField, ...fieldsOf(page, a, b)].filter(({ id }) => textIn(a, id).trim() !== textIn(b, id).trim());

const isList = (id: FieldId): id is 'keywords' | 'robots' => id === 'keywords' || id === 'robots';

/** A text as a field of the page takes it. */
export function ownValue(kind: PageField['kind'], text: string): FieldValue {
  if (kind === 'list') return linesOf(text);
  if (kind === 'image') return imageIn(text.trimStart());
  return kind === 'long' ? text : text.trim();
}

/** The change that makes `before` to `after`. */
export function updateOf(page: Page, before: Values, after: Values): AudienceUpdate {
  const update: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  const own: FieldsUpdate = {};
  for (const field of differing(page, before, after)) {
    const { id } = field;
    const text = textIn(after, id);
    if (isOwn(id)) own[ownName(id)] = text.trim() ? ownValue(ownField(page, id).kind, text) : null;
    else if (isMetadata(field)) metadata[id] = isList(id) ? linesOf(text) : text.trim() || null;
    else update[field.path] = text.trim() ? written(id, text, page) : null;
  }
  if (Object.keys(metadata).length > 0) update.metadataOverride = metadata as MetadataUpdate;
  if (Object.keys(own).length > 0) update.fieldOverrides = own;
  return update as AudienceUpdate;
}

/** A text as it is stored. The address of a button may be one of the page's website: `/demo`, `#form`. */
const written = (id: FieldId, text: string, { url }: Page): string =>
  id === 'actionUrl' && /^[/#?]/.test(text.trim()) ? new URL(text.trim(), url).href : text;

/** A text that a reader is shown: keywords in one line. */
export const readable = (id: FieldId, text: string): string => (isList(id) ? linesOf(text).join(', ') : text);

/** Characters as the service counts them: code points. */
const lengthOf = (text: string): number => [...text].length;

/** How many characters of its longest text a field of the page has. */
export function longestIn(kind: PageField['kind'], text: string): number {
  if (kind === 'list') return Math.max(0, ...linesOf(text).map(lengthOf));
  return lengthOf(kind === 'image' ? imageIn(text).alt : text);
}
