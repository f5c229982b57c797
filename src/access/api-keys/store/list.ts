import { desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import type { ApiKey } from '../schemas.ts';
import { keyColumns, toApiKey } from './internal.ts';

const binding: CursorBinding = ['api_keys'];

/** Keys, newest first. */
export const selectKeys = statement(({ after, take }: ListParams) =>
  build
    .select(keyColumns)
    .from(apiKeys)
    .where(after && lt(apiKeys.apiKeyId, after))
    .orderBy(desc(apiKeys.apiKeyId))
    .limit(take),
);

/** Keys of the workspace, newest first, revoked ones included. */
export async function listKeys(db: Database, listing: Listing): Promise<List<ApiKey>> {
  const [rows, [total]] = await db.batch([
    selectKeys(placeOf(binding, listing)),
    selectCounter({}, 'api_keys'),
  ]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.apiKeyId, toApiKey);
}
