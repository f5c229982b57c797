import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { writeIdsLength } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import type { OnConflict } from '../../../lib/conflicts.ts';
import { newId } from '../../../lib/ids.ts';
import { searchName } from '../../../lib/search-text.ts';
import type { AccountWrite } from '../batch-schemas.ts';

/** What a write does, or would do. A new account that is only looked at has no id. */
export interface Outcome {
  outcome: 'created' | 'updated' | 'unchanged';
  accountId: string | null;
}

/** A domain of a list, and the names that its account gets. */
interface Planned {
  domain: string;
  newAccountId: string;
  writeId: string;
  /** If it is new, and if it is known. */
  newName: string;
  newSearchName: string | null;
  knownName: string | null;
  knownSearchName: string | null;
}

/** The names of a domain that is several times in a list are given in order: the first fills, the last replaces. */
function plan(domain: string, writes: readonly AccountWrite[], onConflict: OnConflict): Planned {
  const names = writes.flatMap(({ name }) => name ?? []);
  const given = { fill: names[0], update: names.at(-1), skip: writes[0]?.name }[onConflict];
  const known = onConflict === 'skip' ? undefined : given;
  return {
    domain,
    newAccountId: newId('account'),
    writeId: newId('entry'),
    newName: given ?? domain,
    newSearchName: given === undefined ? null : searchName(given),
    knownName: known ?? null,
    knownSearchName: known === undefined ? null : searchName(known),
  };
}

interface WriteParams {
  /** A JSON array of `Planned`. */
  planned: Param<string>;
  now: Param<number>;
}

const insertNew = statement(
  ({ planned, now }: WriteParams) => sql`insert into accounts (account_id, seq, domain, name, search_name,
      linked_persons_count, revision, write_id, created_at, updated_at, latest_activity_at)
    select new.value ->> 'newAccountId',
      (select coalesce(max(seq), 0) + 1 from accounts) + row_number() over (order by new.key) - 1,
      new.value ->> 'domain', new.value ->> 'newName', new.value ->> 'newSearchName',
      0, 1, new.value ->> 'writeId', ${now}, ${now}, ${now}
    from json_each(${planned}) as new
    where not exists (select 1 from accounts where domain = new.value ->> 'domain')
    on conflict (domain) do nothing`,
);

/** A name that is the domain counts as none, as in a list of persons. */
const getsName = (isUpdate: boolean) =>
  sql`new.value ->> 'knownName' <> accounts.name${isUpdate ? sql`` : sql` and accounts.name = accounts.domain`}`;

const renameKnown = statement(
  ({ planned, now }: WriteParams, isUpdate: boolean) => sql`update accounts
    set name = new.value ->> 'knownName', search_name = new.value ->> 'knownSearchName', revision = revision + 1,
      write_id = substr(new.value ->> 'writeId' || ' ' || write_id, 1, ${sql.raw(String(writeIdsLength))}),
      updated_at = ${now}
    from json_each(${planned}) as new
    where accounts.domain = new.value ->> 'domain' and ${getsName(isUpdate)}
      and instr(accounts.write_id, new.value ->> 'writeId') = 0`,
);

/** An account of a domain of the list, and what the write has done or would do. */
interface Found {
  accountId: string | null;
  isWritten: number;
  getsName: number;
}

const selectWritten = statement(
  ({ planned }: Pick<WriteParams, 'planned'>, isUpdate: boolean) => sql<Found>`select
      account_id as "accountId", coalesce(instr(write_id, new.value ->> 'writeId') > 0, 0) as "isWritten",
      coalesce(${getsName(isUpdate)}, 0) as "getsName"
    from json_each(${planned}) as new left join accounts on accounts.domain = new.value ->> 'domain'
    order by new.key`,
);

/**
 * Finds or creates accounts by their domains, in one batch, and gives them names. With `isDryRun` nothing is written, and
 * the outcomes are those of a real run. The first write of a domain has its outcome, and others have `unchanged`.
 */
export async function writeAccounts(
  db: Database,
  writes: readonly AccountWrite[],
  onConflict: OnConflict,
  isDryRun: boolean,
): Promise<Outcome[]> {
  const now = Date.now();
  const isUpdate = onConflict === 'update';
  const planned = [...Map.groupBy(writes, ({ domain }) => domain)].map(([domain, some]) =>
    plan(domain, some, onConflict),
  );
  const params = { planned: JSON.stringify(planned), now };
  const [, , rows] = await db.batch([
    isDryRun ? undefined : insertNew(params),
    isDryRun ? undefined : renameKnown(params, isUpdate),
    selectWritten(params, isUpdate),
  ]);
  const found = new Map(
    planned.map(({ domain, newAccountId }, at) => [domain, { newAccountId, ...rows[at] }]),
  );
  const seen = new Set<string>();
  return writes.map(({ domain }): Outcome => {
    const { accountId = null, newAccountId, isWritten, getsName } = found.get(domain) ?? {};
    const isFirst = !seen.has(domain);
    seen.add(domain);
    if (!isFirst) return { outcome: 'unchanged', accountId };
    if (accountId === null || accountId === newAccountId) return { outcome: 'created', accountId };
    return { outcome: isWritten || (isDryRun && getsName) ? 'updated' : 'unchanged', accountId };
  });
}
