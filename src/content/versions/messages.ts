import * as z from 'zod/mini';
import { minuteMs } from '../../lib/durations.ts';
import { report } from '../../lib/report.ts';

/**
 * The message of the queue JOBS: publish this version, if it still waits for this request. Messages stay in the queue
 * while a new version of the service is deployed, so their fields must keep their names.
 */
export const PublishRequested = z.strictObject({
  kind: z.literal('publish'),
  workspace: z.string(),
  versionId: z.string(),
  transitionId: z.string(),
  /** The campaign that asks, if one does. The cron sends the message without it. */
  campaignId: z.optional(z.string()),
});
export type PublishRequested = z.infer<typeof PublishRequested>;

/** An error whose message the users of the workspace may see. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/** Sends a message to the queue. If the queue does not accept it, the cron sends it a minute later. */
export async function sendPublishRequested(
  queue: Queue<PublishRequested>,
  message: PublishRequested,
): Promise<void> {
  try {
    await queue.send(message);
  } catch (error) {
    report('send', error, { versionId: message.versionId });
  }
}

/** Sends up to 100 messages. If the queue does not accept them, the cron sends each a minute later. */
export async function sendPublishesRequested(
  queue: Queue<PublishRequested>,
  messages: PublishRequested[],
): Promise<void> {
  if (messages.length === 0) return;
  try {
    await queue.sendBatch(messages.map((body) => ({ body })));
  } catch (error) {
    report('send', error, { versions: messages.length });
  }
}

/** How long, in milliseconds, a version may wait for the queue before the cron sends its message again. */
export const firstResendAfter = 5000;

/** How long, in milliseconds, the cron does not resend a version after a worker or the cron had it. */
export const nextResendAfter = minuteMs;
