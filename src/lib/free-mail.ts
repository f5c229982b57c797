import encoded from './free-mail-list.ts';
import { decodeHashSet } from './hash-set.ts';

/** Names for documents and tests (RFC 2606), which by chance would seem to be in the list once in a while. */
const reserved = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/;

let has: ((domain: string) => boolean) | undefined;

/** Whether anyone can get an address there, so that sharing the domain says nothing of a company. */
export function isFreeMail(domain: string): boolean {
  // Not when the worker starts: it takes some milliseconds.
  has ??= decodeHashSet(encoded);
  return has(domain) && !reserved.test(domain);
}
