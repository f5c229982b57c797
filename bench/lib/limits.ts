import type { DatabaseSync } from 'node:sqlite';

/** What an answer may cost at most. */
export interface Limit {
  trips: number;
  rows: number;
}

/** What an answer needs of the sessions of a range: columns of session_blocks, or their sums. */
export type LimitOf = (
  range: { start?: number | undefined; end?: number | undefined },
  columns: readonly Column[],
) => Limit;

const measures = ['started_at', 'flags', 'clicks', 'questions', 'scroll_depth', 'engaged_ms'] as const;
const texts = [
  ...([
    'audience_id',
    'page',
    'utm_source',
    'utm_campaign',
    'utm_term',
    'referrer',
    'country',
    'browser',
  ] as const),
  'landing_path',
] as const;
export type Column = 'sums' | (typeof measures)[number] | (typeof texts)[number];
const columns = ['sums', ...measures, ...texts] as const;

/** The columns of a number of sessions, and those of all measures. */
export const ofCount: readonly Column[] = ['started_at'];
export const ofMeasures: readonly Column[] = measures;
export const ofSums: readonly Column[] = ['sums'];

/**
 * The rows that a round trip reads for a block of its range: D1 counts one again for each step of a query that goes over
 * it, such as the sum of bytes before it.
 */
const rowsOfBlock = 10;
/** The bytes of blocks of one round trip. */
const bytesOfTrip = 8_000_000;

interface BlockSize extends Record<Column, number> {
  first_at: number;
  last_at: number;
}

/** The limits of answers about a page, or with an empty text about the whole workspace. */
export function limitsOf(database: DatabaseSync, pageId: string): LimitOf {
  const waiting = waitingOf(database, pageId);
  const sizes = columns.map((name) => `ifnull(octet_length(${name}), 0) AS ${name}`);
  const blocks = database
    .prepare(`SELECT first_at, last_at, ${sizes.join(', ')} FROM session_blocks WHERE page_id = ?`)
    .all(pageId) as unknown as BlockSize[];
  const bytesOf = (block: BlockSize, names: readonly Column[]) =>
    names.reduce((sum, name) => sum + block[name], 0);
  return ({ start = 0, end = Infinity }, names) => {
    const read = blocks.filter((block) => block.last_at >= start && block.first_at < end);
    const bytes = read.map((block) => bytesOf(block, names));
    // A block that does not fit is read in the next round trip.
    const room = bytesOfTrip - Math.max(0, ...bytes);
    const trips = Math.max(1, Math.ceil(bytes.reduce((sum, one) => sum + one, 0) / room));
    return { trips, rows: rowsOf(waiting) + trips * rowsOfBlock * read.length };
  };
}

/** What answers read besides blocks. */
interface Waiting {
  /** Sessions that are not sealed. */
  tail: number;
  corrections: number;
}

const rowsOf = ({ tail, corrections }: Waiting) => 50 + tail + 3 * corrections;

/** What answers about a page, or the whole workspace, read besides blocks. */
export function waitingOf(database: DatabaseSync, pageId: string): Waiting {
  const count = (sql: string) => Number(database.prepare(sql).get({ pageId })?.n);
  const isOfPage = `(:pageId = '' OR page_id = :pageId)`;
  return {
    tail: count(`SELECT count(*) AS n FROM audience_sessions WHERE ${isOfPage}
      AND (session_started_at, analytics_session_id) > (SELECT sealed_at, sealed_id FROM session_seal)`),
    corrections: count(`SELECT count(*) AS n FROM session_corrections WHERE ${isOfPage}`),
  };
}
