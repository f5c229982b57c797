import { placeOrThrow, selectPlace } from '../../content/audiences/store/internal.ts';
import type { Database, Optional, RowsOf } from '../../db/client.ts';
import type { Range } from '../../lib/range.ts';
import { type Filters, ofAudience } from '../filters.ts';
import type { Question } from '../question.ts';
import { askWith } from './ask.ts';
import type { Inquiry } from './inquiry.ts';

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
