import { eq, type SQL, sql } from 'drizzle-orm';
import { newestHeard } from '../../../db/actor.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { personWith } from '../../persons/store/identity.ts';
import { accounts } from '../../tables/accounts.ts';
import { idempotencyKeys } from '../../tables/logs.ts';
import { kinds, type Resource } from './read.ts';

// A log without a key is found by its id: at one of those whom its write may have found or created, or where that was
// noted, because the person has changed or was erased since. See schema/derived/keyless-logs.sql.ts.

const field = (write: SQL, name: string) => sql`${write} ->> ${sql.raw(`'${name}'`)}`;

/** Whom a write may have found or created, as SQL. */
const owners: Record<Resource, (write: SQL) => SQL[]> = {
  person_log: (write) => [
    sql`coalesce(${field(write, 'personId')}, ${field(write, 'newPersonId')})`,
    personWith('email', field(write, 'email')),
    personWith('phoneNumber', field(write, 'phoneNumber')),
    personWith('linkedinProfileUrl', field(write, 'linkedinIdentity')),
  ],
  account_log: (write) => [
    field(write, 'accountId'),
    sql`(select ${accounts.accountId} from ${accounts} where ${eq(accounts.domain, field(write, 'domain'))})`,
  ],
};

/** SQL of the owner of the log of a write without a key, given as its JSON. Null without a log. */
function ownerOf(resource: Resource, write: SQL): SQL<string | null> {
  const { logs } = kinds[resource];
  const { ownerId, keyHash } = idempotencyKeys;
  const logId = field(write, 'logId');
  const isNoted = sql`${idempotencyKeys.resource} = ${sql.raw(`'${resource}'`)} and ${keyHash} = ${logId}`;
  const isThere = sql`${logs.logId} = ${logId} and ${logs.ownerId} in (${sql.join(owners[resource](write), sql`, `)})`;
  return sql`coalesce((select ${logs.ownerId} from ${logs} where ${isThere}),
    (select ${ownerId} from ${idempotencyKeys} where ${isNoted}))`;
}

/** Selects the owner of the log of a write. */
export const selectOwner = statement(({ write }: { write: Param<string> }, resource: Resource) =>
  build
    .select({ ownerId: ownerOf(resource, sql`asked.write`), newest: newestHeard })
    .from(sql`(select ${write} as write) as asked`),
);

/** Selects the owners of the logs of writes, given as a JSON array, a row for each `position` in it. */
export const selectOwners = statement(({ writes }: { writes: Param<string> }, resource: Resource) =>
  build
    .select({ position: sql<number>`item.key`, ownerId: ownerOf(resource, sql`item.value`) })
    .from(sql`json_each(${writes}) as item`),
);
