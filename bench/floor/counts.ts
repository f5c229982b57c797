/** A page, and how many sessions began in a range, without those of blocks that reach over its ends. */
export interface TotalRow {
  page: number | null;
  total: number;
}

/** A block of which some sessions began in the range. */
export interface BlockRow {
  count: number;
  firstAt: number;
  startedAt: string;
}

/** The range is [?2, ?3). The last block that begins before it may reach into it. */
const blocksOf = `from session_blocks where page_id = ?1 and is_removed = 0 and first_at < ?3 and last_at >= ?2
  and first_at >= coalesce((
    select max(first_at) from session_blocks where page_id = ?1 and is_removed = 0 and first_at <= ?2), 0)`;

// Blocks whole in the range, the tail, and what the corrections change: the place of the start in `counted` is 1.
export const totalSql = `select (select 1 from pages where page_id = ?1) as page,
  (select coalesce(sum(count), 0) ${blocksOf} and first_at >= ?2 and last_at < ?3)
  + (select count(*) from (select coalesce(max(sealed_at), -1) as at, coalesce(max(sealed_id), '') as id from session_seal) as seal
    cross join audience_sessions
    where page_id = ?1 and session_started_at >= max(seal.at, ?2) and session_started_at < ?3
      and (+session_started_at, analytics_session_id) > (seal.at, seal.id))
  + (select coalesce(sum(session.session_started_at >= ?2 and session.session_started_at < ?3), 0)
      - coalesce(sum(counted ->> 1 >= ?2 and counted ->> 1 < ?3), 0)
    from session_corrections as correction left join audience_sessions as session using (analytics_session_id)
    where correction.page_id = ?1) as total`;

export const blocksAtEnds = `select count, first_at as firstAt, started_at as startedAt ${blocksOf}
  and (first_at < ?2 or last_at >= ?3)`;

type Numbers = ArrayLike<number>;
const widths: Record<string, (buffer: ArrayBuffer) => Numbers> = {
  b: (buffer) => new Uint8Array(buffer),
  h: (buffer) => new Uint16Array(buffer),
  w: (buffer) => new Uint32Array(buffer),
  d: (buffer) => new Float64Array(buffer),
};

/** The numbers of a column of a block, in their order. */
function numbersIn(text: string, count: number): Numbers {
  if (text.startsWith('=')) return new Float64Array(count).fill(Number(text.slice(1)));
  if (text.startsWith('[')) return JSON.parse(text);
  if (text.startsWith('%')) {
    const hundreds = numbersIn(text.slice(1), count);
    return Float64Array.from(hundreds, (number) => number && (number - 1) * 100 + 1);
  }
  const { buffer } = Uint8Array.fromBase64(text.slice(1));
  return widths[text.charAt(0)]?.(buffer) ?? bitsIn(buffer, count, text.charCodeAt(0) - 64);
}

function bitsIn(buffer: ArrayBuffer, count: number, bits: number): Numbers {
  const view = new DataView(buffer);
  const numbers = new Float64Array(count);
  const mask = 2 ** bits - 1;
  for (let index = 0, at = 0; index < count; index++, at += bits)
    numbers[index] = (view.getInt32(at >>> 3, true) >>> (at & 7)) & mask;
  return numbers;
}

/** How many sessions of a block began in a range. */
export function startsIn(
  { count, firstAt, startedAt }: BlockRow,
  { start, end }: { start: number; end: number },
): number {
  const starts = numbersIn(startedAt, count);
  let found = 0;
  for (let index = 0; index < count; index++) {
    const at = firstAt + (starts[index] ?? 0);
    if (at >= start && at < end) found++;
  }
  return found;
}
