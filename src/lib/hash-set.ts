/** Hashes are below this: with 9,000 members, one in 90,000 of the texts that are no member has the hash of one. */
const hashes = 800_000_000;
/** The bits of a gap between two hashes that are written as they are (Rice coding); the rest is written as ones. */
const lowBits = 16;

/** FNV-1a with the last mixing of MurmurHash3, for texts that differ in a character only. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) % hashes;
}

/** A set of texts as base64, 18 bits each for 9,000 of them: the gaps between their sorted hashes. */
export function encodeHashSet(texts: string[]): string {
  const sorted = [...new Set(texts.map(hash))].sort((a, b) => a - b);
  const gaps = sorted.map((value, index) => value - (sorted[index - 1] ?? 0));
  const bits = gaps
    .map((gap) => `${'1'.repeat(gap >>> lowBits)}0${gap.toString(2).padStart(lowBits, '0').slice(-lowBits)}`)
    .join('');
  // Ones at the end begin no gap.
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? [];
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
}

/** Tells whether a text is in an encoded set. Every member is; of others, one in 90,000 seems to be. */
export function decodeHashSet(encoded: string): (text: string) => boolean {
  const bytes = atob(encoded);
  const end = bytes.length * 8;
  const byteAt = (bit: number) => bytes.charCodeAt(bit >>> 3);
  const members = new Set<number>();
  for (let [at, member] = [0, 0]; ; ) {
    let high = 0;
    for (; at < end && (byteAt(at) << (at & 7)) & 128; at++) high++;
    at++;
    if (at + lowBits > end) break;
    const three = (byteAt(at) << 16) | (byteAt(at + 8) << 8) | byteAt(at + 16);
    member += high * 2 ** lowBits + ((three >>> (8 - (at & 7))) & (2 ** lowBits - 1));
    members.add(member);
    at += lowBits;
  }
  return (text) => members.has(hash(text));
}
