import type { Database } from '../../db/client.ts';
import { newId } from '../../lib/ids.ts';
import { endOfTime } from '../spans.ts';
import { longestWait, postpone, selectDue, setCheck, settled } from '../store/next-check.ts';
import { beginRollUp, deleteCorrections, insertCorrections } from '../store/roll-up.ts';
import { type RollupWrite, selectRevision, writeRollups } from '../store/rollups.ts';
import { selectChunk, selectEndedCorrections, selectPlace, selectRemovedChunk } from '../store/waiting.ts';
import { type Budget, forEachPage, mostPages, newBudget, whileFound, writeFitting } from './due-pages.ts';
import { chunkOf, isDue } from './page-chunk.ts';

/**
 * Rolls up sessions of a page that began an hour ago or earlier, if enough wait, or if `isForced`. `now` in
 * milliseconds since 1970. Returns how many sessions and corrections it took; 0 when there is nothing to do, or when a
 * visit came at the same moment.
 */
export async function rollUpPage(
  db: Database,
  pageId: string,
  now: number,
  isForced = false,
): Promise<number> {
  const scope = { pageId, before: now - settled };
  const [[place], [counted], sessions, removed, corrections] = await db.batch([
    selectPlace({ pageId }),
    selectRevision({}),
    selectChunk(scope),
    selectRemovedChunk(scope),
    selectEndedCorrections({ pageId, now }),
  ]);
  if (!place || (!isForced && (place.checkAt ?? endOfTime) > now)) return 0;
  const waiting = { sessions, removed, corrections };
  if (!isDue(waiting, now, isForced)) {
    const atLatest = Math.min((removed[0]?.at ?? endOfTime) + longestWait, endOfTime);
    if (!isForced) await db.batch([setCheck({ pageId, atLatest, now })]);
    return 0;
  }
  const write: RollupWrite = { pageId, writeId: newId('write'), revision: counted?.revision ?? 0 };
  let taken = 0;
  const isWritten = await writeFitting((most, largest) => {
    const { end, contributions, pending, isMoreLeft, size, ...read } = chunkOf(waiting, now, most);
    taken = size;
    const isMoreLater = pending.length > 0;
    const correctionIds = JSON.stringify(read.correctionIds);
    return writeRollups(
      db,
      write,
      largest,
      contributions,
      beginRollUp({
        ...write,
        ...read,
        correctionIds,
        rolledAt: end?.at ?? place.rolledAt,
        rolledId: end?.id ?? place.rolledId,
        atLatest: isMoreLeft ? now : isMoreLater ? now + longestWait : endOfTime,
        now,
      }),
      [
        ...(read.correctionIds.length > 0 ? [deleteCorrections({ ...write, ids: correctionIds })] : []),
        ...(pending.length > 0 ? [insertCorrections({ ...write, ids: JSON.stringify(pending) })] : []),
      ],
    );
  });
  return isWritten ? taken : 0;
}

/**
 * Rolls up the sessions of pages that are due. A visit that comes at the same moment makes its page wait for the next
 * run. `now` in milliseconds since 1970. Returns the number of pages.
 */
export async function rollUpSessions(
  db: Database,
  now: number,
  budget: Budget = newBudget(),
): Promise<number> {
  const [due] = await db.batch([selectDue({ now, pages: mostPages })]);
  await forEachPage(
    'roll up a page',
    due,
    async (pageId) => {
      await whileFound(budget, () => rollUpPage(db, pageId, now));
    },
    (pageId) => db.batch([postpone({ pageId, checkAt: now + settled })]),
  );
  return due.length;
}
