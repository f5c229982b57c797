import { lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { formSubmits } from '../../tables/form-submits.ts';

const { addressHash, formHash, receivedAt } = formSubmits;
const chunk = 1000;
const chunks = 10;

/** The condition that there are forms from before a time. */
export const areFormsOld = (oldest: Param<number>): SQL => existsIn(formSubmits, lt(receivedAt, oldest));

const deleteChunk = statement(({ oldest }: { oldest: Param<number> }) => {
  const old = build
    .select({ addressHash, formHash })
    .from(formSubmits)
    .where(lt(receivedAt, oldest))
    .orderBy(receivedAt)
    .limit(chunk);
  return build
    .delete(formSubmits)
    .where(sql`(${addressHash}, ${formHash}) in ${old}`)
    .returning(named({ formHash }));
});

/** Removes forms that no longer count against the rate limit: those before `oldest`. */
export const forgetForms = (db: Database, oldest: number): Promise<number> =>
  inChunks(chunk, chunks, async () => {
    const [removed] = await db.batch([deleteChunk({ oldest })]);
    return removed.length;
  });
