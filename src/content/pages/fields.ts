/** What a field of a page holds. `long` is plain text with line breaks, `list` a list of texts. */
export const fieldKinds = ['text', 'long', 'link', 'image', 'list'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** An image: its address, and the text for those who do not see it. */
export interface ImageValue {
  url: string;
  alt: string;
}
export type FieldValue = string | ImageValue | string[];

/** A field that a page declares, as it is stored. */
export interface PageField {
  name: string;
  label: string;
  kind: FieldKind;
  /** What visitors get where an audience says nothing else. */
  default: FieldValue;
  /** The most characters of the text, of an item of the list, or of the text of an image. */
  maxLength: number;
  help: string;
  /** The characters of its label, help and default. */
  characters: number;
  /** When it was removed, in milliseconds since 1970. Audiences keep their values until they are discarded. */
  removedAt: number | null;
}

/** What an audience says in place of the defaults, by the names of fields. */
export type FieldValues = Record<string, FieldValue>;

/** How long each kind may be, in characters: without a `maxLength`, and at most. */
export const lengthsOf: Record<FieldKind, { usual: number; most: number }> = {
  text: { usual: 300, most: 1000 },
  long: { usual: 2000, most: 10_000 },
  link: { usual: 2048, most: 2048 },
  image: { usual: 300, most: 300 },
  list: { usual: 300, most: 1000 },
};
/** The most items of a list. */
export const mostItems = 20;
/** The most characters of the name of a field. */
export const longestName = 50;
/** The name of a field, which is in the markup of a website, and is a key of JSON. */
export const namePattern = /^[A-Za-z][A-Za-z0-9_\-]*$/v;
/** Whether programs give a property of this name to every object: no field has it. */
export const isOfObjects = (name: string): boolean => name in {};
/** Whether a field may have this name. */
export const isFieldName = (name: string): boolean =>
  name.length <= longestName && namePattern.test(name) && !isOfObjects(name);
/** The most fields of a page, with those that are removed and not discarded. */
export const mostFields = 200;
/** The most characters of all labels, help and defaults of a page. */
export const mostCharacters = 20_000;
/** The most characters of what an audience says, as JSON: lists of audiences have all of it. */
export const mostSaid = 10_000;

/** How long a value is: its longest text, which `maxLength` bounds, and all its texts, in characters. */
export function lengthsIn(value: FieldValue): { longest: number; all: number } {
  const lengthOf = (text: string) => [...text].length;
  if (typeof value === 'string') return { longest: lengthOf(value), all: lengthOf(value) };
  if (!Array.isArray(value)) return { longest: lengthOf(value.alt), all: lengthOf(value.url + value.alt) };
  return { longest: Math.max(0, ...value.map(lengthOf)), all: lengthOf(value.join('')) };
}

/** Whether a value is empty: it stands for the default. */
export const isEmptyValue = (value: FieldValue): boolean =>
  typeof value === 'string' ? value === '' : Array.isArray(value) ? value.length === 0 : value.url === '';

/** The empty value of a kind. */
export const emptyOf = (kind: FieldKind): FieldValue =>
  kind === 'list' ? [] : kind === 'image' ? { url: '', alt: '' } : '';

/** The values of all fields that are not removed: those of the audience, and the defaults of the page. */
export const fieldValues = (fields: readonly PageField[], overrides: FieldValues = {}): FieldValues =>
  Object.fromEntries(
    fields
      .filter(({ removedAt }) => removedAt === null)
      .map((field) => [
        field.name,
        Object.hasOwn(overrides, field.name) ? overrides[field.name] : field.default,
      ]),
  ) as FieldValues;

/** A value that a request sets, with the kinds of fields that may have it, and its length in characters. */
export interface GivenValue {
  value: FieldValue;
  kinds: FieldKind[];
  length: number;
}
/** The fields to change; null clears one. */
export type GivenValues = Record<string, GivenValue | null>;

/** A JSON merge patch (RFC 7396) of what is stored: a cleared field is a null. */
export const fieldsPatch = (given: GivenValues): Record<string, FieldValue | null> =>
  Object.fromEntries(Object.entries(given).map(([name, one]) => [name, one?.value ?? null]));

/** What is stored of fields that a new resource has. */
export const fieldsGiven = (given: GivenValues = {}): FieldValues =>
  Object.fromEntries(Object.entries(given).flatMap(([name, one]) => (one ? [[name, one.value]] : [])));

/** What a write says of the values that it sets, for the condition that the page has such fields. */
export const claimsOf = (given: GivenValues): Record<string, Omit<GivenValue, 'value'>> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, one]) =>
      one ? [[name, { kinds: one.kinds, length: one.length }]] : [],
    ),
  );

/** Why values do not fit the fields of a page, by name. Empty if they do. */
export function misfits(
  fields: readonly PageField[],
  given: GivenValues,
): { name: string; code: string; message: string }[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.entries(given).flatMap(([name, one]) => {
    const field = byName.get(name);
    if (!one) return [];
    if (!field) return [{ name, code: 'unknown_field', message: 'The page has no field of this name.' }];
    if (field.removedAt !== null)
      return [{ name, code: 'unknown_field', message: 'This field was removed from the page.' }];
    if (!one.kinds.includes(field.kind))
      return [{ name, code: 'invalid_type', message: `must be ${meant[field.kind]}` }];
    if (one.length > field.maxLength)
      return [{ name, code: 'too_long', message: `must have at most ${field.maxLength} characters` }];
    return [];
  });
}

/** What each kind takes, as an error says it. */
const meant: Record<FieldKind, string> = {
  text: 'a text in one line',
  long: 'a text',
  link: 'an absolute http, https, mailto or tel URL',
  image: 'an object with url and alt',
  list: `a list of at most ${mostItems} texts`,
};
