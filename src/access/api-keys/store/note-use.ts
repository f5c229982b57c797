import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { apiKeys } from '../../tables/api-keys.ts';

const { apiKeyId, lastUsedAt } = apiKeys;

const updateUse = statement(
  (params: { apiKeyId: Param<string>; now: Param<number>; before: Param<number> }) =>
    build
      .update(apiKeys)
      .set({ lastUsedAt: params.now })
      .where(and(eq(apiKeyId, params.apiKeyId), sql`coalesce(${lastUsedAt}, 0) <= ${params.before}`)),
);

/** Sets when a key was last used, unless that is later than `before`. */
export async function noteUse(db: Database, apiKeyId: string, now: number, before: number): Promise<void> {
  await db.batch([updateUse({ apiKeyId, now, before })]);
}
