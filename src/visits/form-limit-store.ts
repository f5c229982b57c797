import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { formSubmits } from '../db/schema/form-submits.ts';
import { insertWhere } from '../db/statements.ts';

/** How many forms an address may send in a sliding window, in milliseconds. */
export interface FormLimit {
  limit: number;
  windowMs: number;
}

/** A form on its way in, and the address that it comes from; both as hashes. */
export interface FormSubmit {
  addressHash: string;
  formHash: string;
}

/**
 * Counts a form against the limit of its address; telling it again counts once. Gives when it was first received,
 * or the milliseconds until there is room for it. Times are milliseconds since 1970.
 */
export async function countForm(
  db: Database,
  submit: FormSubmit,
  { limit, windowMs }: FormLimit,
  now: number,
): Promise<{ receivedAt: number } | { wait: number }> {
  const ofAddress = and(
    eq(formSubmits.addressHash, submit.addressHash),
    gt(formSubmits.receivedAt, now - windowMs),
  );
  const hasRoom = sql`(select count(*) from ${formSubmits} where ${ofAddress}) < ${limit}`;
  const [, [counted], [oldest]] = await db.batch([
    insertWhere(db, formSubmits, { ...submit, receivedAt: now }, hasRoom, [
      formSubmits.addressHash,
      formSubmits.formHash,
    ]),
    db
      .select({ receivedAt: formSubmits.receivedAt })
      .from(formSubmits)
      .where(and(eq(formSubmits.addressHash, submit.addressHash), eq(formSubmits.formHash, submit.formHash))),
    db
      .select({ receivedAt: sql<number | null>`min(${formSubmits.receivedAt})`.as('received_at') })
      .from(formSubmits)
      .where(ofAddress),
  ]);
  return counted ?? { wait: Math.max((oldest?.receivedAt ?? now) + windowMs - now, 1) };
}
