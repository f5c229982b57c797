import type { Field, Fields, Image } from './answer.ts';
import { safeAddress } from './html.ts';

/** The entries of an object that pass. */
export const entriesOf = <T>(of: Record<string, T>, passes: (entry: [name: string, value: T]) => unknown) =>
  Object.fromEntries(Object.entries(of).filter(passes));

const kindOf = (field: Field) => Array.isArray(field) || typeof field;

/**
 * The fields of a page over the website's own. A field does not replace one of another kind, nor if it has no words, or
 * a bad address: of an image, or where the website has an address itself.
 */
export const mergedFields = (own: Fields = {}, live: Fields = {}): Fields => ({
  ...own,
  ...entriesOf(live, ([name, field]) => {
    const usual = own[name];
    const given = (field as Image).url ?? field;
    const isAddress = given !== field || /^([a-z]+:|[/#?.])/.test(usual as string);
    const isGood = isAddress ? safeAddress(given) : given.length;
    return isGood && kindOf(usual ?? field) === kindOf(field);
  }),
});
