/** A range of time, [start, end), in milliseconds since 1970. */
export interface Range {
  start: number;
  end: number;
}

/** The two dates of a request. */
export interface DateRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Rollups of `hours` hours each that start from `from` up to `to`, in hours since 1970. */
export type Span = [hours: number, from: number, to: number];
/** A part of an hour, in milliseconds since 1970, which only its sessions themselves can tell. */
export type Edge = [from: number, to: number];

export const hourMs = 3_600_000;
/** Lengths of rollups in hours; each divides the next. */
export const rollupHours = [1, 6, 24, 120, 720] as const;
const longestMs = rollupHours[4] * hourMs;
/** Behind every session: the year 9999, in a whole number of the longest rollups. */
const endOfTime = Math.ceil(Date.UTC(9999, 11, 31) / longestMs) * longestMs;

/** The range of two optional dates; without one it is open on that side. */
export const rangeOf = ({ startDate, endDate }: DateRange): Range => ({
  start: startDate === undefined ? 0 : Math.max(Date.parse(startDate), 0),
  end: endDate === undefined ? endOfTime : Math.max(Date.parse(endDate), 0),
});

/** Rollups of rollupHours[level] and longer that make up [from, to), hours since 1970. */
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
 * A range as the fewest rollups that make it up, and the parts of an hour at its two ends. At most 5 hours, 3
 * quarters of a day, 4 days, 5 times five days and the months between, and as many again at the other end.
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
