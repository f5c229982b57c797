import { type Call, invalid } from './http.ts';

const endOfTime = Date.UTC(10_000, 0);
const longestRange = 400 * 86_400_000;

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
