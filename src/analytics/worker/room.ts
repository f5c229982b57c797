import type { Database } from '../../db/client.ts';
import { type Facts, startOf } from '../facts.ts';
import type { Change } from '../rewrite.ts';
import { selectSizesAt } from '../store/places.ts';
import { type Correction, firstOfPages, inBoth, placesOf, type Read } from './chunk.ts';

// A write holds all sessions of the blocks that it changes. A Worker has 128 MB.

/** The most of the blocks that one write changes: bytes, with so many more for each session. */
const most = 10_000_000;
const perSession = 150;
/** So many blocks have room without a look at their sizes. */
export const few = 24;

interface Size {
  pageId: string;
  firstAt: number;
  bytes: number;
  count: number;
}

/** What is left of the room for blocks. */
class Room {
  readonly #sizes: Map<string, Size[]>;
  readonly #taken = new Set<Size>();
  #left: number;

  constructor(sizes: Size[], room: number) {
    this.#left = room;
    this.#sizes = Map.groupBy(
      sizes.toSorted((a, b) => a.firstAt - b.firstAt),
      ({ pageId }) => pageId,
    );
  }

  /** The block that has the sessions with a start: none if the page has no blocks. */
  #blockAt(pageId: string, facts: Facts | undefined): Size[] {
    const sizes = this.#sizes.get(pageId);
    const block = facts && (sizes?.findLast(({ firstAt }) => firstAt <= startOf(facts)) ?? sizes?.[0]);
    return block ? [block] : [];
  }

  /** Takes the blocks of changes if there is room. The first always have it. */
  take(changes: readonly Change[]): boolean {
    const blocks = changes.flatMap(({ pageId, before, after }) =>
      [before, after].flatMap((facts) => this.#blockAt(pageId, facts)),
    );
    const more = [...new Set(blocks)].filter((block) => !this.#taken.has(block));
    const size = more.reduce((sum, { bytes, count }) => sum + bytes + perSession * count, 0);
    if (size > this.#left && this.#taken.size > 0) return false;
    for (const block of more) this.#taken.add(block);
    this.#left -= size;
    return true;
  }
}

/** The room for the blocks of changes. A write may have two, each a part of all room. */
export async function roomFor(
  db: Database,
  changes: readonly Change[],
  { isRemoved, parts }: { isRemoved: number; parts: number },
): Promise<Room> {
  const [sizes] = await db.batch([selectSizesAt({ places: placesOf(changes), isRemoved })]);
  return new Room(sizes, most / parts);
}

/** The sessions and corrections of whose blocks there is room in one write: the first sessions, and any corrections. */
export async function withRoom(
  db: Database,
  { sealed, corrected }: { sealed: Read[]; corrected: Correction[] },
): Promise<{ sealed: Read[]; corrected: Correction[] }> {
  const changesOf = ({ before, facts }: { before?: Facts | undefined; facts: Facts }) =>
    inBoth(facts, { before, after: facts });
  const seals = firstOfPages(sealed.flatMap(changesOf));
  const changes = [...seals, ...corrected.flatMap(changesOf)];
  if (changes.length <= few) return { sealed, corrected };
  const room = await roomFor(db, changes, { isRemoved: 0, parts: 1 });
  const end = sealed.findIndex((session) => !room.take(changesOf(session)));
  return {
    sealed: end < 0 ? sealed : sealed.slice(0, end),
    corrected: corrected.filter((correction) => room.take(changesOf(correction))),
  };
}
