import { placeOrThrow, selectPlace } from '../../content/audiences/store/internal.ts';
import { type Database, mostStatements, type Optional, type RowsOf } from '../../db/client.ts';
import { isTooLong } from '../../db/d1-errors.ts';
import type { Range } from '../../lib/range.ts';
import { isTooMany, tooManyValues } from '../groups.ts';
import { type Filters, ofAudience, type Question } from '../question.ts';
import { mostBytes } from './blocks.ts';
import { type Found, Inquiry } from './inquiry.ts';

/** How many statements a request has sent, by its session of D1. */
const sent = new WeakMap<Database, number>();

/** Counts statements before they are sent. Throws `too_many_values` for more than a request may have. */
function count(db: Database, statements: number): void {
  const all = (sent.get(db) ?? 0) + statements;
  if (all > mostStatements) throw tooManyValues();
  sent.set(db, all);
}

/** Reads on for inquiries, and runs other statements, in one round trip. Returns the rows of these. */
async function readOn<const S extends readonly Optional[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
): Promise<RowsOf<S>> {
  const longTexts = inquiries.reduce((sum, inquiry) => sum + inquiry.longTexts, 0);
  const asked = inquiries.map((inquiry) => inquiry.statements(mostBytes / inquiries.length, longTexts));
  const statements = [...asked.flat(), ...others];
  count(db, statements.length);
  const rows: unknown[][] = await db.batch(statements);
  for (const [index, inquiry] of inquiries.entries()) inquiry.take(rows.splice(0, asked[index]?.length));
  return rows as RowsOf<S>;
}

/** As `readOn`, again with smaller steps while a list is too long. */
async function readOnOrLess<const S extends readonly Optional[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
): Promise<RowsOf<S>> {
  for (;;) {
    try {
      return await readOn(db, inquiries, others);
    } catch (error) {
      if (!isTooLong(error) || !inquiries.map((inquiry) => inquiry.shrink()).some(Boolean)) throw error;
    }
  }
}

/** Asks questions until all is read, and runs other statements in the first round trip. Returns the rows of these. */
export async function askWith<const S extends readonly Optional[]>(
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

/** As `askWith`, but in one round trip or not at all: undefined if that does not answer all questions. */
export async function askAtOnce<const S extends readonly Optional[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
): Promise<RowsOf<S> | undefined> {
  try {
    const rows = await readOn(db, inquiries, others);
    return inquiries.every(({ isComplete }) => isComplete) ? rows : undefined;
  } catch (error) {
    if (isTooLong(error) || isTooMany(error)) return undefined;
    throw error;
  }
}

/** Asks a question alone. */
export async function ask(db: Database, question: Question): Promise<Found> {
  const inquiry = new Inquiry(question);
  await askWith(db, [inquiry], []);
  return inquiry.found;
}

/** Which visits a request asks about. */
export interface Request {
  /** Undefined for the whole workspace. */
  pageId?: string | undefined;
  audienceId?: string | undefined;
  range: Range;
  /** The range that is compared, if any. */
  compared?: Range | undefined;
  filters: Filters;
}

/** The question of a request, about all visits together. */
export const questionOf = ({ pageId, audienceId, range, filters }: Request): Question => ({
  pageId,
  boundaries: [range.start, range.end],
  filters: ofAudience(filters, audienceId),
  by: undefined,
  now: Date.now(),
});

type Ask = <const S extends readonly Optional[]>(
  db: Database,
  inquiries: readonly Inquiry[],
  others: S,
) => Promise<RowsOf<S> | undefined>;

/**
 * Asks the questions of a request, in the way of `ask`, and looks for its page and audience. Returns whether all are
 * answered. Throws `page_not_found`, `audience_not_found`, `too_many_values`.
 */
export async function askAbout(
  db: Database,
  place: Pick<Request, 'pageId' | 'audienceId'>,
  inquiries: readonly Inquiry[],
  ask: Ask = askWith,
): Promise<boolean> {
  const rows = await ask(db, inquiries, selectPlace(place));
  if (!rows) return false;
  const [[page], [audience]] = rows;
  placeOrThrow(place, page, audience);
  return true;
}
