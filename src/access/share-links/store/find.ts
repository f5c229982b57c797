import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type KeyRow, keyColumns } from '../../api-keys/store/internal.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { isWorking } from './internal.ts';

const selectWorking = statement(({ hash, now }: { hash: Param<string>; now: Param<number> }) =>
  build
    .select(keyColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isWorking(apiKeys, now))),
);

/** The key with this hash, if it belongs to a share link that works at `now`. */
export async function findShared(db: Database, hash: string, now: number): Promise<KeyRow | undefined> {
  const [[row]] = await db.batch([selectWorking({ hash, now })]);
  return row;
}
