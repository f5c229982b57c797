import type { Identifiers } from './beacon.ts';
import type { Field } from './fields.ts';

/** The identifiers among fields, as the collector accepts them: first of fields that say what they hold. */
export function identifiersAmong(fields: Field[]): Identifiers {
  // Pasted text may contain invisible characters. The collector makes full-width ones plain.
  const find = (kind: RegExp, form: RegExp, noise = /\p{C}/gu) =>
    [
      ...fields.filter(({ type, name, autocomplete }) => kind.test([type, name, autocomplete].join())),
      ...fields,
    ]
      .map(({ value }) => form.exec(`${value}`.replace(noise, '').trim())?.[0])
      .find(Boolean);
  return {
    email: find(/mail/i, /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/),
    // `(0)` in `+44 (0)20 …` is a trunk prefix, which is not part of the number.
    phone: find(/tel|phone|mobile/i, /^\+[1-9]\d{6,14}$/, /\(0\)|[\s.()[\]\p{C}\p{Pd}]/gu),
    linkedin: find(/linkedin/i, /^(https?:\/\/)?([a-z]+\.)*linkedin\.com\/(in|pub)\/[^\s?#\\]+/i),
  };
}
