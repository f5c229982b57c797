import type { Database } from '../../../db/client.ts';
import { newId } from '../../../lib/ids.ts';
import { earlierDomain } from '../../../lib/normalise.ts';
import { accountOrThrow } from '../../accounts/store/internal.ts';
import { logFieldsOf, type Sent, textsOf, writeOne, writtenOf } from '../../logs/store/write.ts';
import type { AccountLogCreate, AccountLogCreated } from '../schemas.ts';

/** A validated write whose payload is JSON text. */
type AccountLogWrite = Omit<AccountLogCreate, 'payload'> & { payload: string };

/** A write as versions before 28 November 2026 normalised it. */
function earlierWrite(write: AccountLogWrite, sent: Sent) {
  const { domain } = textsOf(sent);
  return { ...write, domain: domain && earlierDomain(domain) };
}

/** Writes a log of the account with this id or domain. Throws `account_not_found`, `idempotency_mismatch`. */
export async function writeAccountLog(
  db: Database,
  write: AccountLogWrite,
  sent: Sent,
): Promise<{ accountLog: AccountLogCreated; replayed: boolean }> {
  const { accountId, domain, payload } = write;
  const log = logFieldsOf('account_log', write, Date.now());
  const fields = { ...log, accountId, domain, newAccountId: newId('account') };
  const row = await writeOne(db, 'account_log', fields, payload);
  const { ownerId, logId, createdOwner, replayed, createdAt, source, type } = accountOrThrow(
    writtenOf('account_log', write, log, row, () => earlierWrite(write, sent)),
  );
  const answer = { accountId: ownerId, accountLogId: logId, createdAccount: createdOwner };
  return { accountLog: { ...answer, source, type, createdAt }, replayed };
}
