import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { accounts } from '../db/schema/accounts.ts';
import { persons } from '../db/schema/persons.ts';
import { insertWhere, isCurrent, type RowOf, type Statement } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { toTimestamp } from '../lib/time.ts';
import type { Account, AccountUpdate } from './schemas.ts';

type AccountRow = typeof accounts.$inferSelect;

const toAccount = ({ revision: _, writeId: _id, ...row }: AccountRow): Account => ({
  ...row,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  latestActivityAt: toTimestamp(row.latestActivityAt),
});

/** The entity tag of an account, which shows what its persons and logs come to. */
const etag = sql`${accounts.revision} || '.' || ${accounts.linkedPersonsCount} || '.' || ${accounts.latestActivityAt}`;
const toTagged = (row: AccountRow): Tagged<Account> => ({
  value: toAccount(row),
  etag: `${row.revision}.${row.linkedPersonsCount}.${row.latestActivityAt}`,
});

/** The row of a new account, named after its domain; `now` in milliseconds since 1970. */
export const newAccountRow = (
  domain: string | SQL,
  linkedPersonsCount: number,
  now: number,
): RowOf<typeof accounts> => ({
  accountId: newId('account'),
  domain,
  name: domain,
  linkedPersonsCount,
  revision: 1,
  writeId: '',
  createdAt: now,
  updatedAt: now,
  latestActivityAt: now,
});

/**
 * The account of a person's domain, if it has one and the account is missing. Goes behind every statement
 * that sets the domain, in its batch: a missing account then has this one linked person and no other, and
 * the trigger on persons has counted into an account that was there.
 */
export function ensureAccount(db: Database, person: SQL, now: number): Statement {
  const ofPerson = and(eq(persons.personId, person), sql`${persons.accountDomain} is not null`);
  const domain = sql<string>`(select ${persons.accountDomain} from ${persons} where ${ofPerson})`;
  return insertWhere(
    db,
    accounts,
    newAccountRow(domain, 1, now),
    sql`${domain} is not null`,
    accounts.domain,
  );
}

/** Accounts, newest first; only those without a linked person when `emptyOnly`. */
export async function listAccounts(
  db: Database,
  { limit, cursor, emptyOnly }: { limit: number; cursor?: string | undefined; emptyOnly: boolean },
): Promise<Page<Account>> {
  const scope: ListScope = ['accounts', String(emptyOnly)];
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  const [rows, [total]] = await db.batch([
    db
      .select()
      .from(accounts)
      .where(
        and(
          after === undefined ? undefined : lt(accounts.accountId, after),
          emptyOnly ? sql`${accounts.linkedPersonsCount} = 0` : undefined,
        ),
      )
      .orderBy(desc(accounts.accountId))
      .limit(limit + 1),
    counterOf(db, emptyOnly ? 'accounts_empty' : 'accounts'),
  ]);
  return toPage(rows.map(toAccount), limit, total?.value ?? 0, (last) => encodeCursor(scope, last.accountId));
}

/** Throws `account_not_found` for a row that is not there. */
export function accountOrThrow<T>(row: T | undefined): T {
  if (!row) throw new FootfallError('account_not_found', 'There is no account with this id.');
  return row;
}

const selectAccount = (db: Database, accountId: string) =>
  db.select().from(accounts).where(eq(accounts.accountId, accountId));

export async function getAccountOrThrow(db: Database, accountId: string): Promise<Tagged<Account>> {
  const [[row]] = await db.batch([selectAccount(db, accountId)]);
  return toTagged(accountOrThrow(row));
}

/** Renames an account. Throws `account_not_found`, `precondition_failed`. */
export async function updateAccount(
  db: Database,
  accountId: string,
  { name }: AccountUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Account>> {
  if (name === undefined) {
    const unchanged = await getAccountOrThrow(db, accountId);
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const writeId = newId('write');
  const [, [row]] = await db.batch([
    db
      .update(accounts)
      .set({ name, revision: sql`${accounts.revision} + 1`, writeId, updatedAt: Date.now() })
      .where(and(eq(accounts.accountId, accountId), isCurrent(etag, ifMatch))),
    selectAccount(db, accountId),
  ]);
  const found = accountOrThrow(row);
  const account = toTagged(found);
  if (found.writeId !== writeId) assertMatch(account.etag, ifMatch);
  return account;
}

/** A SELECT that finds a row when the account exists, to ride along in a batch. */
export const accountExists = (db: Database, accountId: string) =>
  db.select({ accountId: accounts.accountId }).from(accounts).where(eq(accounts.accountId, accountId));
