import * as z from 'zod/mini';
import { minuteMs } from '../../lib/durations.ts';
import { report } from '../../lib/report.ts';

/**
 * A message of the queue JOBS: go on with this job of a campaign, if it still runs. Messages stay in the queue while a new
 * version of the service is deployed, so their fields must keep their names.
 */
export const JobRequested = z.strictObject({
  kind: z.literal('campaign'),
  workspace: z.string(),
  campaignId: z.string(),
  jobId: z.string(),
});
export type JobRequested = z.infer<typeof JobRequested>;

/** Sends a message to the queue. If the queue does not accept it, the cron sends it a minute later. */
export async function sendJobRequested(queue: Queue, message: JobRequested): Promise<void> {
  try {
    await queue.send(message);
  } catch (error) {
    report('send', error, { campaignId: message.campaignId });
  }
}

/** How long, in milliseconds, the cron does not send the message of a job again after a step of it. */
export const nextStepAfter = minuteMs;
