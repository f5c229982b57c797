import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { actionUrl, multilineText, nameUpTo, text, textUpTo, timestamp, webUrl } from '../../http/schemas.ts';
import {
  emptyOf,
  type PageField as Field,
  type FieldKind,
  type FieldValue,
  fieldKinds,
  type GivenValue,
  type GivenValues,
  isEmptyValue,
  isOfObjects,
  lengthsIn,
  lengthsOf,
  longestName,
  mostCharacters,
  mostFields,
  mostItems,
  mostSaid,
  namePattern,
} from './fields.ts';

const longest = 10_000;
const kind = z.enum(fieldKinds);

const fieldName = z.string().check(
  z.maxLength(longestName, `must have at most ${longestName} characters`),
  z.regex(namePattern, 'must begin with a letter, and have letters, digits, - and _ only'),
  z.refine((name) => !isOfObjects(name), 'must not be a name that programs give to every object'),
);

const shown = z
  .union([
    textUpTo(longest),
    z.object({ url: textUpTo(2048), alt: textUpTo(300) }),
    z.array(textUpTo(1000)).check(z.maxLength(mostItems)),
  ])
  .check(z.meta({ id: 'FieldValue' }));
/** The values of fields, by their names, as in answers. */
export const FieldValues = described(
  z.record(textUpTo(longestName), shown),
  'By the names of fields: a text, an image (`url`, `alt`) or a list of texts.',
);

const image = z.strictObject({ url: webUrl(0), alt: z._default(text(0, 300), '') });
const items = z.array(text(1, 1000)).check(z.maxLength(mostItems));
const words = multilineText(0, longest);
const value = z.union([words, image, items], 'must be a text, an image with url and alt, or a list of texts');

const isLine = (given: string) => !/[\n\r\t]/.test(given);

/** The kinds of fields that may have a value. */
function kindsOf(given: FieldValue): FieldKind[] {
  if (Array.isArray(given)) return ['list'];
  if (typeof given !== 'string') return ['image'];
  if (!isLine(given)) return ['long'];
  return ['text', 'long', ...(actionUrl.safeParse(given).success ? ['link' as const] : [])];
}

/** A value with what a write needs to know of it. */
function givenOf(given: FieldValue): GivenValue {
  return { value: given, kinds: kindsOf(given), length: lengthsIn(given).longest };
}

/** The fields to change; `""`, `[]`, an image without an address, and null clear one. */
export const FieldsUpdate = z
  .pipe(
    z.record(fieldName, z.nullable(value)).check(
      z.refine((given) => Object.keys(given).length <= mostFields, {
        error: `must have at most ${mostFields} fields`,
        params: { code: 'too_long' },
      }),
      z.refine((given) => JSON.stringify(given).length <= mostSaid, {
        error: `must have at most ${mostSaid} characters together, as JSON`,
        params: { code: 'too_long' },
      }),
    ),
    z.transform(
      (given): GivenValues =>
        Object.fromEntries(
          Object.entries(given).map(([name, one]) => [
            name,
            one === null || isEmptyValue(one) ? null : givenOf(one),
          ]),
        ),
    ),
  )
  .check(z.meta({ id: 'FieldsUpdate' }));

const maxLength = described(
  z.int().check(z.minimum(1), z.maximum(longest), z.meta({ format: 'int64' })),
  'The most characters: of a text, of an item of a list, or of the text of an image.',
);

export const PageField = object('PageField', {
  name: textUpTo(longestName),
  label: textUpTo(100),
  kind,
  default: shown,
  maxLength,
  help: textUpTo(500),
  removedAt: described(
    z.nullable(timestamp),
    'When it was removed. Audiences keep their values until `discardFields` names it.',
  ),
});

const declared = z
  .strictObject({
    name: fieldName,
    label: nameUpTo(100),
    kind,
    default: z.optional(z.nullable(value)),
    maxLength: z.optional(maxLength),
    help: z._default(multilineText(0, 500), ''),
  })
  .check((payload) => {
    const { kind: of, maxLength: most = lengthsOf[of].usual, default: usual } = payload.value;
    const add = (name: string, code: string, message: string) =>
      payload.issues.push({ code: 'custom', path: [name], message, params: { code }, input: payload.value });
    if (most > lengthsOf[of].most)
      add('maxLength', 'too_large', `must be at most ${lengthsOf[of].most} for this kind`);
    if (usual == null || isEmptyValue(usual)) return;
    const { kinds, length } = givenOf(usual);
    if (!kinds.includes(of)) add('default', 'invalid_type', `must be a value of the kind ${of}`);
    else if (length > most) add('default', 'too_long', `must have at most ${most} characters`);
  });

/** A field of a page, as a request declares it. */
export const PageFieldInput = z
  .pipe(
    declared,
    z.transform(({ default: given, maxLength: length, ...field }): Field => {
      const usual = given == null || isEmptyValue(given) ? emptyOf(field.kind) : given;
      const characters = [field.label, field.help, usual].reduce((sum, text) => sum + lengthsIn(text).all, 0);
      const maxLength = length ?? lengthsOf[field.kind].usual;
      return { ...field, default: usual, maxLength, characters, removedAt: null };
    }),
  )
  .check(z.meta({ id: 'PageFieldInput' }));

/** The fields of a page, in their order. */
export const PageFields = z.array(PageFieldInput).check(
  z.maxLength(mostFields, `must have at most ${mostFields} fields`),
  z.refine(
    (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
    'must have no two fields of one name',
  ),
  // Of a field that is wrong there is no number.
  z.refine((fields) => !(fields.reduce((sum, field) => sum + field.characters, 0) > mostCharacters), {
    error: `must have at most ${mostCharacters} characters in all labels, help and defaults together`,
    params: { code: 'too_long' },
  }),
);

/** Names of removed fields whose values are discarded. */
export const DiscardedFields = z.array(fieldName).check(z.maxLength(mostFields));
