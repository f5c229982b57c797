import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, statement } from '../../../db/statement.ts';
import { secrets } from '../../../db/tables/secrets.ts';
import { orThrow } from '../../../lib/errors.ts';

/** Selects the secret with which the identifiers of erased persons are hashed. */
export const selectSecret = statement((_: object) =>
  build.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, 'erased_identifiers')),
);

const rowOrThrow = orThrow('database_not_migrated', 'The database lacks the secret of its erasures.');

/** The secret in a row. Throws `database_not_migrated` when there is no row. */
export const secretOrThrow = (row: { value: string } | undefined): string => rowOrThrow(row).value;

/** Reads the secret, in one round trip. Throws `database_not_migrated`. */
export async function getErasureSecret(db: Database): Promise<string> {
  const [[row]] = await db.batch([selectSecret({})]);
  return secretOrThrow(row);
}
