import { and, eq, gt, not, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { insertWhere } from '../../db/insert.ts';
import { existsIn, oneRow } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { formSubmits } from '../../db/tables/form-submits.ts';

const { addressHash, formHash, receivedAt } = formSubmits;

/** How many forms an address may send in a sliding window; `windowMs` in milliseconds. */
export interface FormLimit {
  limit: number;
  windowMs: number;
}

/** A form that was received, and the address that sent it, both as hashes. */
export interface FormSubmit {
  addressHash: string;
  formHash: string;
}

interface FormParams {
  addressHash: Param<string>;
  formHash: Param<string>;
  /** The start of the window, in milliseconds since 1970. */
  start: Param<number>;
}

const isForm = (params: FormParams) =>
  and(eq(addressHash, params.addressHash), eq(formHash, params.formHash));
const isInWindow = (params: FormParams) =>
  and(eq(addressHash, params.addressHash), gt(receivedAt, params.start));

const insertForm = statement(
  ({ now, limit, ...params }: FormParams & { now: Param<number>; limit: Param<number> }) =>
    insertWhere(
      formSubmits,
      { addressHash: params.addressHash, formHash: params.formHash, receivedAt: now },
      and(
        // Most visits of a session report a form that is known. Then the forms in the window are not counted.
        not(existsIn(formSubmits, isForm(params))),
        sql`(select count(*) from ${formSubmits} where ${isInWindow(params)}) < ${limit}`,
      ),
      [addressHash, formHash],
    ),
);

/** When the form was first received. If it was refused: null, and when the oldest form of the window was received. */
const selectReceipt = statement((params: FormParams) => {
  const first = sql<number | null>`(select ${receivedAt} from ${formSubmits} where ${isForm(params)})`;
  const oldest = sql`(select min(${receivedAt}) from ${formSubmits} where ${isInWindow(params)})`;
  return build
    .select({ receivedAt: first, oldest: sql<number | null>`case when ${first} is null then ${oldest} end` })
    .from(oneRow);
});

/**
 * Counts a form against the limit of its address. A form that is reported again counts once. Returns when it was
 * first received, or the milliseconds until it may be sent. Times are milliseconds since 1970.
 */
export async function countForm(
  db: Database,
  submit: FormSubmit,
  { limit, windowMs }: FormLimit,
  now: number,
): Promise<{ receivedAt: number } | { wait: number }> {
  const params = { ...submit, start: now - windowMs };
  const [, [receipt]] = await db.batch([insertForm({ ...params, now, limit }), selectReceipt(params)]);
  if (typeof receipt?.receivedAt === 'number') return { receivedAt: receipt.receivedAt };
  return { wait: Math.max((receipt?.oldest ?? now) + windowMs - now, 1) };
}
