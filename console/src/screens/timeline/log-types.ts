import { words } from './payloads/read.ts';

/** The types of logs that say too little as they are: of our own forms, of Typeform, and of a sender that names none. */
const known = new Map([
  ['form-submitted', 'Form received'],
  ['form-response', 'Form answered'],
  ['webhook', 'Message received'],
]);

/** The type of a log in words: `deal-won` is "Deal won". */
export function typeInWords(type: string): string {
  const said = words(type);
  return known.get(type) ?? `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
