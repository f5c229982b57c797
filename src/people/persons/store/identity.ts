import { and, eq, ne, not, type SQL, sql } from 'drizzle-orm';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { each } from '../../../lib/each.ts';
import { persons } from '../../tables/persons.ts';
import { type Identifier, type Identifiers, identifiers, keyOf } from '../identity.ts';

/** The column in which each identifier is compared between persons. */
export const keyColumns = {
  email: persons.email,
  phoneNumber: persons.phoneNumber,
  linkedinProfileUrl: persons.linkedinIdentity,
};

/** The given identifiers, each in the form that is compared between persons. */
export const keysOf = (ids: Identifiers) =>
  each(identifiers, (name) => {
    const value = ids[name] ?? undefined;
    return value && keyOf(name, value);
  });
export type KeyParams = Record<Identifier, Param<string> | undefined>;

/** The condition that a person has this identifier, in any spelling. Undefined when the identifier is not given. */
const hasKey = (keys: KeyParams, identifier: Identifier): SQL | undefined => {
  const key = keys[identifier];
  return key && eq(keyColumns[identifier], key);
};

/** The id of the person with this identifier, which is given in the form that is compared. Null if there is none. */
export const personWith = (identifier: Identifier, key: SQL): SQL<string | null> =>
  sql`(select ${persons.personId} from ${persons} where ${eq(keyColumns[identifier], key)})`;

/** The condition that no other person has any of the identifiers. */
export const areFree = (personId: Param<string>, keys: KeyParams): SQL | undefined =>
  and(
    ...identifiers.map((identifier) => {
      const has = hasKey(keys, identifier);
      return has && not(existsIn(persons, and(has, ne(persons.personId, personId))));
    }),
  );

/** Selects the other person that has each of the identifiers. */
export const selectHolders = statement(({ personId, keys }: { personId: Param<string>; keys: KeyParams }) => {
  const holder = (identifier: Identifier) => {
    const has = hasKey(keys, identifier);
    return sql<string | null>`${
      has
        ? sql`(select ${persons.personId} from ${persons} where ${and(has, ne(persons.personId, personId))})`
        : sql`null`
    }`.as(identifier);
  };
  return build.select(each(identifiers, holder)).from(oneRow);
});

/** Throws `person_conflict` when another person has one of the identifiers; the first is named. */
export function throwIfAnyHeld(held: Record<Identifier, string | null> | undefined): void {
  for (const field of identifiers) throwIfHeld('person_conflict', field, held?.[field] ?? undefined);
}
