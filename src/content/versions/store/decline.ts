import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { operationKeys } from '../../tables/audiences.ts';
import { declined, selectKey } from './operation-keys.ts';

const insertDeclined = statement(({ key, now }: { key: Param<string>; now: Param<number> }) =>
  insertWhere(
    operationKeys,
    { operationKey: key, versionId: declined, createdAt: now },
    undefined,
    operationKeys.operationKey,
  ),
);

/** Uses up an operation key, so that it publishes nothing. Returns false when it has published a version already. */
export async function declineKey(db: Database, key: string): Promise<boolean> {
  const [, [used]] = await db.batch([insertDeclined({ key, now: Date.now() }), selectKey({ key })]);
  return used?.versionId === declined;
}
