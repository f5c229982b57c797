import { eq } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { persons } from '../../tables/persons.ts';
import { type Identifier, keyOf } from '../identity.ts';
import type { PersonFound, PersonLookup } from '../schemas.ts';
import { keyColumns } from './identity.ts';
import { personColumns, toPerson } from './internal.ts';

const columns = { ...keyColumns, slug: persons.slug };

const selectWith = statement(({ value }: { value: Param<string> }, name: keyof typeof columns) =>
  build
    .select(personColumns)
    .from(persons)
    .where(eq(columns[name] as SQLiteColumn, value)),
);

/** The person with an identifier, in any spelling, or with a slug; null if there is none. */
export async function findPerson(db: Database, lookup: PersonLookup): Promise<PersonFound> {
  const [[name, value]] = Object.entries(lookup) as [[keyof typeof columns, string]];
  const key = name === 'slug' ? value : keyOf(name as Identifier, value);
  const [[row]] = await db.batch([selectWith({ value: key }, name)]);
  return { person: row ? toPerson(row) : null };
}
