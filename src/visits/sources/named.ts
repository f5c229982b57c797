import { linkedinKey, normaliseLinkedinProfileUrl } from '../../lib/profile.ts';
import { asStored } from '../../people/persons/identity.ts';

// An erasure finds kept deliveries by these, whatever the mapping is.

// Each part is bounded: without, a long text without an end takes the square of its length.
const emails = /[^\s"'<>\(\)\[\],;:\\@\/]{1,320}@[^\s"'<>\(\)\[\],;:\\@\/]{1,255}/gv;
const phones = /\+[1-9](?:[\s\(\).\/\-]?\d){5,14}/gv;
const profiles = /(?:[\w\-]{1,20}\.){0,3}linkedin\.com\/[^\s"'<>]{1,300}/giv;

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
    for (const one of matches(text, emails)) found.add(asStored.email(one) ?? '');
    for (const one of matches(text, phones)) found.add(one.replace(/[^+\d]/g, ''));
    for (const one of matches(text, profiles)) {
      const url = normaliseLinkedinProfileUrl(one);
      if (url !== undefined) found.add(linkedinKey(url));
    }
  }
  found.delete('');
  return [...found];
}
