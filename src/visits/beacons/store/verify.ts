import { and, inArray, isNull, sql } from 'drizzle-orm';
import { apiKeys } from '../../../access/tables/api-keys.ts';
import { websites } from '../../../access/tables/websites.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { QueueMessage, UnverifiedMessage, VerifiedMessage } from '../schemas.ts';

const selectKeys = statement(({ hashes }: { hashes: Param<string> }) => {
  const { hash, scopes, expiresAt, revokedAt } = apiKeys;
  return build
    .select({ hash, scopes, expiresAt, revokedAt })
    .from(apiKeys)
    .where(inArray(hash, sql`(select value from json_each(${hashes}))`));
});

const selectOrigins = statement(({ origins }: { origins: Param<string> }) =>
  build
    .select({ origin: websites.origin })
    .from(websites)
    .where(
      and(
        inArray(websites.origin, sql`(select value from json_each(${origins}))`),
        isNull(websites.deletedAt),
      ),
    ),
);

/** A visit that may not be sent: it is excluded. */
function refused({ message }: UnverifiedMessage): VerifiedMessage {
  const { workspace, receivedAt } = message;
  const { pageId, analyticsSessionId } = 'visit' in message ? message.visit : message;
  return { kind: 'left out', workspace, receivedAt, pageId, analyticsSessionId, reason: 'refused' };
}

const isAfter = (end: number | null, time: number) => end === null || end > time;

/** Says which of these visits may count, in one round trip. */
async function readAllowed(
  db: Database,
  messages: UnverifiedMessage[],
): Promise<(message: UnverifiedMessage) => boolean> {
  const hashes = new Set(messages.map(({ keyHash }) => keyHash));
  const origins = new Set(messages.flatMap(({ origin }) => origin ?? []));
  const [keys, allowed] = await db.batch([
    selectKeys({ hashes: JSON.stringify([...hashes]) }),
    selectOrigins({ origins: JSON.stringify([...origins]) }),
  ]);
  return ({ keyHash, origin, message: { receivedAt } }) =>
    (origin === undefined || allowed.some((website) => website.origin === origin)) &&
    keys.some(
      ({ hash, scopes, expiresAt, revokedAt }) =>
        hash === keyHash &&
        scopes.includes('collect') &&
        isAfter(expiresAt, receivedAt) &&
        isAfter(revokedAt, receivedAt),
    );
}

/** Verifies visits that came while D1 did not answer: keys as of their receipt, and origins as of now. */
export async function verifyVisits(db: Database, messages: QueueMessage[]): Promise<VerifiedMessage[]> {
  const unverified = messages.filter((message) => 'keyHash' in message);
  const isAllowed = unverified.length > 0 ? await readAllowed(db, unverified) : () => false;
  return messages.map((message) => {
    if (!('keyHash' in message)) return message;
    return isAllowed(message) ? message.message : refused(message);
  });
}
