import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { fromUUIDBytes, typeidUnboxed } from 'typeid-js';

export type IdPrefix =
  | 'person'
  | 'person_log'
  | 'account'
  | 'account_log'
  | 'api_key'
  | 'erasure'
  | 'page'
  | 'audience'
  | 'version'
  | 'experiment'
  | 'page_link'
  | 'tenant_domain'
  | 'topic'
  | 'topic_entry'
  | 'website'
  | 'share_link'
  | 'annotation'
  | 'view'
  | 'webhook'
  | 'alert'
  | 'firing'
  | 'write';

/** What all ids of a prefix look like. */
export const idPattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_[0-7][0-9a-z]{25}$`);

/** What makes the ids of the work that runs, if they follow from something. */
const makers = new AsyncLocalStorage<(prefix: IdPrefix) => string>();

/** A new TypeID: the prefix and 26 characters of a UUIDv7, so that ids sort by time of creation. */
export const newId = (prefix: IdPrefix): string => makers.getStore()?.(prefix) ?? typeidUnboxed(prefix);

/** A TypeID whose UUIDv7 has this time, in milliseconds since 1970, and the hash of a text where others are random. */
function idOf(prefix: IdPrefix, time: number, text: string): string {
  const bytes = new Uint8Array(hash('sha256', text, 'buffer').subarray(0, 16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(time / 2 ** 32));
  view.setUint32(2, time % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  return fromUUIDBytes(prefix, bytes);
}

/** Runs work in which the new ids of each prefix follow from a seed and a time, one after the other. */
export function withIdsOf<T>(seed: string, time: number, work: () => T): T {
  const counts = new Map<IdPrefix, number>();
  return makers.run((prefix) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return idOf(prefix, time, `${seed} ${prefix} ${count}`);
  }, work);
}
