import { foldWidth } from '../../lib/host.ts';
import type { Identifiers } from './beacon.ts';

/** A field of a form, or an identifier that the page itself passes. */
interface Field {
  name: string;
  value: unknown;
  type?: string;
  autocomplete?: string;
}

type Read = (text: string) => string | undefined;

const readEmail: Read = (text) => /^[^\s@]+@[^\s@/?#:<>()[\]]+\.[\p{L}\d-]{2,}$/u.exec(foldWidth(text))?.[0];

// `(0)` in `+44 (0)20 …` is a trunk prefix, which is not part of the number.
const readPhone: Read = (text) => /^\+[1-9]\d{6,14}$/.exec(text.replace(/\(0\)|[\s.()[\]\p{Pd}]/gu, ''))?.[0];

const readLinkedin: Read = (text) =>
  /^(https?:\/\/)?([a-z]+\.)*linkedin\.com\/(in|pub)\/[^\s/?#\\][^\s?#\\]*/i.exec(text)?.[0];

/**
 * The identifiers among fields, in the form that the collector accepts. Fields whose type, name or autocomplete says
 * what they hold come first, then all others.
 */
export function identifiersAmong(fields: Field[]): Identifiers {
  const find = (kind: RegExp, read: Read) =>
    [
      ...fields.filter(({ type, name, autocomplete }) => kind.test([type, name, autocomplete].join())),
      ...fields,
    ]
      // Pasted text may contain invisible characters.
      .map(({ value }) => read(`${value}`.replace(/\p{C}/gu, '').trim()))
      // A long one would not be accepted.
      .find((found) => found && found.length < 150);
  return {
    email: find(/mail/i, readEmail),
    phone: find(/tel|phone|mobile/i, readPhone),
    linkedin: find(/linkedin/i, readLinkedin),
  };
}

/** The text fields of a form that has opted in. Hidden fields and passwords are not read. */
export const fieldsOf = (form: HTMLFormElement): Field[] =>
  form.matches('[data-footfall]')
    ? (Array.from(form.elements) as HTMLInputElement[]).filter(
        ({ type, disabled }) => !disabled && /^(text|email|tel|url|search)$/.test(type),
      )
    : [];
