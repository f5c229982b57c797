import { byteLength } from '../lib/byte-length.ts';
import { type Facts, placeOf, startOf, textNames } from '../vocabulary/facts.ts';

/** The most sessions of a block, and the most bytes of its different texts: D1 takes 2 MB a row. */
export const mostSessions = 2000;
const mostBytes = 250_000;

const textPlaces = textNames.map(placeOf);

/** Counts the bytes of different texts, by column. */
function newSize() {
  const known = new Set<string>();
  let bytes = 0;
  return (facts: Facts): number => {
    for (const place of textPlaces) {
      const text = facts[place];
      if (typeof text !== 'string' || known.has(`${place} ${text}`)) continue;
      known.add(`${place} ${text}`);
      bytes += byteLength(JSON.stringify(text));
    }
    return bytes;
  };
}

/**
 * Cuts sessions in the order of their start into blocks. Those that began in the same millisecond are in the same block,
 * or in blocks of their own, so that a time says which block has its sessions.
 */
export function cut(sessions: readonly Facts[], most = mostSessions): Facts[][] {
  const blocks: Facts[][] = [];
  let block: Facts[] = [];
  let sizeWith = newSize();
  for (const facts of sessions) {
    const isFull = block.length >= most || sizeWith(facts) > mostBytes;
    if (isFull && block.length > 0) {
      // The first of the sessions with the start of this one.
      const begin = block.findIndex((one) => startOf(one) === startOf(facts));
      const moved = begin > 0 ? block.splice(begin) : [];
      blocks.push(block);
      block = moved;
      sizeWith = newSize();
      for (const one of moved) sizeWith(one);
      sizeWith(facts);
    }
    block.push(facts);
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

/** As `cut`, into blocks with about as many sessions each: they have room for others that come among these. */
export function cutEvenly(sessions: readonly Facts[]): Facts[][] {
  const blocks = cut(sessions);
  return blocks.length > 1 ? cut(sessions, Math.ceil(sessions.length / blocks.length)) : blocks;
}
