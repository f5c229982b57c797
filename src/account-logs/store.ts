import { and, eq, sql } from 'drizzle-orm';
import { accountExists, accountOrThrow, newAccountRow } from '../accounts/store.ts';
import type { Database } from '../db/client.ts';
import { accounts } from '../db/schema/accounts.ts';
import { insertWhere } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { accountLogKind, findLog, type Log, type LogListing, listLogs } from '../logs/store.ts';
import { isNew, newEntry, readOutcome, writeStatements } from '../logs/write-store.ts';
import type { AccountLogCreate, AccountLogCreated } from './schemas.ts';

/** A validated write with its payload as JSON text. */
export type AccountLogWrite = Omit<AccountLogCreate, 'payload'> & { payload: string };

/**
 * Writes a log of the account with this id or domain; a new domain's account is created with it. Throws
 * `account_not_found`, `idempotency_mismatch`.
 */
export async function writeAccountLog(
  db: Database,
  write: AccountLogWrite,
): Promise<{ accountLog: AccountLogCreated; replayed: boolean }> {
  const now = Date.now();
  const entry = newEntry(accountLogKind, write, now);
  const named =
    write.domain === undefined
      ? eq(accounts.accountId, write.accountId ?? '')
      : eq(accounts.domain, write.domain);
  const owner = sql`(select ${accounts.accountId} from ${accounts} where ${named})`;
  const account = newAccountRow(write.domain ?? '', 0, now);
  const createAccount = insertWhere(
    db,
    accounts,
    account,
    and(isNew(accountLogKind, entry), sql`${write.domain ?? null} is not null`),
    accounts.domain,
  );
  const created = sql<boolean>`${owner} = ${account.accountId}`;
  const { writes, outcome } = writeStatements(db, accountLogKind, entry, owner, created);
  const results = await db.batch([createAccount, ...writes, outcome]);
  const { ownerId, logId, createdOwner, replayed, ...rest } = accountOrThrow(
    readOutcome(accountLogKind, entry, results.at(-1)),
  );
  return {
    accountLog: { accountId: ownerId, accountLogId: logId, createdAccount: createdOwner, ...rest },
    replayed,
  };
}

const toAccountLog = ({ ownerId, logId, fields }: Log) => ({
  accountId: ownerId,
  accountLogId: logId,
  ...fields,
});

/** One log of an account. Throws `account_log_not_found`. */
export async function getAccountLogOrThrow(db: Database, accountId: string, accountLogId: string) {
  const log = await findLog(db, accountLogKind, accountId, accountLogId);
  if (!log) throw new FootfallError('account_log_not_found', 'This account has no log with this id.');
  return toAccountLog(log);
}

/** A page of an account's timeline, newest first. Throws `account_not_found`. */
export async function listAccountLogs(db: Database, listing: LogListing) {
  const page = await listLogs(db, accountLogKind, listing, accountExists(db, listing.ownerId));
  const { items, ...rest } = accountOrThrow(page);
  return { ...rest, items: items.map(toAccountLog) };
}
