import { hourMs, minuteMs } from '../lib/durations.ts';

/** A job of the service. */
interface ServiceJob {
  /** How long it may wait until it has stalled, in milliseconds. */
  patience: number;
  /** That it has stalled, as a sentence that goes on with "since". */
  says: string;
}

/** What the service does by itself, and when each job has stalled: for alerts, `GET /v0/system` and the console. */
export const serviceJobs = {
  cron: { patience: 2 * hourMs, says: 'The cron does not run. It has noted nothing' },
  visits: { patience: 10 * minuteMs, says: 'Visits have been waiting to be counted' },
  publishes: { patience: 10 * minuteMs, says: 'Versions have been waiting to go live' },
  deliveries: { patience: 10 * minuteMs, says: 'Events have been waiting to be sent to webhooks' },
  given_up: {
    patience: 0,
    says: 'Visits or versions that could not be processed have been waiting to be sent again',
  },
} satisfies Record<string, ServiceJob>;

export type JobName = keyof typeof serviceJobs;
export const jobNames = Object.keys(serviceJobs) as JobName[];

/**
 * Since when each job has something that waits, in milliseconds since 1970. Null if it has nothing. Of the cron, when it
 * last noted that it runs; null if it never has.
 */
export type Waits = Record<JobName, number | null>;

/** A stalled job, and since when it waits. Null for a cron that never ran. */
export interface Stall<Time> {
  job: JobName;
  since: Time | null;
}

/** Whether a job that has waited since then has stalled. */
export const isStalled = (job: JobName, since: number | null, now: number): boolean =>
  since === null ? job === 'cron' : since <= now - serviceJobs[job].patience;

/** The stalled jobs. */
export const stallsOf = (waits: Waits, now: number): Stall<number>[] =>
  jobNames.flatMap((job) => (isStalled(job, waits[job], now) ? { job, since: waits[job] } : []));

/** That a job has stalled, as a sentence. `time`: how its reader writes times. */
export const stallSentence = ({ job, since }: Stall<string>, time: (at: string) => string): string =>
  since === null ? 'The cron has never run.' : `${serviceJobs[job].says} since ${time(since)}.`;
