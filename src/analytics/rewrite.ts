import { addedPlaces, areEqual, type Facts, startOf } from '../vocabulary/facts.ts';
import { type BlockKey, blockOf, factsOf, type StoredBlock, type WholeBlock } from './block.ts';
import { cut, cutEvenly } from './cut.ts';
import { storedBlock } from './stored-block.ts';

/** What a write changes of a sequence: the sessions of a page, or of the whole workspace. */
export interface Change {
  /** An empty text for the whole workspace. */
  pageId: string;
  /** Undefined adds a session that blocks do not have. */
  before: Facts | undefined;
  /** Undefined takes a session away. */
  after: Facts | undefined;
}

/** The blocks to write, and the keys of those that are no more. */
export interface Rewrite {
  written: StoredBlock[];
  deleted: BlockKey[];
}

interface Opened {
  key: BlockKey;
  /** When the last of its sessions began before the rewrite. */
  lastAt: number;
  sessions: Facts[];
  isChanged: boolean;
}

const open = (row: WholeBlock): Opened => ({
  key: { pageId: row.pageId, isRemoved: row.isRemoved, firstAt: row.firstAt, part: row.part },
  lastAt: row.lastAt,
  sessions: factsOf(blockOf(row)),
  isChanged: false,
});

const byKey = (a: Opened, b: Opened) => a.key.firstAt - b.key.firstAt || a.key.part - b.key.part;

/** The blocks that have the sessions with a start: the last that begins by then, and others that begin as it does. */
function blocksAt(blocks: Opened[], at: number): Opened[] {
  const last = blocks.findLast(({ key }) => key.firstAt <= at) ?? blocks[0];
  return last ? blocks.filter(({ key }) => key.firstAt === last.key.firstAt) : [];
}

/** Whether a block has a session but for added columns: a version without these may have written it. */
const areEqualButAdded = (one: Facts, facts: Facts): boolean =>
  one.every((value, place) => addedPlaces.includes(place) || value === (facts[place] ?? null));

function takeAway(blocks: Opened[], facts: Facts): void {
  const some = blocksAt(blocks, startOf(facts));
  for (const isSame of [areEqual, areEqualButAdded])
    for (const block of some) {
      const place = block.sessions.findIndex((one) => isSame(one, facts));
      if (place < 0) continue;
      block.sessions.splice(place, 1);
      block.isChanged = true;
      return;
    }
  throw new Error('No block has a session that was sealed.');
}

function add(blocks: Opened[], key: Omit<BlockKey, 'firstAt' | 'part'>, facts: Facts): void {
  const some = blocksAt(blocks, startOf(facts));
  let block = some.at(-1);
  // One of several parts must not begin earlier than the others: nobody would look for their start in it.
  if (!block || (block.key.firstAt > startOf(facts) && block.key.part > 0)) {
    block = { key: { ...key, firstAt: startOf(facts), part: 0 }, lastAt: -1, sessions: [], isChanged: true };
    blocks.unshift(block);
  }
  block.sessions.push(facts);
  block.isChanged = true;
}

/** Sessions at the end fill a block. If others come among them, a full one is cut in halves, which have room. */
function cutChanged(sessions: readonly Facts[], lastAt: number): Facts[][] {
  const [first, last] = [startOf(sessions[0] ?? []), startOf(sessions.at(-1) ?? [])];
  return last > lastAt || first === last ? cut(sessions) : cutEvenly(sessions);
}

/** The rows of a block whose sessions have changed. Of several parts only the last is cut: no key is taken then. */
function rowsOf({ key, lastAt, sessions }: Opened, isLast: boolean): StoredBlock[] {
  const { pageId, isRemoved } = key;
  const sorted = sessions.toSorted((a, b) => startOf(a) - startOf(b));
  const blocks = isLast ? cutChanged(sorted, lastAt) : [sorted];
  let last = { firstAt: key.firstAt, part: key.part - 1 };
  return blocks
    .filter(({ length }) => length > 0)
    .map((some) => {
      const firstAt = startOf(some[0] ?? []);
      last = { firstAt, part: firstAt === last.firstAt ? last.part + 1 : 0 };
      return storedBlock({ pageId, isRemoved, part: last.part }, some);
    });
}

const isSameKey = (a: BlockKey, b: BlockKey) => a.firstAt === b.firstAt && a.part === b.part;

/** Rewrites blocks of one sequence. Throws an Error if they lack a session that is taken away. */
export function rewrite(rows: readonly WholeBlock[], isRemoved: number, changes: readonly Change[]): Rewrite {
  const blocks = rows.map(open).sort(byKey);
  for (const { before } of changes) if (before) takeAway(blocks, before);
  for (const { pageId, after } of changes) if (after) add(blocks, { pageId, isRemoved }, after);
  const changed = blocks.filter((block) => block.isChanged);
  const isLast = (block: Opened) => blocksAt(blocks, block.key.firstAt).at(-1) === block;
  const written = changed.flatMap((block) => rowsOf(block, isLast(block)));
  const deleted = changed
    .map(({ key }) => key)
    .filter((key) => rows.some((row) => isSameKey(row, key)) && !written.some((row) => isSameKey(row, key)));
  return { written, deleted };
}
