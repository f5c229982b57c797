import type { Bindings } from '../../../config/bindings.ts';
import type { Database } from '../../../db/client.ts';
import { keepGivenUp } from '../../../db/given-up.ts';
import { whatOf } from '../../../db/notes.ts';
import { newId } from '../../../lib/ids.ts';
import { identifiersOf } from '../form.ts';
import type { QueueMessage } from '../schemas.ts';
import { countLate, formLimitOf } from './form-limit.ts';
import { mergeOptions, mergeVisits } from './merge.ts';
import { verifyVisits } from './verify.ts';

/** Merges messages of one workspace into sessions, those of an outage after their keys are verified. */
export async function mergeMessages(db: Database, bodies: QueueMessage[], env: Bindings): Promise<void> {
  const visits = await countLate(db, await verifyVisits(db, bodies), formLimitOf(env));
  await mergeVisits(db, visits, mergeOptions(env));
}

/** How a message was delivered. */
interface Delivered {
  id: string;
  attempts: number;
  error: unknown;
}

/** Keeps a visit that could not be merged, so that it can be sent again. An excluded one is not kept. */
export async function giveUpVisit(
  db: Database,
  body: QueueMessage,
  { id, attempts, error }: Delivered,
): Promise<void> {
  const message = 'keyHash' in body ? body.message : body;
  if (!('visit' in message)) return;
  const { receivedAt, visit } = message;
  const row = {
    givenUpId: newId('givenup'),
    source: id,
    kind: 'visit' as const,
    receivedAt,
    attempts,
    what: whatOf(error),
    pageId: visit.pageId,
    audienceId: visit.audienceId ?? null,
    versionId: visit.versionId ?? null,
    sessionId: visit.analyticsSessionId,
    identifiers: visit.formSubmit ? identifiersOf(visit.formSubmit).map(({ key }) => key) : [],
    body: JSON.stringify(body),
  };
  await db.batchUntold(keepGivenUp(row, Date.now()));
}
