import type { Database } from '../../db/client.ts';
import { newId } from '../../lib/ids.ts';
import { report } from '../../lib/report.ts';
import { inChunks } from '../../worker/chunks.ts';
import { parseValues } from '../dimensions.ts';
import { type Contribution, contributionOf, type Facts, negated, parseFacts } from '../facts.ts';
import { statusOf } from '../lifetime.ts';
import { dayMs, endOfTime } from '../spans.ts';
import {
  beginRollUp,
  chunk,
  correctionChunk,
  deleteCorrections,
  insertCorrections,
  longestWait,
  postpone,
  selectChunk,
  selectCorrections,
  selectDue,
  selectPendingCorrection,
  selectRemovedChunk,
  selectTail,
  setCheck,
  settled,
} from '../store/roll-up.ts';
import { fitting, mostText, type RollupWrite, selectRevision, writeRollups } from '../store/rollups.ts';

/** A page is rolled up when this many sessions wait, or one has waited longest. */
const enough = 500;
/** Few corrections wait for the next roll-up of their page. */
const manyCorrections = 50;
/** The most days in one write, each of which has rollups of its own. */
const mostDays = 40;
/**
 * Pages and writes per run of the cron; the next run, a minute later, continues. A write takes some eleven statements,
 * and D1 takes 1,000 in one invocation of a Worker.
 */
const pages = 20;
const writes = 40;

/** A row of facts, and what it says. */
interface Read {
  text: string;
  facts: Facts;
}
const readAll = (rows: { facts: string }[]): Read[] =>
  rows.map((row) => ({ text: row.facts, facts: parseFacts(row.facts) }));

/** The end of a chunk: sessions up to this one, by start and id, are in it. */
interface End {
  at: number;
  id: string;
}
const isUpTo = (end: End, { sessionStartedAt: at, id }: Facts) =>
  at < end.at || (at === end.at && id <= end.id);

/** Where a chunk ends that has not too many sessions, days or characters. */
function endOf(known: Read[], removed: { at: number }[]): End | undefined {
  const all = [
    ...known.map(({ text, facts }) => ({ at: facts.sessionStartedAt, id: facts.id, size: text.length })),
    ...removed.map(({ at }) => ({ at, id: '', size: 0 })),
  ].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  // Behind the last of a full list there may be others, of the other kind too.
  const lastKnown = known.length < chunk ? undefined : known.at(-1)?.facts.sessionStartedAt;
  const lastRemoved = removed.length < chunk ? undefined : removed.at(-1)?.at;
  const limit = Math.min(lastKnown ?? endOfTime, lastRemoved ?? endOfTime);
  const days = new Set<number>();
  let size = 0;
  let end: End | undefined;
  for (const one of all) {
    days.add(Math.floor(one.at / dayMs));
    size += one.size;
    if (one.at > limit || days.size > mostDays || (end && size > mostText)) break;
    end = one;
  }
  return end;
}

/** The first corrections that together touch not too many days. */
function ofFewDays<T extends { facts: string; counted: string | null }>(rows: T[]): T[] {
  const days = new Set<number>();
  const first = rows.findIndex(({ facts, counted }) => {
    for (const text of [facts, counted])
      if (text !== null) days.add(Math.floor(parseFacts(text).sessionStartedAt / dayMs));
    return days.size > mostDays;
  });
  return first < 0 ? rows : rows.slice(0, Math.max(first, 1));
}

/**
 * Rolls up sessions of a page that began an hour ago or earlier, if enough wait, or if `isForced`. Returns how many
 * sessions and corrections it took; 0 when there is nothing to do, or when a visit came at the same moment.
 */
export async function rollUpPage(
  db: Database,
  pageId: string,
  now: number,
  isForced = false,
): Promise<number> {
  const scope = { pageId, before: now - settled };
  const [[state], [counted], chunkRows, removedRows, correctionRows, [pendingCorrection]] = await db.batch([
    selectTail({ pageId }),
    selectRevision({}),
    selectChunk(scope),
    selectRemovedChunk(scope),
    selectCorrections({ pageId, now }),
    selectPendingCorrection({ pageId, now }),
  ]);
  if (!state || (!isForced && (state.checkAt ?? endOfTime) > now)) return 0;
  const all = readAll(chunkRows);
  const ended = ofFewDays(fitting(correctionRows, (row) => row.facts.length + (row.counted ?? '').length));
  const oldest = Math.min(all[0]?.facts.sessionStartedAt ?? endOfTime, removedRows[0]?.at ?? endOfTime);
  const isDue =
    all.length >= enough ||
    oldest <= now - longestWait ||
    ended.length >= manyCorrections ||
    // Nothing else would make the page due.
    (ended.length > 0 && oldest === endOfTime) ||
    (isForced && all.length + removedRows.length + ended.length > 0);
  if (!isDue) {
    const known = Math.min(
      (removedRows[0]?.at ?? endOfTime) + longestWait,
      correctionRows.length > 0 || pendingCorrection ? now + longestWait : endOfTime,
      endOfTime,
    );
    if (!isForced) await db.batch([setCheck({ pageId, known })]);
    return 0;
  }

  const end = endOf(all, removedRows);
  const taken = end ? all.filter(({ facts }) => isUpTo(end, facts)) : [];
  const contributions: Contribution[] = [];
  const pending: string[] = [];
  for (const { facts: one } of taken) {
    if (statusOf(one, now) === 'pending') pending.push(one.id);
    else contributions.push(contributionOf(one, now));
  }
  const removed = end ? removedRows.filter(({ at }) => at <= end.at) : [];
  for (const { sums, values, ...row } of removed)
    contributions.push({ ...row, sums: JSON.parse(sums), values: parseValues(values) });
  for (const row of ended) {
    contributions.push(contributionOf(parseFacts(row.facts), now));
    if (row.counted !== null)
      contributions.push(negated(contributionOf(parseFacts(row.counted), Number.POSITIVE_INFINITY)));
  }

  const isMoreLeft =
    all.length > taken.length ||
    all.length === chunk ||
    removedRows.length >= chunk ||
    removedRows.length > removed.length ||
    correctionRows.length > ended.length ||
    correctionRows.length === correctionChunk;
  const isMoreLater = pendingCorrection !== undefined || pending.length > 0;
  const write: RollupWrite = { pageId, writeId: newId('write'), revision: counted?.revision ?? 0 };
  const ids = JSON.stringify(ended.map(({ id }) => id));
  const isWritten = await writeRollups(
    db,
    write,
    contributions,
    beginRollUp({
      ...write,
      rolledAt: end?.at ?? state.rolledAt,
      rolledId: end ? end.id : state.rolledId,
      known: isMoreLeft ? now : isMoreLater ? now + longestWait : endOfTime,
      sessionsRead: taken.map(({ text }) => text).join('\n'),
      correctionsRead: ended.map((row) => (row.counted ?? '') + row.facts).join('\n'),
      correctionIds: ids,
    }),
    [
      ...(ended.length > 0 ? [deleteCorrections({ ...write, ids })] : []),
      ...(pending.length > 0 ? [insertCorrections({ ...write, ids: JSON.stringify(pending) })] : []),
    ],
  );
  return isWritten ? taken.length + removed.length + ended.length : 0;
}

/**
 * Rolls up the sessions of pages that are due. A visit that comes at the same moment makes its page wait for the next
 * run. `now` in milliseconds since 1970. Returns the number of pages.
 */
export async function rollUpSessions(db: Database, now: number): Promise<number> {
  const [due] = await db.batch([selectDue({ now, pages })]);
  let left = writes;
  for (const { pageId } of due) {
    try {
      await inChunks(1, left, () => {
        left--;
        return rollUpPage(db, pageId, now);
      });
    } catch (error) {
      // The other pages must not wait for this one.
      report('roll up a page', error, { pageId });
      await db.batch([postpone({ pageId, checkAt: now + settled })]);
    }
  }
  return due.length;
}
