import type { Database, RowsOf } from '../../db/client.ts';
import { heldByQueues, minuteMs } from '../../lib/durations.ts';
import { type Facts, placeOf, textNames } from '../../vocabulary/facts.ts';
import { blockOf, factsOf } from '../block.ts';
import {
  clearRanges,
  clearUnsealed,
  forgetAudience,
  noteStep,
  selectRanges,
  selectRemoved,
  takeDue,
} from '../store/clear.ts';
import { endWrite, writeStatements } from '../store/seal.ts';
import { selectRevision } from '../store/unsealed.ts';
import { storedBlock } from '../stored-block.ts';
import { mayNamePerson } from '../tables/sessions.ts';
import { tracesOf } from '../type-ids.ts';
import { type Budget, newBudget, whileFound } from './budget.ts';

/** The most blocks of which a step clears the sessions, and the most blocks of removed sessions that it writes. */
const most = { ranges: 10, removed: 2 };
/** When an audience that is not ready has its next step, in milliseconds: the cron corrects the blocks meanwhile. */
const pause = minuteMs;

type Taken = RowsOf<[ReturnType<typeof takeDue>]>[0][number];
/** An erased audience, with its links as statements take them. */
type Due = Omit<Taken, 'pageLinkIds'> & { links: string; traces: string };
type Removed = RowsOf<[ReturnType<typeof selectRemoved>]>[0][number];

/** Clears sessions of an audience, latest first. Returns whether it has come to the first. */
async function clearSessions(db: Database, { step, place, ...of }: Due, now: number): Promise<boolean> {
  const read = selectRanges({ ...of, before: place ?? of.clearsUntil + 1, take: most.ranges });
  // What waits is cleared in the transaction that reads where the others are: it may be sealed right afterwards.
  const [ranges] = await db.batch(place === null ? [read, clearUnsealed(of)] : [read]);
  const isEnd = ranges.length < most.ranges;
  const next = isEnd
    ? { step: 'blocks', place: null }
    : { step: 'sessions', place: ranges.at(-1)?.firstAt ?? null };
  await db.batch([
    clearRanges({ ...of, ranges: JSON.stringify(ranges.map(({ firstAt, lastAt }) => [firstAt, lastAt])) }),
    noteStep({
      audienceId: of.audienceId,
      from: { step, place },
      ...next,
      dueAt: now + pause,
      revision: undefined,
    }),
  ]);
  return isEnd;
}

const [audiencePlace, linkPlace] = [placeOf('audienceId'), placeOf('pageLinkId')];
/** The places of what may name a person. The landing path is the URL's. */
const namingPlaces = textNames
  .filter((name) => [...mayNamePerson, 'landingPath'].includes(name))
  .map(placeOf);

/** The rows of blocks without what may name a person in sessions of an audience or through its links: of those that had it. */
function clearedBlocks(rows: readonly Removed[], audienceId: string, links: ReadonlySet<unknown>) {
  const isOfAudience = (facts: Facts) => facts[audiencePlace] === audienceId || links.has(facts[linkPlace]);
  const takesNoKey = (facts: Facts) =>
    isOfAudience(facts) && namingPlaces.some((place) => facts[place] !== null);
  const cleared = (facts: Facts) =>
    facts.map((value, place) => (namingPlaces.includes(place) ? null : value));
  return rows.flatMap((row) => {
    const { pageId, isRemoved, part } = row;
    const sessions = factsOf(blockOf(row));
    if (!sessions.some(takesNoKey)) return [];
    // Their starts stay, and so does the key.
    return [
      storedBlock(
        { pageId, isRemoved, part },
        sessions.map((facts) => (takesNoKey(facts) ? cleared(facts) : facts)),
      ),
    ];
  });
}

/** Clears blocks of removed sessions. They come last: what retention removes later has been cleared before. */
async function clearBlocks(db: Database, due: Due, place: number | null, now: number): Promise<void> {
  const { audienceId, pageId, clearsUntil, links, traces } = due;
  const [[state], rows] = await db.batch([
    selectRevision({}),
    selectRemoved({ audienceId, pageId, links, traces, after: place ?? 0, take: most.removed }),
  ]);
  const revision = state?.revision ?? 0;
  const written = clearedBlocks(rows, audienceId, new Set(JSON.parse(links) as unknown[]));
  const next =
    rows.length < most.removed
      ? { step: 'wait', place: null, dueAt: clearsUntil + heldByQueues }
      : { step: 'blocks', place: rows.at(-1)?.rowid ?? null, dueAt: now };
  await db.batch([
    ...writeStatements(revision, { written, deleted: [] }),
    noteStep({ audienceId, from: { step: 'blocks', place }, ...next, revision }),
    ...(written.length > 0 ? [endWrite({ revision, last: undefined })] : []),
  ]);
}

/** Does the next step for the first erased audience that is due. Returns 1, or 0 if none is. */
async function clearSome(db: Database, now: number): Promise<number> {
  const [[taken]] = await db.batch([takeDue({ now, next: now + pause })]);
  if (!taken) return 0;
  const { pageLinkIds, ...of } = taken;
  const [links, traces] = [pageLinkIds, pageLinkIds.flatMap(tracesOf)].map((list) => JSON.stringify(list));
  const due: Due = { ...of, links: links ?? '[]', traces: traces ?? '[]' };
  if (due.step === 'wait') await db.batch([forgetAudience(due)]);
  else if (due.step === 'blocks') await clearBlocks(db, due, due.place, now);
  else if (await clearSessions(db, due, now)) await clearBlocks(db, due, null, now);
  return 1;
}

/** Clears what may name erased persons in the sessions of their audiences. Returns the number of steps. */
export const clearErasedAudiences = (
  db: Database,
  now: number,
  { budget = newBudget() }: { budget?: Budget } = {},
): Promise<number> => whileFound('clear erased audiences', budget, () => clearSome(db, now));
