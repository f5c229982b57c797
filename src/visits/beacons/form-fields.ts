import { partition } from 'es-toolkit/array';
import { longestValues, mostFields, secretField, withoutCardNumbers } from '../../lib/form-fields.ts';

/** The longest name of a field: it is a key of a log's payload, and may be one of `ignoredFields`. */
export const longestFieldName = 50;

/** Anyone may send thousands of fields: those beyond the first hundred are ignored unseen. */
const mostLookedAt = 100;

const isFieldName = (name: string): boolean =>
  /^\P{C}+$/u.test(name) && [...name].length <= longestFieldName && !secretField.test(name);

/** A value as it is stored: lines of text without other control characters, and without numbers of cards. */
const plain = (value: string): string =>
  withoutCardNumbers(
    value
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  );

/** The word of a field's name that says what it holds: `your-name`, `contact[firstName]` and `Last name` as one word. */
const wordOf = (field: string): string =>
  (/[^[\]]+(?=\]*$)/.exec(field)?.[0] ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

// As forms in English, German, French, Spanish, Italian and Dutch call them.
const wholeName = /^(?:your|full|contact)?name$|^(?:nombre|nome|naam)$/;
const givenName = /^(?:f|first|given|fore|vor)name$|^(?:prenom|voornaam)$/;
const familyName = /^(?:l|last|family|sur|nach)name$|^(?:nom|apellidos?|cognome|achternaam)$/;
const isOfName = (field: string): boolean =>
  [wholeName, givenName, familyName].some((kind) => kind.test(wordOf(field)));

type Fields = Record<string, string>;

/**
 * The fields of a form as they are stored, the sender's name first: at most ten, by names of up to 50 characters, of
 * texts that have up to 2,000 characters together; what has no room is dropped. No field is kept whose name is one of a
 * password, a code or a card. Undefined if none is left.
 */
export function keptFields(sent: Record<string, unknown>): Fields | undefined {
  let room = longestValues;
  const texts = Object.entries(sent)
    .slice(0, mostLookedAt)
    .flatMap(([name, value]) => {
      const text = typeof value === 'string' && isFieldName(name) ? plain(value) : '';
      return text ? [[name, text] as const] : [];
    });
  const kept = partition(texts, ([name]) => isOfName(name))
    .flat()
    .filter(([, text]) => {
      const length = [...text].length;
      const hasRoom = length <= room;
      if (hasRoom) room -= length;
      return hasRoom;
    })
    .slice(0, mostFields);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/**
 * The name that a sender claims in the fields of a form, on one line: the whole one, or given and family name. Undefined
 * if there is none, or if it has more than the 255 characters of a person's name.
 */
export function claimedName(fields: Fields = {}): string | undefined {
  const find = (kind: RegExp) => Object.entries(fields).find(([name]) => kind.test(wordOf(name)))?.[1];
  const [whole, given, family] = [find(wholeName), find(givenName), find(familyName)];
  const parts = given || family ? [given ?? whole, family] : [whole];
  const name = parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
  return name && [...name].length <= 255 ? name : undefined;
}
