import type { Api } from './state.ts';

export interface Figures {
  trips: number;
  read: number;
  written: number;
  /** Milliseconds from the request to the end of its answer. */
  p50: number;
  p95: number;
  /** The median of the milliseconds that the service waited for D1. */
  d1: number;
}

/** The value below which a part of the sorted values is. */
export const percentile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;

function costOf(header: string | null): { d1: number; cost: number[] } {
  const [, ...numbers] = /dur=(\d+).*trips=(\d+) read=(\d+) written=(\d+)/.exec(header ?? '') ?? [];
  const [d1, ...cost] = numbers.map(Number);
  if (d1 === undefined) throw new Error(`Server-Timing says ${header}`);
  return { d1, cost };
}

/** Sends a request, and times it until the end of its answer. */
export async function ask({ send }: Api, route: string) {
  const start = performance.now();
  const response = await send('GET', route);
  const text = await response.text();
  const took = performance.now() - start;
  return { text, took, ...costOf(response.headers.get('server-timing')) };
}

/**
 * Sends requests in turn, `times` times. Returns their last answers, the largest cost, and the times of all. The same
 * request costs the same each time, except once a minute, when it also looks up the key. So its lowest cost is used.
 */
export async function measure(
  api: Api,
  routes: string[],
  times: number,
): Promise<{ answers: unknown[]; figures: Figures }> {
  const took: number[] = [];
  const waited: number[] = [];
  const least = routes.map(() => [Infinity, Infinity, Infinity]);
  const answers: unknown[] = [];
  for (let time = 0; time < times; time++) {
    for (const [nth, route] of routes.entries()) {
      const { text, took: one, d1, cost } = await ask(api, route);
      took.push(one);
      waited.push(d1);
      least[nth] = cost.map((value, index) => Math.min(least[nth]?.[index] ?? value, value));
      if (time === times - 1) answers[nth] = JSON.parse(text);
    }
  }
  for (const times of [took, waited]) times.sort((a, b) => a - b);
  const [trips = 0, read = 0, written = 0] = [0, 1, 2].map((index) =>
    Math.max(...least.map((cost) => cost[index] ?? 0)),
  );
  return {
    answers,
    figures: {
      trips,
      read,
      written,
      d1: percentile(waited, 0.5),
      p50: percentile(took, 0.5),
      p95: percentile(took, 0.95),
    },
  };
}
