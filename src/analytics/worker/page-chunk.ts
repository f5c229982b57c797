import { byteLength } from '../../lib/byte-length.ts';
import { parseValues } from '../dimensions.ts';
import { type Contribution, contributionOf, type Facts, negated, parseFacts } from '../facts.ts';
import { statusOf } from '../lifetime.ts';
import { dayMs, endOfTime } from '../spans.ts';
import { longestWait } from '../store/next-check.ts';
import { fitting, mostFacts } from '../store/rollups.ts';
import { chunk, correctionChunk } from '../store/waiting.ts';

/** A page is rolled up when this many sessions wait, or one has waited longest. */
const enough = 500;
/** Few corrections wait for the next roll-up of their page. */
const manyCorrections = 50;
/** The most days in one write, each of which has rollups of its own. */
const mostDays = 40;

/** What waits to be rolled up, earliest first. */
export interface Waiting {
  sessions: { facts: string }[];
  removed: { at: number; audienceId: string | null; sums: string; values: string }[];
  /** Those whose sessions have ended. */
  corrections: { id: string; facts: string; counted: string | null }[];
}

/** A place in the log of a page: sessions up to this one, by start and id, are before it. */
interface Place {
  at: number;
  id: string;
}

/** What one write rolls up. */
export interface Chunk {
  /** Where its sessions end. Undefined if it has only corrections. */
  end: Place | undefined;
  contributions: Contribution[];
  /** The ids of sessions that have not ended. */
  pending: string[];
  correctionIds: string[];
  /** The sessions and corrections as they were read. */
  sessionsRead: string;
  correctionsRead: string;
  /** Sessions, removed sessions and corrections. */
  size: number;
  /** Whether others may wait. */
  isMoreLeft: boolean;
}

/** A row of facts, and what it says. */
interface Read {
  text: string;
  facts: Facts;
}

/** Where a write ends that has not too many sessions, days or bytes, and how many of the known sessions it has. */
function endOf(known: Read[], removed: { at: number }[], most: number) {
  // Sessions of the same millisecond stay in the order of SQLite. JavaScript orders some characters otherwise.
  const all = [
    ...removed.map(({ at }) => ({ at, id: '', size: 0 })),
    ...known.map(({ text, facts: { sessionStartedAt: at, id } }) => ({ at, id, size: byteLength(text) })),
  ].sort((a, b) => a.at - b.at);
  const days = new Set<number>();
  let size = 0;
  let count = 0;
  let end: Place | undefined;
  // There may be others than were read, but only behind a full list, which has as many as this takes.
  for (const one of all.slice(0, most)) {
    days.add(Math.floor(one.at / dayMs));
    size += one.size;
    if (days.size > mostDays || (end && size > mostFacts)) break;
    end = one;
    if (one.id !== '') count++;
  }
  return { end, count };
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

/** Whether a page has enough to roll up at `now`, in milliseconds since 1970, or anything if `isForced`. */
export function isDue({ sessions, removed, corrections }: Waiting, now: number, isForced: boolean): boolean {
  if (isForced) return sessions.length + removed.length + corrections.length > 0;
  const [first] = sessions;
  const oldest = Math.min(
    first === undefined ? endOfTime : parseFacts(first.facts).sessionStartedAt,
    removed[0]?.at ?? endOfTime,
  );
  return (
    sessions.length >= enough ||
    oldest <= now - longestWait ||
    corrections.length >= manyCorrections ||
    // Nothing else would make the page due.
    (corrections.length > 0 && oldest === endOfTime)
  );
}

/**
 * The first of what waits, as much as one write takes, at `now`, in milliseconds since 1970: `most` sessions at most, and
 * as many corrections, but all that were removed in the same millisecond.
 */
export function chunkOf(waiting: Waiting, now: number, most: number): Chunk {
  const known = waiting.sessions.map(({ facts }): Read => ({ text: facts, facts: parseFacts(facts) }));
  const { end, count } = endOf(known, waiting.removed, most);
  const taken = known.slice(0, count);
  const removed = end ? waiting.removed.filter(({ at }) => at <= end.at) : [];
  const corrections = ofFewDays(
    fitting(waiting.corrections.slice(0, most), ({ facts, counted }) => (counted ?? '') + facts),
  );

  const contributions: Contribution[] = [];
  const pending: string[] = [];
  const lines = taken.map(({ text, facts }) => {
    if (statusOf(facts, now) === 'pending') {
      pending.push(facts.id);
      return facts.id;
    }
    contributions.push(contributionOf(facts, now));
    return text;
  });
  for (const { sums, values, ...row } of removed)
    contributions.push({ ...row, sums: JSON.parse(sums), values: parseValues(values) });
  for (const { facts, counted } of corrections) {
    contributions.push(contributionOf(parseFacts(facts), now));
    if (counted !== null)
      contributions.push(negated(contributionOf(parseFacts(counted), Number.POSITIVE_INFINITY)));
  }
  return {
    end,
    contributions,
    pending,
    correctionIds: corrections.map(({ id }) => id),
    sessionsRead: lines.join('\n'),
    correctionsRead: corrections.map(({ facts, counted }) => (counted ?? '') + facts).join('\n'),
    size: taken.length + removed.length + corrections.length,
    isMoreLeft:
      known.length > taken.length ||
      known.length === chunk ||
      waiting.removed.length > removed.length ||
      waiting.removed.length >= chunk ||
      waiting.corrections.length > corrections.length ||
      waiting.corrections.length === correctionChunk,
  };
}
