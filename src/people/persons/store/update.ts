import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { searchName } from '../../../lib/search-text.ts';
import { insertAccountOfPerson } from '../../accounts/store/internal.ts';
import { persons } from '../../tables/persons.ts';
import { domainColumns, emailColumns, linkedinColumns } from '../identity.ts';
import type { Person, PersonUpdate } from '../schemas.ts';
import { unlessFreeMail } from './free-mail.ts';
import { getPersonOrThrow } from './get.ts';
import { areFree, type KeyParams, keysOf, selectHolders, throwIfAnyHeld } from './identity.ts';
import { personOrThrow, selectPerson, toTagged } from './internal.ts';

/** The columns that a patch changes, and those that follow from them. */
const changesOf = ({ name, email, domain, phoneNumber, linkedinProfileUrl: url }: PersonUpdate) => ({
  name,
  searchName: name && searchName(name),
  phoneNumber,
  ...(email === undefined ? nothing.email : emailColumns(email)),
  ...(domain === undefined ? nothing.domain : domainColumns(domain)),
  ...(url === undefined ? nothing.linkedin : linkedinColumns(url)),
});
const nothing = {
  email: { email: undefined, emailDomain: undefined, searchEmail: undefined },
  domain: { domain: undefined, searchDomain: undefined },
  linkedin: { linkedinProfileUrl: undefined, linkedinKey: undefined },
};

interface ReviseParams {
  personId: Param<string>;
  changes: ParamsOf<ReturnType<typeof changesOf>>;
  keys: KeyParams;
  write: WriteParams;
}

const revisePerson = statement(({ personId, changes, keys, write }: ReviseParams) =>
  revise(
    persons,
    write,
    { ...changes, emailDomain: changes.emailDomain && unlessFreeMail(changes.emailDomain) },
    and(eq(persons.personId, personId), isCurrent(persons.revision, write), areFree(personId, keys)),
  ),
);

/** Changes the given fields. The slug stays. Throws `person_not_found`, `precondition_failed`, `person_conflict`. */
export async function updatePerson(
  db: Database,
  personId: string,
  patch: PersonUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Person>> {
  if (Object.keys(patch).length === 0) {
    return matched(await getPersonOrThrow(db, personId), ifMatch);
  }
  const keys = keysOf(patch);
  const write = newWrite(ifMatch);
  const [, , [held], [row]] = await db.batch([
    revisePerson({ personId, changes: changesOf(patch), keys, write }),
    insertAccountOfPerson({ personId, accountId: newId('account'), now: write.now }),
    selectHolders({ personId, keys }),
    selectPerson({ personId }),
  ]);
  const found = personOrThrow(row);
  const person = toTagged(found);
  if (hasWrite(found, write)) return person;
  assertMatch(person.etag, ifMatch);
  throwIfAnyHeld(held);
  return person;
}
