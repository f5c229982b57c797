import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Page } from '../schemas.ts';
import { pageOrThrow, selectPage, toTagged } from './internal.ts';

/** A page. Throws `page_not_found`. */
export async function getPageOrThrow(db: Database, pageId: string): Promise<Tagged<Page>> {
  const [[row]] = await db.batch([selectPage({ pageId })]);
  return toTagged(pageOrThrow(row));
}
