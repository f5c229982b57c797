import type { Api } from './state.ts';

export interface Figures {
  trips: number;
  read: number;
  written: number;
  /** Milliseconds from the request to the end of its answer. */
  p50: number;
  p95: number;
}

const percentile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;

function costOf(header: string | null): [trips: number, read: number, written: number] {
  const [, ...numbers] = /trips=(\d+) read=(\d+) written=(\d+)/.exec(header ?? '') ?? [];
  if (numbers.length < 3) throw new Error(`Server-Timing says ${header}`);
  const [trips = 0, read = 0, written = 0] = numbers.map(Number);
  return [trips, read, written];
}

/**
 * Sends a request several times. Returns the last answer, its cost and the times. All requests cost the same, except
 * one per minute, which also looks up the key. So the lowest cost is used.
 */
export async function measure<T>(
  { send }: Api,
  route: string,
  times: number,
): Promise<{ answer: T; figures: Figures }> {
  const took: number[] = [];
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  let answer = '';
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    const response = await send('GET', route);
    answer = await response.text();
    took.push(performance.now() - start);
    costOf(response.headers.get('server-timing')).forEach((value, index) => {
      least[index] = Math.min(least[index] ?? value, value);
    });
  }
  took.sort((a, b) => a - b);
  const [trips, read, written] = least;
  const figures = { trips, read, written, p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
  return { answer: JSON.parse(answer) as T, figures };
}
