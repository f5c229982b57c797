/** A range of time, [start, end), in milliseconds since 1970. */
export interface Range {
  start: number;
  end: number;
}

/** The start and end date of a request. */
export interface DateRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The least part of a day that rollups have. Every offset from UTC in use today is a multiple of it. */
export const quarterMs = 15 * 60_000;
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** A time after every session: the end of the year 9999. */
export const endOfTime = Date.UTC(10_000, 0);

/** The range of two optional dates. A missing date leaves that side open. */
export const rangeOf = ({ startDate, endDate }: DateRange): Range => ({
  start: startDate === undefined ? 0 : Math.max(Date.parse(startDate), 0),
  end: endDate === undefined ? endOfTime : Math.max(Date.parse(endDate), 0),
});

/** The month (UTC) of a time, in months since 1970. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
export const startOfMonth = (month: number): number => Date.UTC(1970, month);

/**
 * Rollups of days or months since 1970, from `from` to before `to`. Of a split day, the answer needs the quarters of
 * an hour.
 */
export type Run = [level: 'day' | 'month', from: number, to: number, isSplit: boolean];
/** A part of a quarter of an hour, in milliseconds since 1970. It needs the sessions themselves. */
export type Edge = [from: number, to: number];

/** What to read for the sums between boundaries. */
export interface Plan {
  /** Milliseconds since 1970, ascending. Between two of them is a piece. */
  boundaries: readonly number[];
  runs: Run[];
  edges: Edge[];
  /** The index of the piece that a time is in; -1 for none. */
  pieceAt: (at: number) => number;
  /** Whether the quarter of an hour of a time is cut, so that rollups do not count it. */
  isCut: (at: number) => boolean;
}

/** The index of the piece between two of the boundaries that a time is in; -1 for none. */
function pieceIn(boundaries: readonly number[], at: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundaries[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low === boundaries.length ? -1 : low - 1;
}

/** Adds a run, joined with the one before it where they touch. */
function join(runs: Run[], [level, from, to, isSplit]: Run): void {
  if (from >= to) return;
  const last = runs.at(-1);
  if (last && last[0] === level && last[3] === isSplit && last[2] >= from) last[2] = Math.max(last[2], to);
  else runs.push([level, from, to, isSplit]);
}

/** Adds the rollups of [start, end). An audience has no months. */
function addPiece(
  runs: { days: Run[]; months: Run[] },
  start: number,
  end: number,
  hasMonths: boolean,
): void {
  const from = Math.ceil(start / quarterMs) * quarterMs;
  const to = Math.floor(end / quarterMs) * quarterMs;
  if (from >= to) return;
  const [first, last] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)];
  if (from < first * dayMs) join(runs.days, ['day', first - 1, first, true]);
  if (first < last) {
    const firstMonth = monthOf(first * dayMs - 1) + 1;
    const lastMonth = monthOf(last * dayMs);
    if (hasMonths && firstMonth < lastMonth) {
      join(runs.days, ['day', first, startOfMonth(firstMonth) / dayMs, false]);
      join(runs.months, ['month', firstMonth, lastMonth, false]);
      join(runs.days, ['day', startOfMonth(lastMonth) / dayMs, last, false]);
    } else join(runs.days, ['day', first, last, false]);
  }
  if (to > last * dayMs && first <= last) join(runs.days, ['day', last, last + 1, true]);
}

/**
 * Splits the pieces between boundaries into rollups (months, days, and quarters of an hour of the days that a
 * boundary cuts), and the quarters that a boundary cuts.
 */
export function planOf(boundaries: readonly number[], { hasMonths = true } = {}): Plan {
  const runs: { days: Run[]; months: Run[] } = { days: [], months: [] };
  const [first = 0, last = 0] = [boundaries[0], boundaries.at(-1)];
  for (let index = 1; index < boundaries.length; index++)
    addPiece(runs, boundaries[index - 1] ?? 0, boundaries[index] ?? 0, hasMonths);
  const cut = new Set(
    boundaries.filter((at) => at % quarterMs !== 0).map((at) => Math.floor(at / quarterMs)),
  );
  return {
    boundaries,
    runs: [...runs.days, ...runs.months],
    edges: Array.from(
      cut,
      (quarter): Edge => [Math.max(quarter * quarterMs, first), Math.min((quarter + 1) * quarterMs, last)],
    ),
    pieceAt: (at) => pieceIn(boundaries, at),
    isCut: (at) => cut.has(Math.floor(at / quarterMs)),
  };
}
