import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey, type Scope } from '../../../lib/api-key.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { newId } from '../../../lib/ids.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { tokenKind } from '../../../lib/token.ts';
import type { ApiKeyCreated } from '../../api-keys/schemas.ts';
import { selectByHash, toApiKey } from '../../api-keys/store/internal.ts';
import { apiKeys, signInCodes } from '../../tables/api-keys.ts';
import { keyLifetime, removeEnded } from './add-key.ts';

const codes = tokenKind('ffs');

/** Makes a new sign-in code for a workspace: `ffs_<workspace>_<secret><checksum>`, as strong as an API key. */
export const createCode = (workspace: string): string => codes.create(workspace);

/** The workspace that a code names, or undefined when the code is malformed or its checksum is wrong. */
export const workspaceOfCode = (code: string): string | undefined => codes.workspaceOf(code);

/** The stored form of a code: its SHA-256, base64url. */
export const hashCode = (code: string): string => sha256(code);

const { hash, expiresAt } = signInCodes;
/** How long, in milliseconds, the code of a sign-in link can be exchanged. */
const codeLifetime = 15 * minuteMs;
/** The most expired codes that a new one removes. */
const chunk = 100;

interface CodeParams {
  hash: Param<string>;
  /** JSON text. */
  scopes: Param<string>;
  expiresAt: Param<number>;
}

const insertCode = statement((row: CodeParams) => insertWhere(signInCodes, row, undefined, hash));

const deleteExpired = statement(({ now }: { now: Param<number> }) =>
  build
    .delete(signInCodes)
    .where(
      inArray(
        hash,
        build.select({ hash }).from(signInCodes).where(lt(expiresAt, now)).orderBy(expiresAt).limit(chunk),
      ),
    ),
);

/** The statements that store a new code, for a key with these scopes, and remove expired codes. */
export const additionOf = (code: string, scopes: readonly Scope[], now: number) =>
  [
    deleteExpired({ now }),
    insertCode({
      hash: hashCode(code),
      scopes: JSON.stringify(scopes),
      expiresAt: now + codeLifetime,
    }),
  ] as const;

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
