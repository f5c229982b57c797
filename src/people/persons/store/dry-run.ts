import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { type Param, statement } from '../../../db/statement.ts';
import type { OnConflict } from '../../../lib/conflicts.ts';
import { foundPerson } from '../../tables/found-person.ts';
import type { PersonWrite } from '../body-schemas.ts';
import {
  emailDomain,
  getsName,
  getsOthers,
  isConflict,
  isSkip,
  isUpdate,
  plainColumns,
} from '../write-sql.ts';
import { type Outcome, outcomesOf, personFields, type Written } from './write.ts';

/** Each name and value as SQL, behind one another. */
const listed = (values: Record<string, string>, of: (name: string, value: string) => string) =>
  Object.entries(values)
    .map(([name, value]) => of(name, value))
    .join(', ');

/** SQL of whether the person gets a field: a new one gets all. */
const gets = (name: string) => `(isNew or ${name} and not isSkip)`;
const after = (name: string, value: string, column: string) =>
  `iif(${gets(name)}, "write" ->> '${value}', ${column})`;

/** What the person would have, by the names in `compared` of write.ts. */
const person = {
  personId: `coalesce(person_id, "write" ->> 'newPersonId')`,
  name: `iif(isNew, "write" ->> 'name', ${after('gets_name', 'givenName', 'name')})`,
  email: after('gets_email', 'email', 'email'),
  domain: after('gets_domain', 'domain', 'domain'),
  linkedinIdentity: after('gets_linkedin', 'linkedinIdentity', 'linkedin_identity'),
  phoneNumber: after('gets_phone_number', 'phoneNumber', 'phone_number'),
  ...Object.fromEntries(
    Object.entries(plainColumns).map(([column, name]) => [name, after(`gets_${column}`, name, column)]),
  ),
};

/** What is read of the person. */
const columns = [
  ...['person_id', 'name', 'email', 'email_domain', 'domain', 'linkedin_identity', 'phone_number'],
  ...Object.keys(plainColumns),
];

const isAnyOther = Object.keys(getsOthers).join(' or ');

/**
 * What each write would do, as `insertWrites` says what it did, of the database as it is: a write sees nothing of another.
 * The rules are those of the triggers (write-sql.ts).
 */
const lookAtWrites = statement(
  ({ writes }: { writes: Param<string> }) => sql<Written>`with matched as (
      select new.write as "write", ${sql.raw(`${isUpdate} as isUpdate, ${isSkip} as isSkip, person.seq is null as isNew,
        ${columns.map((name) => `person.${name}`).join(', ')}, ${getsName} as gets_name,
        ${listed(getsOthers, (name, is) => `${is} as ${name}`)},
        person.seq is not null and ${isConflict} as isConflict, ${emailDomain('        ')} as write_domain`)}
      from (select value as "write" from json_each(${writes})) as new
        left join persons as person on person.seq = ${sql.raw(foundPerson(''))}
    ), linked as (
      select *, coalesce(${sql.raw(person.domain)}, iif(${sql.raw(gets('gets_email'))}, write_domain, email_domain))
        as account_domain
      from matched
    ), named as (
      select linked.*, accounts.name as company,
        coalesce(accounts.name <> "write" ->> 'company' and not isConflict
          and (isUpdate or accounts.name = accounts.domain and (isNew or not isSkip)), 0) as getsCompany
      from linked left join accounts on accounts.domain = account_domain
    )
    select "write" ->> 'position' as position,
      (select json_object('personId', owner_id, 'writeId', log_id, 'requestDigest', request_digest, 'outcome', type)
        from idempotency_keys
        where resource = 'person' and key_hash = "write" ->> 'keyHash') as keyed,
      json_object(${sql.raw(listed(person, (name, value) => `'${name}', ${value}`))},
        'company', iif(getsCompany or company is null and account_domain is not null,
          coalesce("write" ->> 'company', account_domain), company),
        'isWritten', not isNew and not isConflict and
          (getsCompany or not isSkip and coalesce(gets_name or ${sql.raw(isAnyOther)}, 0))) as person,
      json_array(
        (select person_id from persons where email = "write" ->> 'email'),
        (select person_id from persons where phone_number = "write" ->> 'phoneNumber'),
        (select person_id from persons where linkedin_identity = "write" ->> 'linkedinIdentity')) as holders
    from named`,
);

/**
 * Says what `writePersons` would answer to each of these writes alone, in one batch that writes nothing. Who would be
 * created has no `personId`.
 */
export async function tryPersons(
  db: Database,
  writes: PersonWrite[],
  onConflict: OnConflict,
): Promise<Outcome[]> {
  const now = Date.now();
  const planned = writes.map((write, position) =>
    Object.assign(personFields(write, onConflict, now), { position }),
  );
  const [rows] = await db.batch([lookAtWrites({ writes: JSON.stringify(planned) })]);
  return outcomesOf(planned, rows).map((outcome) =>
    outcome.ok && outcome.outcome === 'created' && !outcome.replayed
      ? { ...outcome, personId: null }
      : outcome,
  );
}
