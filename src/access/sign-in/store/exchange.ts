import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey } from '../../../lib/api-key.ts';
import { newId } from '../../../lib/ids.ts';
import type { ApiKeyCreated } from '../../api-keys/schemas.ts';
import { selectByHash, toApiKey } from '../../api-keys/store/internal.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { signInCodes } from '../../tables/sign-in-codes.ts';
import { keyLifetime } from '../lifetimes.ts';
import { removeEnded } from './remove-ended.ts';

interface ExchangeParams {
  codeHash: Param<string>;
  apiKeyId: Param<string>;
  hash: Param<string>;
  name: Param<string>;
  now: Param<number>;
  endsAt: Param<number>;
}

const insertKeyOfCode = statement(({ codeHash, apiKeyId, hash, name, now, endsAt }: ExchangeParams) =>
  insertWhere(
    apiKeys,
    {
      apiKeyId,
      hash,
      name,
      createdAt: now,
      expiresAt: endsAt,
      isSignIn: 1,
      scopes: sql`${signInCodes.scopes}`,
    },
    and(eq(signInCodes.hash, codeHash), gt(signInCodes.expiresAt, now)),
    apiKeys.apiKeyId,
    signInCodes,
  ),
);

const deleteCode = statement(({ codeHash }: { codeHash: Param<string> }) =>
  build.delete(signInCodes).where(eq(signInCodes.hash, codeHash)),
);

/** Exchanges the hash of a code for `key`, once. Undefined when the code is unknown, used or expired. */
export async function exchangeCode(
  db: Database,
  codeHash: string,
  key: string,
  now: number,
): Promise<ApiKeyCreated | undefined> {
  const hash = hashApiKey(key);
  const row = { apiKeyId: newId('api_key'), hash, name: 'Console, signed in by link', now };
  const [, , , [created]] = await db.batch([
    insertKeyOfCode({ ...row, codeHash, endsAt: now + keyLifetime }),
    deleteCode({ codeHash }),
    removeEnded(hash, now),
    // In a retry, the first run may have used up the code. Then it has made this key.
    selectByHash({ hash }),
  ]);
  return created && { ...toApiKey(created), key };
}
