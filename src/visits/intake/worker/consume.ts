import type { Bindings } from '../../../config/bindings.ts';
import { openWorkspace } from '../../../db/client.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { getErasureSecret } from '../../../people/persons/store/erase.ts';
import { findVerifier, validSecrets } from '../../sources/store/secrets.ts';
import { DeliveryWaiting } from '../messages.ts';
import { receive } from '../store/receive.ts';

/**
 * Writes a delivery that waited for D1, once however often its message comes. One that its source would not have taken when
 * it was received goes: it was deleted, or has another secret. Throws when D1 does not answer still.
 */
export async function deliveryWaiting({ body }: Message<unknown>, env: Bindings): Promise<void> {
  const { workspace, sourceId, receivedAt, secretHash, events } = DeliveryWaiting.parse(body);
  const db = openWorkspace(env, workspace);
  const source = await findVerifier(db, sourceId);
  if (!source || !validSecrets(source, receivedAt).some((secret) => sha256(secret) === secretHash)) return;
  await receive(db, source, events, Date.now(), { receivedAt, secret: await getErasureSecret(db) });
}
