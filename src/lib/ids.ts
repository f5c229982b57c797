import { AsyncLocalStorage } from 'node:async_hooks';
import { nodeCrypto } from './node.ts';

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
  | 'campaign'
  | 'job'
  | 'annotation'
  | 'view'
  | 'webhook'
  | 'alert'
  | 'firing'
  | 'givenup'
  | 'source'
  | 'kept'
  | 'write'
  | 'entry'
  | 'export'
  | 'restore';

/** What all ids of a prefix look like. */
export const idPattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_[0-7][0-9a-z]{25}$`);

/** What makes the ids of the work that runs, if they follow from something. */
const makers = new AsyncLocalStorage<(prefix: IdPrefix) => string>();

/** The digits of base 32, in which ids have their bits. */
export const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** A TypeID (https://github.com/jetify-com/typeid): a prefix, and the 128 bits of a UUID in base 32 behind two zeros. */
export function typeId(prefix: IdPrefix, uuid: Uint8Array): string {
  let [text, rest, bits] = [`${prefix}_`, 0, 2];
  for (const byte of uuid) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += digits.charAt((rest >>> (bits - 5)) & 31);
  }
  return text;
}

/** Makes 16 bytes a UUIDv7 of a time, in milliseconds since 1970. */
function timed(bytes: Uint8Array, time: number): Uint8Array {
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(time / 2 ** 32));
  view.setUint32(2, time % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  return bytes;
}

/** A TypeID whose UUIDv7 has this time, and the hash of a text where others are random. */
const idOf = (prefix: IdPrefix, time: number, text: string): string =>
  typeId(prefix, timed(new Uint8Array(nodeCrypto().hash('sha256', text, 'buffer').subarray(0, 16)), time));

/** The time and the count of the last new UUID, so that those of one millisecond sort by creation, too. */
let latest = { time: 0, count: 0 };

/** A UUIDv7 (RFC 9562, 6.2, method 1): behind the time a count of 31 bits, which begins at random in each millisecond. */
function newUuid(): Uint8Array {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  const now = Date.now();
  // A clock may be set back by some seconds.
  if (now > latest.time || now < latest.time - 10_000) latest = { time: now, count: view.getUint32(6) >>> 2 };
  else latest.count++;
  const { time, count } = latest;
  view.setUint16(6, count >>> 19);
  view.setUint16(8, (count >>> 5) & 0x3fff);
  view.setUint8(10, ((count & 31) << 3) | (view.getUint8(10) & 7));
  return timed(bytes, time);
}

/** A new TypeID: the prefix and 26 characters of a UUIDv7, so that ids sort by time of creation. */
export const newId = (prefix: IdPrefix): string => makers.getStore()?.(prefix) ?? typeId(prefix, newUuid());

let last = { time: -1, bytes: new Uint8Array(16) };

/** A new TypeID of a time, in milliseconds since 1970. Those of one time are in the order in which they are made. */
export function newIdAt(prefix: IdPrefix, time: number): string {
  if (time !== last.time) last = { time, bytes: crypto.getRandomValues(new Uint8Array(16)) };
  // The next number: a carry that would reach the fixed bits ends among the 56 random ones before.
  for (let place = 15; place > 8; place--) {
    last.bytes[place] = ((last.bytes[place] ?? 0) + 1) % 256;
    if (last.bytes[place] !== 0) break;
  }
  return typeId(prefix, timed(last.bytes, time));
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
