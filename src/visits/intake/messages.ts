import * as z from 'zod/mini';
import { byteLength } from '../../lib/byte-length.ts';
import { report } from '../../lib/report.ts';

/**
 * A message of the queue of visits: a delivery that was verified while D1 did not answer. Messages stay in the queue while
 * a new version of the service is deployed, so their fields must keep their names.
 */
export const DeliveryWaiting = z.strictObject({
  kind: z.literal('delivery'),
  workspace: z.string(),
  sourceId: z.string(),
  receivedAt: z.int(),
  /** SHA-256 of the secret that it is signed with: what an isolate remembers of a source may be old. */
  secretHash: z.string(),
  events: z.array(
    z.object({
      outcome: z.enum(['logged', 'kept', 'excluded']),
      reason: z.nullable(z.enum(['no_identifier', 'invalid_identifier'])),
      deliveryId: z.string(),
      type: z.string(),
      found: z.record(z.string(), z.string()),
      text: z.string(),
      identifiers: z.string(),
    }),
  ),
});
export type DeliveryWaiting = z.infer<typeof DeliveryWaiting>;

/** The largest message, in bytes: a queue takes 128 KB with what it adds. */
const largestMessage = 127_000;

/** Puts a delivery on the queue. False if there is none, it takes nothing, or the delivery is too large for it. */
export async function sendDelivery(queue: Queue | undefined, message: DeliveryWaiting): Promise<boolean> {
  if (!queue || byteLength(JSON.stringify(message)) > largestMessage) return false;
  try {
    await queue.send(message);
    return true;
  } catch (error) {
    report('send a delivery', error, { sourceId: message.sourceId });
    return false;
  }
}
