import { inArray, lt } from 'drizzle-orm';
import { insertWhere } from '../../../db/insert.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { Scope } from '../../../lib/api-key.ts';
import { signInCodes } from '../../tables/sign-in-codes.ts';
import { hashCode } from '../code.ts';
import { codeLifetime } from '../lifetimes.ts';

const { hash, expiresAt } = signInCodes;
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
