import { type Call, json } from './http.ts';
import { timestamp, timestampOrNull } from './ids.ts';
import { cursorOf, encodeCursor, limitOf, page } from './lists.ts';

interface AccountRow {
  accountId: string;
  domain: string;
  name: string;
  linkedPersonsCount: number;
  createdAt: number;
  updatedAt: number;
  latestActivityAt: number;
  /** 0 before the first visit. */
  latestVisitAt: number;
}

const toAccount = (row: AccountRow) => ({
  accountId: row.accountId,
  domain: row.domain,
  name: row.name,
  linkedPersonsCount: row.linkedPersonsCount,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  latestActivityAt: timestamp(row.latestActivityAt),
  latestVisitAt: timestampOrNull(row.latestVisitAt || null),
});

const listSql = (condition: string) => `select account_id as accountId, domain, name,
    linked_persons_count as linkedPersonsCount, created_at as createdAt, updated_at as updatedAt,
    latest_activity_at as latestActivityAt, latest_visit_at as latestVisitAt
  from accounts where account_id < ?1 ${condition} order by account_id desc limit ?2`;
const all = listSql('');
const emptyOnes = listSql('and linked_persons_count = 0');
const totalSql = 'select value as total from counters where name = ?1';

export async function listAccounts(call: Call): Promise<Response> {
  const { db, url } = call;
  const isEmptyOnly = /^(?:true|1)$/.test(url.searchParams.get('includeEmptyOnly') ?? '');
  const limit = limitOf(call);
  const scope = ['accounts', String(isEmptyOnly)];
  // `~` sorts after every id.
  const before = cursorOf(call, scope) ?? '~';
  const [rows, [count]] = await db.batch<[AccountRow[], { total: number }[]]>([
    db.sql(isEmptyOnly ? emptyOnes : all, before, limit + 1),
    db.sql(totalSql, isEmptyOnly ? 'accounts_empty' : 'accounts'),
  ]);
  const cursorAt = ({ accountId }: AccountRow) => encodeCursor(scope, accountId);
  return json(call, page(rows, limit, count?.total ?? 0, toAccount, cursorAt));
}
