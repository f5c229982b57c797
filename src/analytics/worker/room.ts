import type { Database } from '../../db/client.ts';
import { startOf } from '../../vocabulary/facts.ts';
import type { Change } from '../rewrite.ts';
import { selectSizesAt } from '../store/blocks-at.ts';
import { type Correction, changesOf, firstOfPages, placesOf, type Read } from './chunk.ts';

// A write holds all sessions of the blocks that it changes. A Worker has 128 MB.

/**
 * The most of the blocks that one write changes: bytes, with so many more for each session. The write holds each text
 * about eight times, as rows, sessions, rows and their JSON, and with two bytes for each character if one needs them.
 */
const most = 5_000_000;
const perSession = 50;
/** So many blocks have room without a look at their sizes. */
export const few = 12;

/** Takes the blocks of changes if there is room. The first always have it. */
type Take = (changes: readonly Change[]) => boolean;

/** The room for the blocks of changes. A write may have two, each a part of all room. */
export async function roomFor(
  db: Database,
  changes: readonly Change[],
  { isRemoved, parts }: { isRemoved: number; parts: number },
): Promise<Take> {
  const [sizes] = await db.batch([selectSizesAt({ places: placesOf(changes), isRemoved })]);
  const ofPages = Map.groupBy(
    sizes.toSorted((a, b) => a.firstAt - b.firstAt),
    ({ pageId }) => pageId,
  );
  const taken = new Set<unknown>();
  let left = most / parts;
  return (some) => {
    const more = new Map<unknown, number>();
    for (const { pageId, before, after } of some)
      for (const facts of [before, after]) {
        const ofPage = ofPages.get(pageId);
        const block = facts && (ofPage?.findLast(({ firstAt }) => firstAt <= startOf(facts)) ?? ofPage?.[0]);
        if (block && !taken.has(block)) more.set(block, block.bytes + perSession * block.count);
      }
    const size = [...more.values()].reduce((sum, bytes) => sum + bytes, 0);
    // More of what is taken needs no more room.
    if (more.size > 0 && size > left && taken.size > 0) return false;
    for (const block of more.keys()) taken.add(block);
    left -= size;
    return true;
  };
}

/** The sessions and corrections of whose blocks there is room in one write: the first sessions, and any corrections. */
export async function withRoom(
  db: Database,
  { sealed, corrected }: { sealed: Read[]; corrected: Correction[] },
): Promise<{ sealed: Read[]; corrected: Correction[] }> {
  const seals = firstOfPages(sealed.flatMap(changesOf));
  const changes = [...seals, ...corrected.flatMap(changesOf)];
  if (changes.length <= few) return { sealed, corrected };
  const take = await roomFor(db, changes, { isRemoved: 0, parts: 1 });
  const end = sealed.findIndex((session) => !take(changesOf(session)));
  return {
    sealed: end < 0 ? sealed : sealed.slice(0, end),
    corrected: corrected.filter((correction) => take(changesOf(correction))),
  };
}
