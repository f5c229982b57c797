import type { Database, RowsOf } from '../../db/client.ts';
import type { Bound } from '../../db/statement.ts';
import type { Question } from '../question.ts';
import { type Found, Inquiry } from './inquiry.ts';

/** Whether SQLite has refused a list that is longer than the longest text: too big, or no memory for it. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /TOOBIG|too big|NOMEM|out of memory/.test(error.message) || isTooLong(error.cause);
}

/** Reads on for inquiries, and runs other statements, in one round trip. Returns the rows of these. */
async function readOn<const S extends readonly Bound[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
): Promise<RowsOf<S>> {
  const asked = inquiries.map((inquiry) => inquiry.statements());
  const rows = await db.batch([...asked.flat(), ...others]);
  for (const [index, inquiry] of inquiries.entries())
    inquiry.take(rows.splice(0, asked[index]?.length) as Parameters<Inquiry['take']>[0]);
  return rows as RowsOf<S>;
}

/** As `readOn`, again with smaller steps if a list is too long. */
async function readOnOrLess<const S extends readonly Bound[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
): Promise<RowsOf<S>> {
  try {
    return await readOn(db, inquiries, others);
  } catch (error) {
    if (!isTooLong(error) || !inquiries.map((inquiry) => inquiry.shrink()).some(Boolean)) throw error;
    return await readOn(db, inquiries, others);
  }
}

/**
 * Asks questions until all is read, and runs other statements in the first round trip. Returns the rows of these. What
 * the questions have found is in the inquiries.
 */
export async function askWith<const S extends readonly Bound[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
): Promise<RowsOf<S>> {
  const isOpen = ({ isComplete }: Inquiry) => !isComplete;
  const rows = await readOnOrLess(db, inquiries, others);
  for (let open = inquiries.filter(isOpen); open.length > 0; open = open.filter(isOpen))
    await readOnOrLess(db, open, []);
  return rows;
}

/** Asks a question alone. */
export async function ask(db: Database, question: Question): Promise<Found> {
  const inquiry = new Inquiry(question);
  await askWith(db, [inquiry], []);
  return inquiry.found;
}
