import type { SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { Param } from '../../db/statement.ts';
import { startOf } from '../../vocabulary/facts.ts';
import type { WholeBlock } from '../block.ts';
import { type Change, type Rewrite, rewrite } from '../rewrite.ts';
import { selectBlocksAt } from '../store/blocks-at.ts';
import {
  deleteCorrected,
  endWrite,
  isWorthSealing,
  noteChanged,
  noteNew,
  selectQuietCorrections,
  selectWaiting,
  writeStatements,
} from '../store/seal.ts';
import { selectRevision } from '../store/unsealed.ts';
import { type Budget, newBudget, whileFound } from './budget.ts';
import {
  changesOf,
  correctable,
  firstOfPages,
  most,
  placesOf,
  quietTime,
  readText,
  sealable,
} from './chunk.ts';
import { withRoom } from './room.ts';

/** Fewer sessions wait for others: each write costs rows. */
const enough = 500;
/** Of more, the first are sealed although they may be active: answers read all that wait one by one. */
const tooMany = 5000;

/** The condition that sessions or corrections wait for the cron, of those that were quiet before a time. */
export const haveSessionsToSeal = (before: Param<number>): SQL => isWorthSealing({ before, least: enough });

/** The blocks after changes of several sequences. */
export function rewriteAll(blocks: WholeBlock[], isRemoved: number, changes: readonly Change[]): Rewrite {
  const rows = Map.groupBy(blocks, ({ pageId }) => pageId);
  const rewrites = Array.from(
    Map.groupBy(changes, ({ pageId }) => pageId),
    ([pageId, ofPage]) => rewrite(rows.get(pageId) ?? [], isRemoved, ofPage),
  );
  return {
    written: rewrites.flatMap(({ written }) => written),
    deleted: rewrites.flatMap(({ deleted }) => deleted),
  };
}

/**
 * Seals the first sessions that wait, and corrects blocks, as much as one write takes. With `isForced`, also if few
 * wait, or some are active. Returns how many sessions and corrections it took; 0 if there is nothing to do, or if
 * another write came before it read the blocks. One that comes later makes this one change nothing.
 */
export async function sealSome(db: Database, now: number, isForced = false): Promise<number> {
  const [[state], waiting, corrections] = await db.batch([
    selectRevision({}),
    selectWaiting({ least: isForced ? 1 : enough, most: tooMany, take: most.sessions }),
    selectQuietCorrections({
      before: isForced ? Number.MAX_SAFE_INTEGER : now - quietTime,
      take: most.corrections,
    }),
  ]);
  const takesActive = isForced || waiting[0]?.areTooMany === 1;
  const quiet = sealable(
    waiting.map(({ facts }) => readText(facts)),
    { now, least: takesActive ? 1 : enough, isForced: takesActive },
  );
  const { sealed, corrected } = await withRoom(db, { sealed: quiet, corrected: correctable(corrections) });
  if (sealed.length + corrected.length === 0) return 0;

  const revision = state?.revision ?? 0;
  const [corrects, seals] = [corrected.flatMap(changesOf), sealed.flatMap(changesOf)];
  // All sessions that are sealed come after the sessions of the blocks: the last block of each page gets them.
  const places = placesOf([...corrects, ...firstOfPages(seals)]);
  const [[latest], blocks] = await db.batch([selectRevision({}), selectBlocksAt({ places, isRemoved: 0 })]);
  // These blocks are not those that the corrections are of.
  if (latest?.revision !== state?.revision) return 0;
  const last = sealed.at(-1);
  const place = last && { at: startOf(last.facts), id: last.id };
  const texts = JSON.stringify(sealed.map(({ text }) => text));
  const ofCorrected = { texts: JSON.stringify(corrected.map(({ text }) => text)), revision };
  await db.batch([
    ...writeStatements(revision, rewriteAll(blocks, 0, [...corrects, ...seals])),
    ...(corrected.length > 0 ? [noteChanged(ofCorrected), deleteCorrected(ofCorrected)] : []),
    ...(place ? [noteChanged({ texts, revision }), noteNew({ texts, ...place, revision })] : []),
    endWrite({ revision, last: place }),
  ]);
  return sealed.length + corrected.length;
}

/** Seals the quiet sessions of a workspace, and corrects its blocks. Returns the number of sessions and corrections. */
export const sealSessions = (
  db: Database,
  now: number,
  { isForced = false, budget = newBudget() }: { isForced?: boolean; budget?: Budget } = {},
): Promise<number> => whileFound('seal sessions', budget, () => sealSome(db, now, isForced));
