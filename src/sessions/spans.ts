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

/** Rollups of `hours` hours each that start at or after `from` and before `to`, in hours since 1970. */
export type Span = [hours: number, from: number, to: number];
/**
 * A part of an hour, in milliseconds since 1970. It needs the sessions themselves, because rollups are by whole
 * hours.
 */
export type Edge = [from: number, to: number];

export const hourMs = 3_600_000;
/** Lengths of rollups in hours; each divides the next. */
export const rollupHours = [1, 6, 24, 120, 720] as const;
const longestMs = rollupHours[4] * hourMs;
/** A time after every session, in the year 9999: a multiple of the longest rollup. */
const endOfTime = Math.ceil(Date.UTC(9999, 11, 31) / longestMs) * longestMs;

/** The range of two optional dates. A missing date leaves that side open. */
export const rangeOf = ({ startDate, endDate }: DateRange): Range => ({
  start: startDate === undefined ? 0 : Math.max(Date.parse(startDate), 0),
  end: endDate === undefined ? endOfTime : Math.max(Date.parse(endDate), 0),
});

/** The rollups that make up [from, to), in hours since 1970, of the length rollupHours[level] or longer. */
function spansOf(from: number, to: number, level = 0): Span[] {
  const [hours, longer] = [rollupHours[level], rollupHours[level + 1]];
  if (hours === undefined || from >= to) return [];
  if (longer === undefined) return [[hours, from, to]];
  const first = Math.ceil(from / longer) * longer;
  const last = Math.floor(to / longer) * longer;
  if (first >= last) return [[hours, from, to]];
  const spans: Span[] = [[hours, from, first], ...spansOf(first, last, level + 1), [hours, last, to]];
  return spans.filter(([, start, end]) => start < end);
}

/**
 * Splits a range into the fewest rollups, and the parts of an hour at its two ends. Each end takes at most 5 rollups
 * of an hour, 3 of 6 hours, 4 of a day and 5 of five days. Between them are rollups of 30 days.
 */
export function decompose({ start, end }: Range): { spans: Span[]; edges: Edge[] } {
  const first = Math.ceil(start / hourMs);
  const last = Math.floor(end / hourMs);
  if (first > last) return { spans: [], edges: [[start, end]] };
  const edges: Edge[] = [
    [start, first * hourMs],
    [last * hourMs, end],
  ];
  return { spans: spansOf(first, last), edges: edges.filter(([from, to]) => from < to) };
}
