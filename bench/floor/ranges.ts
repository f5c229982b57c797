import { type Call, invalid } from './http.ts';

const hourMs = 3_600_000;
/** Lengths of rollups in hours; each divides the next. */
const lengths = [1, 6, 24, 120, 720];
const endOfTime = Math.ceil(Date.UTC(9999, 11, 31) / hourMs / 720) * 720 * hourMs;
const longestRange = 400 * 86_400_000;

/** Rollups of `hours` hours that start at or after `from` and before `to`; or parts of an hour, in milliseconds. */
export type Span = [hours: number, from: number, to: number];
export type Edge = [from: number, to: number];

/** The request's dates, as timestamps and as a range [start, end) in milliseconds since 1970. */
export function rangeOf({ url }: Call) {
  const dateOf = (name: string) => {
    const date = url.searchParams.get(name);
    if (!date) return undefined;
    const milliseconds = /(?:Z|[+-]\d\d:\d\d)$/i.test(date) ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(milliseconds)) throw invalid([name]);
    return new Date(milliseconds).toISOString();
  };
  const [startDate, endDate] = [dateOf('startDate'), dateOf('endDate')];
  const start = startDate === undefined ? 0 : Date.parse(startDate);
  const end = endDate === undefined ? endOfTime : Date.parse(endDate);
  if (end <= start || (startDate && endDate && end - start > longestRange)) throw invalid(['endDate']);
  return { startDate, endDate, start, end };
}

/** The longest rollups that make up the hours [from, to). */
function spansOf(from: number, to: number, level = 0): Span[] {
  const [hours = 0, longer] = [lengths[level], lengths[level + 1]];
  if (from >= to) return [];
  if (longer === undefined) return [[hours, from, to]];
  const first = Math.ceil(from / longer) * longer;
  const last = Math.floor(to / longer) * longer;
  if (first >= last) return [[hours, from, to]];
  const spans: Span[] = [[hours, from, first], ...spansOf(first, last, level + 1), [hours, last, to]];
  return spans.filter(([, start, end]) => start < end);
}

/** A range as rollups, and the parts of an hour at its ends, which need the sessions themselves. */
export function decompose(start: number, end: number): { spans: Span[]; edges: Edge[] } {
  const first = Math.ceil(start / hourMs);
  const last = Math.floor(end / hourMs);
  if (first > last) return { spans: [], edges: [[start, end]] };
  const edges: Edge[] = [
    [start, first * hourMs],
    [last * hourMs, end],
  ];
  return { spans: spansOf(first, last), edges: edges.filter(([from, to]) => from < to) };
}

/** Spans or edges as a table for SQL; a row of zeros if there are none. */
export const valuesOf = (rows: (Span | Edge)[]): string =>
  `(values ${(rows.length === 0 ? [[0, 0, 0]] : rows).map((row) => `(${row.join()})`).join()})`;
