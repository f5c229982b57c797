import { eq, sql } from 'drizzle-orm';
import { personName, selectAccountNames } from '../../../analytics/store/names.ts';
import type { Database } from '../../../db/client.ts';
import { type Ids, id, wanted } from '../../../db/record-list.ts';
import { build, statement } from '../../../db/statement.ts';
import { accounts } from '../../../people/tables/accounts.ts';
import { persons } from '../../../people/tables/persons.ts';
import type { AudienceSession } from '../schemas.ts';

/** Selects persons with their names and those of their companies. */
const selectPersons = statement((of: Ids) =>
  build
    .select({
      id: sql<string>`${persons.personId}`.as('personId'),
      name: personName.as('name'),
      company: sql<string | null>`${accounts.name}`.as('company'),
    })
    .from(sql`${wanted(of)} cross join ${persons}`)
    .leftJoin(accounts, eq(accounts.domain, persons.accountDomain))
    .where(eq(persons.personId, id)),
);

const known = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** The sessions with the names of who came, in one round trip, or none if nobody is known. */
export async function withVisitorNames(
  db: Database,
  sessions: readonly AudienceSession[],
): Promise<AudienceSession[]> {
  const people = known(sessions.flatMap(({ personId, recipientPersonId }) => [personId, recipientPersonId]));
  if (people.length === 0) return [...sessions];
  const companies = known(sessions.map(({ recipientAccountId }) => recipientAccountId));
  const [personRows, accountRows] = await db.batch([
    selectPersons({ ids: JSON.stringify(people) }),
    selectAccountNames({ ids: JSON.stringify(companies) }),
  ]);
  const byPerson = new Map(personRows.map((row) => [row.id, row]));
  const byAccount = new Map(accountRows.map((row) => [row.id, row.name]));
  return sessions.map((session) => {
    const { personId, recipientPersonId, recipientAccountId } = session;
    const sender = byPerson.get(personId ?? '');
    const companyName = personId === null ? byAccount.get(recipientAccountId ?? '') : sender?.company;
    return {
      ...session,
      personName: sender?.name ?? null,
      recipientName: byPerson.get(recipientPersonId ?? '')?.name ?? null,
      companyName: companyName ?? null,
    };
  });
}

/** As `withVisitorNames`, of sessions that are read some at a time: a round trip each time. */
export async function* namedSessions(
  db: Database,
  all: AsyncGenerator<AudienceSession[], void>,
): AsyncGenerator<AudienceSession[], void> {
  for await (const some of all) yield await withVisitorNames(db, some);
}
