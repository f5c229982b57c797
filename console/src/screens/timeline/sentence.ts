import { calCom, typeform } from './payloads/forms.ts';
import { github } from './payloads/github.ts';
import { hubspot } from './payloads/hubspot.ts';
import { stripe } from './payloads/stripe.ts';

/** The payloads that are known by their shape, whatever their source is called. */
const known = [stripe, hubspot, typeform, calCom, github];

/** What a payload says, as a sentence. Undefined if its shape is not known. It is text of others, never markup. */
export function sentenceOf(payload: unknown): string | undefined {
  for (const read of known) {
    const sentence = read(payload);
    if (sentence) return sentence;
  }
  return undefined;
}
