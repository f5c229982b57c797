import { type SQL, sql } from 'drizzle-orm';
import type { FootfallError } from '../lib/errors.ts';
import type { Bound } from './statement.ts';

/** What must hold in the transaction of every batch of a request. Otherwise nothing is written, and `refuse` throws. */
export interface Guard {
  /** Made by `failUnless`. In a retry, the batch may be committed already, and may itself have ended what must hold. */
  condition: (isRetry: boolean) => Bound;
  refusal: () => FootfallError;
}

const unmet = 'the guard of this batch';

/** A statement that fails unless the condition holds, and its transaction with it. The error names its JSON path. */
export const failUnless = (condition: SQL): SQL<object> =>
  sql<object>`select json_extract('{}', iif(${condition}, '$', ${sql.raw(`'${unmet}'`)}))`;

/** Whether D1 refused a batch because the condition of its guard did not hold. */
export const isUnmet = (error: unknown): boolean => error instanceof Error && error.message.includes(unmet);
