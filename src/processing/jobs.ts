import * as z from 'zod';
import { report } from '../lib/report.ts';

/** A message of the queue: publish this version, if it still waits for this request of it. */
export const Job = z.strictObject({
  kind: z.literal('publish'),
  workspace: z.string(),
  versionId: z.string(),
  transitionId: z.string(),
});
export type Job = z.infer<typeof Job>;

/** A failure whose message may be shown to the users of the workspace. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

/** Sends a job to the queue. When the queue does not take it, the sweep sends it a minute later. */
export async function sendJob(jobs: Queue<Job>, job: Job): Promise<void> {
  try {
    await jobs.send(job);
  } catch (error) {
    report('send', error, { versionId: job.versionId });
  }
}
