import type { Call } from './http.ts';

const dayMs = 86_400_000;
const idleMs = 1_800_000;

/** The sessions of a page that began in [start, end), in milliseconds since 1970. */
export interface Range {
  pageId: string | undefined;
  start: number;
  end: number;
}

/** As in the JSON of corrections, which goes on with the page and the dimensions. */
const facts = `json_array(analytics_session_id, session_started_at, active_ms, coalesce(engaged_ms + 1, 0),
  coalesce(max_scroll_depth + 1, 0), total_clicks_count, questions_asked_count,
  (computation_status = 'pending') + 2 * (failure is not null) + 4 * (form_state > 0) + 8 * (has_conversion > 0),
  audience_id)`;
type Fact = [
  id: string,
  startedAt: number,
  activeMs: number,
  engaged: number,
  depth: number,
  clicks: number,
  questions: number,
  flags: number,
  audienceId: string | null,
];

// Starts are read of blocks that reach over an end of the range, or of which a session may be pending.
const blocksSql = (
  columns: string,
  kinds: string,
) => `select count, first_at as firstAt, is_removed as isRemoved,
    iif(ends_at > ?4 or first_at < ?2 or last_at >= ?3, started_at, null) as startedAt, last_at as lastAt ${columns}
  from json_each('${kinds}') as kind cross join session_blocks
  where page_id = ?1 and is_removed = kind.value and first_at < ?3 and last_at >= ?2 and first_at >= coalesce((
    select max(first_at) from session_blocks where page_id = ?1 and is_removed = kind.value and first_at <= ?2), 0)`;
const blocks = {
  all: blocksSql('', '[0]'),
  audience: blocksSql(', audience_id as audienceId', '[0]'),
  measures: blocksSql(
    `, iif(ends_at > ?4, active_ms, null) as activeMs, engaged_ms as engaged, scroll_depth as depth, clicks, questions,
      flags, audience_id as audienceId`,
    '[0, 1]',
  ),
};

/** The tail, and what blocks do not have as it is: they have what is counted. */
const unsealedSql = `select ${facts} as present, null as counted
  from (select coalesce(max(sealed_at), 0) as at, coalesce(max(sealed_id), '') as id from session_seal) as seal
  cross join audience_sessions
  where page_id = ?1 and session_started_at >= max(seal.at, ?2) and session_started_at < ?3
    and (+session_started_at, analytics_session_id) > (seal.at, seal.id)
  union all select ${facts}, counted
  from session_corrections as correction cross join audience_sessions using (analytics_session_id)
  where correction.page_id = ?1`;

interface BlockRow {
  count: number;
  firstAt: number;
  lastAt: number;
  isRemoved: number;
  startedAt: string | null;
  activeMs?: string | null;
  engaged?: string;
  depth?: string;
  clicks?: string;
  questions?: string;
  flags?: string;
  audienceId?: string;
}
interface UnsealedRow {
  present: string;
  counted: string | null;
}
export type Rows = [BlockRow[], UnsealedRow[]];

/** Statements that read the sessions of a range: how many, of which audience, or all their measures. */
export const sessionsStatements = (
  { db }: Call,
  what: keyof typeof blocks,
  { pageId, start, end }: Range,
) => [db.sql(blocks[what], pageId, start, end, Date.now()), db.sql(unsealedSql, pageId, start, end)];

type Numbers = ArrayLike<number>;
const widths: Record<string, (buffer: ArrayBuffer) => Numbers> = {
  b: (buffer) => new Uint8Array(buffer),
  h: (buffer) => new Uint16Array(buffer),
  w: (buffer) => new Uint32Array(buffer),
  d: (buffer) => new Float64Array(buffer),
};

function bitsIn(buffer: ArrayBuffer, count: number, bits: number): Numbers {
  const view = new DataView(buffer);
  const numbers = new Float64Array(count);
  const mask = 2 ** bits - 1;
  for (let index = 0, at = 0; index < count; index++, at += bits)
    numbers[index] = (view.getInt32(at >>> 3, true) >>> (at & 7)) & mask;
  return numbers;
}

/** The numbers of a column of a block. Nothing stands for zeros. */
function numbersIn(text: string | null | undefined, count: number): Numbers {
  if (!text) return new Uint8Array(count);
  if (text.startsWith('=')) return new Float64Array(count).fill(Number(text.slice(1)));
  if (text.startsWith('[')) return JSON.parse(text);
  if (text.startsWith('%')) {
    const hundreds = numbersIn(text.slice(1), count);
    return Float64Array.from(hundreds, (number) => number && (number - 1) * 100 + 1);
  }
  const { buffer } = Uint8Array.fromBase64(text.slice(1));
  return widths[text.charAt(0)]?.(buffer) ?? bitsIn(buffer, count, text.charCodeAt(0) - 64);
}

/** The numbers of a column of texts, and the texts, of which the first is null. */
function textsIn(text: string | undefined, count: number): [Numbers, (string | null)[]] {
  if (text === undefined) return [new Uint8Array(count), [null]];
  if (text.startsWith('['))
    return [Array.from({ length: count }, (_, index) => index + 1), [null, ...JSON.parse(text)]];
  const end = text.indexOf('\n');
  return [numbersIn(text.slice(0, end), count), [null, ...JSON.parse(text.slice(end + 1))]];
}

/** The number of sessions of a range, or of one of its audiences. */
export function countOf([rows, unsealed]: Rows, { start, end }: Range, audienceId?: string): number {
  let total = 0;
  for (const { count, firstAt, startedAt, ...row } of rows) {
    if (startedAt === null && audienceId === undefined) {
      total += count;
      continue;
    }
    const starts = numbersIn(startedAt, count);
    const [codes, texts] = textsIn(row.audienceId, count);
    const wanted = texts.map((text) => audienceId === undefined || text === audienceId);
    for (let index = 0; index < count; index++) {
      const at = firstAt + (starts[index] ?? 0);
      const isInRange = startedAt === null || (at >= start && at < end);
      if (isInRange && wanted[codes[index] ?? 0]) total++;
    }
  }
  const times = ([, at, , , , , , , of]: Fact) =>
    Number(at >= start && at < end && (audienceId === undefined || of === audienceId));
  for (const { present, counted } of unsealed) {
    total += times(JSON.parse(present));
    if (counted !== null) total -= times(JSON.parse(counted));
  }
  return total;
}

/** What the sums need of a session: the same object for all, because there may be a million. */
interface Session {
  isPending: boolean;
  engaged: number;
  depth: number;
  clicks: number;
  questions: number;
  flags: number;
}

/** Adds what a session adds to the sums of an answer. */
function add(sums: Float64Array, session: Session, times: number): void {
  const { isPending, engaged, depth, clicks, questions, flags } = session;
  const put = (place: number, value: number) => {
    sums[place] = (sums[place] ?? 0) + times * value;
  };
  const isActive = clicks > 0 || questions > 0 || (flags & 12) > 0;
  put(0, 1);
  if (!isPending && (flags & 2) === 0) {
    if (engaged > 0 || isActive) put(1, 1);
    if (engaged > 0 && engaged <= 10_000 && !isActive) put(2, 1);
  }
  if (flags & 8) put(3, 1);
  if (flags & 4) put(4, 1);
  if (clicks > 0) put(5, 1);
  put(6, clicks + questions);
  if (depth > 0) put(7, depth - 1);
  if (depth > 0) put(8, 1);
  if (engaged > 0) put(9, engaged - 1);
  if (engaged > 0) put(10, 1);
}

/** The sums of sessions by audience, and the end of the last day of which sessions were removed. */
export function sumsOf([rows, unsealed]: Rows, { start, end }: Range) {
  const now = Date.now();
  const found = new Map<string | null, Float64Array>();
  let removedBefore = 0;
  const sumsFor = (audienceId: string | null) => {
    const sums = found.get(audienceId) ?? new Float64Array(11);
    found.set(audienceId, sums);
    return sums;
  };
  const session: Session = { isPending: false, engaged: 0, depth: 0, clicks: 0, questions: 0, flags: 0 };
  for (const { count, firstAt, lastAt, isRemoved, startedAt, activeMs, ...row } of rows) {
    const starts = numbersIn(startedAt, count);
    const actives = numbersIn(activeMs, count);
    const [engaged, depth] = [numbersIn(row.engaged, count), numbersIn(row.depth, count)];
    const [clicks, questions] = [numbersIn(row.clicks, count), numbersIn(row.questions, count)];
    const flags = numbersIn(row.flags, count);
    const [codes, texts] = textsIn(row.audienceId, count);
    const ofCode: Float64Array[] = [];
    for (let index = 0; index < count; index++) {
      const at = startedAt === null ? lastAt : firstAt + (starts[index] ?? 0);
      if (at < start || at >= end) continue;
      const code = codes[index] ?? 0;
      const sums = ofCode[code] ?? sumsFor(texts[code] ?? null);
      ofCode[code] = sums;
      session.engaged = engaged[index] ?? 0;
      session.depth = depth[index] ?? 0;
      session.clicks = clicks[index] ?? 0;
      session.questions = questions[index] ?? 0;
      session.flags = flags[index] ?? 0;
      // A block without times of activity has only sessions that have ended.
      session.isPending =
        activeMs != null && (session.flags & 1) > 0 && at + (actives[index] ?? 0) + idleMs > now;
      add(sums, session, 1);
      if (isRemoved) removedBefore = Math.max(removedBefore, at);
    }
  }
  const addFact = (text: string, times: number) => {
    const [, at, activeMs, engaged, depth, clicks, questions, flags, audienceId]: Fact = JSON.parse(text);
    const isPending = (flags & 1) > 0 && at + activeMs + idleMs > now;
    if (at >= start && at < end)
      add(sumsFor(audienceId), { isPending, engaged, depth, clicks, questions, flags }, times);
  };
  for (const { present, counted } of unsealed) {
    addFact(present, 1);
    if (counted !== null) addFact(counted, -1);
  }
  const day = removedBefore === 0 ? undefined : Math.floor(removedBefore / dayMs + 1) * dayMs;
  return { sums: found, wholeDaysBefore: day };
}
