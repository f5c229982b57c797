import { type Draw, whole } from './random.ts';

export const hourMs = 3_600_000;

/** Sessions in the 24 hours of a day in UTC, in percent of the busiest hour. */
const byHour = [4, 3, 2, 2, 3, 6, 14, 30, 62, 88, 100, 96, 80, 84, 95, 92, 80, 62, 45, 36, 30, 22, 14, 8];
/** Sessions on the days of a week from Sunday, in percent of Monday. */
const byWeekday = [35, 100, 106, 104, 100, 88, 32];

/**
 * The relative number of visits in an hour. It depends on time of day, weekday, season, chance, and a newsletter
 * every fourth Tuesday.
 */
function weightOf(hour: number, draw: Draw): number {
  const at = new Date(hour * hourMs);
  const day = Math.floor(hour / 24);
  const usual = (byHour[at.getUTCHours()] ?? 0) * (byWeekday[at.getUTCDay()] ?? 0);
  const season = 1 + 0.15 * Math.sin((day / 365) * 2 * Math.PI);
  const isNewsletter = at.getUTCDay() === 2 && Math.floor(day / 7) % 4 === 0 && at.getUTCHours() >= 8;
  return usual * season * (0.9 + 0.2 * draw()) * (isNewsletter ? 1.5 : 1);
}

/**
 * The start times of this number of sessions in the `days` days before `until`, in milliseconds since 1970,
 * ascending.
 */
export function* startsOf(sessions: number, days: number, until: number, draw: Draw): Generator<number> {
  const last = Math.floor(until / hourMs);
  const hours = Array.from({ length: days * 24 }, (_, index) => last - days * 24 + index);
  const weights = hours.map((hour) => weightOf(hour, draw));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  let made = 0;
  for (const [index, hour] of hours.entries()) {
    sum += weights[index] ?? 0;
    const due = Math.round((sum / total) * sessions);
    const starts = Array.from({ length: due - made }, () => hour * hourMs + whole(draw, hourMs));
    yield* starts.sort((a, b) => a - b);
    made = due;
  }
}

/** Chooses one of `count` values: the nth 1/n as often as the first, and for a fraction of visits null, no value. */
export function chooser(count: number, draw: Draw, none: number): () => number | null {
  const ends: number[] = [];
  let sum = 0;
  for (let nth = 1; nth <= count; nth++) {
    sum += 1 / nth;
    ends.push(sum);
  }
  return () => {
    if (draw() < none) return null;
    const at = draw() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? sum) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
