import type { Database } from '../../db/client.ts';
import { selectCounter } from '../../db/counters.ts';
import { FootfallError } from '../../lib/errors.ts';
import { fingerprintOf, selectDefinitions } from '../../schema/check.ts';
import { schemaFingerprint } from '../../schema/fingerprint.ts';

/** Reads one row, which fails if the database cannot be reached. */
export const ping = (db: Database) => db.batch([selectCounter({}, 'accounts')]);

/** Throws `database_not_migrated` when a database does not have the schema of this code. */
export async function assertSchema(db: Database, workspace: string): Promise<void> {
  const [rows] = await db.batch([selectDefinitions({})]);
  if (fingerprintOf(rows) === schemaFingerprint) return;
  throw Object.assign(
    new FootfallError('database_not_migrated', 'A database does not have the schema of this version.'),
    // Only for the log: answers do not reveal which workspaces exist.
    {
      cause: new Error(
        `workspace ${workspace}: run npm run db:migrate, or deploy the version that migrated it`,
      ),
    },
  );
}
