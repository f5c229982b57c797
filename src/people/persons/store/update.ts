import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { each } from '../../../lib/each.ts';
import { newId } from '../../../lib/ids.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { searchName } from '../../../lib/search-text.ts';
import { insertAccountOfPerson } from '../../accounts/store/internal.ts';
import type { PersonUpdate } from '../body-schemas.ts';
import { domainColumns, emailColumns, linkedinColumns } from '../identity.ts';
import type { Person } from '../schemas.ts';
import { areFree, type KeyParams, keysOf, selectHolders, throwIfAnyHeld } from './identity.ts';
import { personRecord, plainFields, unlessFreeMail } from './internal.ts';

/** The columns that a patch changes, and those that follow from them. */
const changesOf = ({ name, email, domain, linkedinProfileUrl: url, ...rest }: PersonUpdate) => ({
  name,
  searchName: name && searchName(name),
  ...each(plainFields, (field) => rest[field]),
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
  personRecord.revise(
    personId,
    write,
    { ...changes, emailDomain: changes.emailDomain && unlessFreeMail(changes.emailDomain) },
    areFree(personId, keys),
  ),
);

/** Changes the given fields. The slug stays. Throws `person_not_found`, `precondition_failed`, `person_conflict`. */
export function updatePerson(
  db: Database,
  personId: string,
  patch: PersonUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Person>> {
  const keys = keysOf(patch);
  return personRecord.write(db, personId, patch, ifMatch, {
    write: (write) => revisePerson({ personId, changes: changesOf(patch), keys, write }),
    also: ({ now }) => insertAccountOfPerson({ personId, accountId: newId('account'), now }),
    reads: [selectHolders({ personId, keys })],
    refuse: ([held]) => throwIfAnyHeld(held),
  });
}
