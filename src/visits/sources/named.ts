import { linkedinKey, normaliseLinkedinProfileUrl } from '../../lib/profile.ts';
import { asStored } from '../../people/persons/identity.ts';

// An erasure finds kept deliveries by these, whatever the mapping is.

// Each part is bounded, and begins with a character that is looked for first: a text of 256 KiB takes milliseconds.
const outside = /[\s"'<>\(\)\[\],;:\\@\/]/v;
const phones = /\+[1-9](?:[\s\(\).\/\-]{0,3}\d){5,14}/gv;
const profiles = /linkedin\.com\/[^\s"'<>,;\(\)\[\]]{1,300}/giv;

/** What stands around each `@` of a text. */
function emailsIn(text: string): string[] {
  const parts = text.split('@');
  return parts.slice(1).flatMap((after, place) => {
    if (after === '' || !parts[place]) return [];
    const local = parts[place].slice(-320).split(outside).at(-1);
    const [host] = after.slice(0, 255).split(outside, 1);
    return local && host ? [`${local}@${host}`] : [];
  });
}

/** All texts in a value, the names of members too. No deeper than bodies may nest. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      yield name;
      yield* textsIn(item);
    }
}

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** The identifiers anywhere in a body, as persons have them. */
export function identifiersIn(body: unknown): string[] {
  const found = new Set<string>();
  for (const text of textsIn(body)) {
    for (const one of new Set(emailsIn(text))) found.add(asStored.email(one) ?? '');
    for (const one of matches(text, phones)) found.add(one.replace(/[^+\d]/g, ''));
    for (const one of matches(text, profiles)) {
      const url = normaliseLinkedinProfileUrl(one.replace(/[.!?:]$/, ''));
      if (url !== undefined) found.add(linkedinKey(url));
    }
  }
  found.delete('');
  return [...found];
}
