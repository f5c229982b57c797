import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { jsonObject } from '../../db/sql.ts';
import type { Frozen } from '../audiences/content.ts';
import { audiences, audienceVersions, pages } from './pages.ts';

/** JSON of what a snapshot of the version would be made from: the rows as they are. `isOf` finds its audience. */
export function frozenContent(
  isOf: SQL | undefined,
  supplementaryContext: SQLWrapper = audienceVersions.supplementaryContext,
): SQL {
  const fields: Record<keyof Frozen, SQLWrapper> = {
    page: jsonObject({
      title: pages.title,
      url: pages.url,
      metadata: sql`json(${pages.metadata})`,
      fields: sql`json(${pages.fields})`,
    }),
    metadataOverride: sql`json(${audiences.metadataOverride})`,
    fieldOverrides: sql`json(${audiences.fieldOverrides})`,
    actionFormId: sql`${audiences.actionFormIdOverride}`,
    actionFormInstructions: sql`${audiences.actionFormInstructionsOverride}`,
    actionUrl: sql`${audiences.actionUrlOverride}`,
    supplementaryContext,
  };
  return sql`(select ${jsonObject(fields)} from ${audiences} join ${pages} on ${eq(pages.pageId, audiences.pageId)}
    where ${isOf})`;
}
