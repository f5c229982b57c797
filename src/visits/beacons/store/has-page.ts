import { eq } from 'drizzle-orm';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';

const selectPage = statement(({ pageId }: { pageId: Param<string> }) =>
  build.select({ pageId: pages.pageId }).from(pages).where(eq(pages.pageId, pageId)),
);

/** Whether a page exists. */
export async function hasPage(db: Database, pageId: string): Promise<boolean> {
  const [found] = await db.batch([selectPage({ pageId })]);
  return found.length > 0;
}
