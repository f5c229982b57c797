import { byteLength } from '../../lib/byte-length.ts';
import { dayMs, minuteMs } from '../../lib/durations.ts';
import { type Facts, parseFacts, placeOf, startOf } from '../../vocabulary/facts.ts';
import { idleTime } from '../lifetime.ts';
import type { Change } from '../rewrite.ts';

/** How long a session must have been inactive before it is sealed, in milliseconds: nearly all have ended by then. */
export const quietTime = 10 * minuteMs;
/** How long after its start an active session holds up those after it, in milliseconds. */
const longestHold = idleTime;

/** The most of one write: sessions, their pages, bytes of facts, corrections, and their days on a page. */
export const most = { sessions: 2000, pages: 100, bytes: 800_000, corrections: 500, days: 40 };

/** A session that waits or is corrected, as it was read. */
export interface Read {
  text: string;
  id: string;
  facts: Facts;
}
export const readText = (text: string): Read => ({ text, ...parseFacts(text) });

const activePlace = placeOf('activeMs');
const pagePlace = placeOf('page');
/** The page of the session of facts. */
export const pageOf = (facts: Facts) => String(facts[pagePlace]);
const lastActivity = (facts: Facts) => startOf(facts) + Number(facts[activePlace]);

/** The first items that are not too many, by pages or days of pages, and by bytes. */
function fitting<T extends Read>(items: T[], keysOf: (item: T) => string[], mostKeys: number): T[] {
  const keys = new Set<string>();
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    for (const key of keysOf(item)) keys.add(key);
    bytes += byteLength(item.text);
    return index > 0 && (keys.size > mostKeys || bytes > most.bytes);
  });
  return end < 0 ? items : items.slice(0, end);
}

/** The first sessions that a write seals at `now`: none if fewer than `least` are before one that is active. */
export function sealable(
  waiting: Read[],
  { now, least, isForced }: { now: number; least: number; isForced: boolean },
): Read[] {
  const isHeld = ({ facts }: Read) =>
    lastActivity(facts) > now - quietTime && startOf(facts) > now - longestHold;
  const held = isForced ? -1 : waiting.findIndex(isHeld);
  const quiet = held < 0 ? waiting : waiting.slice(0, held);
  return quiet.length < least ? [] : fitting(quiet, ({ facts }) => [pageOf(facts)], most.pages);
}

/** A correction: what blocks have of the session, if they have it, and the session as it was read. */
export interface Correction extends Read {
  before: Facts | undefined;
}

/** The first corrections that a write takes, earliest first: so they touch few blocks. */
export function correctable(rows: { counted: string | null; facts: string }[]): Correction[] {
  const corrections = rows
    .map(({ counted, facts }): Correction => {
      const before = counted === null ? undefined : parseFacts(counted).facts;
      return { ...readText(facts), before };
    })
    .sort((a, b) => startOf(a.facts) - startOf(b.facts));
  const daysOf = ({ before, facts }: Correction) =>
    [before ?? facts, facts].map((one) => `${pageOf(one)} ${Math.floor(startOf(one) / dayMs)}`);
  return fitting(corrections, daysOf, most.days);
}

/** A change of a session in the sequence of its page, and in the workspace's. */
export const inBoth = (facts: Facts, change: Omit<Change, 'pageId'>): Change[] =>
  [pageOf(facts), ''].map((pageId) => ({ pageId, ...change }));

/** The changes of a session that is sealed or corrected. */
export const changesOf = ({ before, facts }: { before?: Facts | undefined; facts: Facts }): Change[] =>
  inBoth(facts, { before, after: facts });

/** The first change of each sequence. */
export const firstOfPages = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.toReversed().map((change) => [change.pageId, change])).values(),
];

/** The places of the blocks that changes touch: in each sequence, the starts of what they name. */
export function placesOf(changes: readonly Change[]): string {
  const places = new Set<string>();
  for (const { pageId, before, after } of changes)
    for (const facts of [before, after])
      if (facts) places.add(JSON.stringify([pageId, startOf(facts), Number(facts === before)]));
  return `[${[...places]}]`;
}
