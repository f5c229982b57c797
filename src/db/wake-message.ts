import * as z from 'zod/mini';

/**
 * The message of the queue WEBHOOKS: look for work of this webhook, or of all of the workspace. It has no events, so a
 * message that is lost or doubled changes nothing. Messages stay in the queue while a new version of the service is
 * deployed, so their fields must keep their names.
 */
export const DeliveryRequested = z.strictObject({
  workspace: z.string(),
  webhookId: z.optional(z.string()),
});
export type DeliveryRequested = z.infer<typeof DeliveryRequested>;
