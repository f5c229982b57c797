import type { Database } from '../../../db/client.ts';
import type { List } from '../../../lib/cursor.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { accountOrThrow, selectAccountExists } from '../../accounts/store/internal.ts';
import { accountLogKind } from '../../logs/store/internal.ts';
import { findLog, type Log, type LogListing, listLogs } from '../../logs/store/read.ts';

/** A log for an answer. */
export const toAccountLog = ({ ownerId, logId, fields }: Log) => ({
  accountId: ownerId,
  accountLogId: logId,
  ...fields,
});
export type AccountLogText = ReturnType<typeof toAccountLog>;

/** One log of an account. Throws `account_log_not_found`. */
export async function getAccountLogOrThrow(
  db: Database,
  accountId: string,
  accountLogId: string,
): Promise<AccountLogText> {
  const log = await findLog(db, accountLogKind, accountId, accountLogId);
  if (!log) throw new FootfallError('account_log_not_found', 'This account has no log with this id.');
  return toAccountLog(log);
}

/** A page of an account's timeline, newest first. Throws `account_not_found`. */
export async function listAccountLogs(db: Database, listing: LogListing): Promise<List<AccountLogText>> {
  const exists = selectAccountExists({ accountId: listing.ownerId });
  const { items, ...rest } = accountOrThrow(await listLogs(db, accountLogKind, listing, exists));
  return { ...rest, items: items.map(toAccountLog) };
}
