import type { Random } from './random.ts';
import type { DemoEvent } from './stories/story.ts';
import { day } from './time.ts';

/** The fields that logs of persons and logs of accounts share. */
export type DemoLog = Pick<DemoEvent, 'source' | 'type' | 'payload'> & {
  idempotencyKey: string;
  occurredAt: string;
};

/** A random moment of working hours, `daysAgo` days before `until`. */
export function workingTime(random: Random, until: Date, daysAgo: number): Date {
  const midnight = Math.floor((until.getTime() - daysAgo * day) / day) * day;
  const weekend = { 0: 2, 6: 1 }[new Date(midnight).getUTCDay()] ?? 0;
  return new Date(midnight - weekend * day + random.int((7 * day) / 24, (18 * day) / 24));
}

/** A log without its key, and when it happened. */
export type Timed<T> = { at: Date; log: Omit<T, 'idempotencyKey' | 'occurredAt'> & { type: string } };

/** How far the logs go back, in days. */
export const longest = 300;

/** A number of days ago: half are of the last three months. */
export const someDaysAgo = (random: Random): number =>
  1 + Math.floor((longest - 1) * (random.int(0, 999) / 1000) ** 1.75);

/**
 * The logs up to `until`, oldest first. Keys begin with `owner`, and count in the given order, so they are the same for
 * every date.
 */
export function inOrder<T>(owner: string, logs: Timed<T>[], until: Date) {
  const counts = new Map<string, number>();
  const keyed = logs.map(({ at, log }) => {
    const count = (counts.get(log.type) ?? 0) + 1;
    counts.set(log.type, count);
    return {
      at,
      log: {
        ...log,
        occurredAt: at.toISOString(),
        idempotencyKey: `trailmark-${owner}-${log.type}-${count}`,
      },
    };
  });
  const past = keyed.filter(({ at }) => at <= until);
  return past.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ log }) => log);
}
