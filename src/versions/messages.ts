import * as z from 'zod';
import { report } from '../lib/report.ts';

/**
 * The message of the queue JOBS: publish this version, if it still waits for this request of it. Messages stay in
 * the queue while a new version of the service is deployed: their fields keep their names.
 */
export const PublishRequested = z.strictObject({
  kind: z.literal('publish'),
  workspace: z.string(),
  versionId: z.string(),
  transitionId: z.string(),
});
export type PublishRequested = z.infer<typeof PublishRequested>;

/** A failure whose message may be shown to the users of the workspace. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/** Puts a message on the queue. When the queue does not take it, the cron sends it a minute later. */
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
