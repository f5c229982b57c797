import { eq, type SQL, sql } from 'drizzle-orm';
import { jsonObject } from '../../../db/sql.ts';
import { audiences, audienceVersions } from '../../tables/audiences.ts';
import { pages } from '../../tables/pages.ts';
import type { Frozen } from '../content.ts';

/** JSON of what a snapshot of the version would be made from: the rows as they are. `isOf` finds its audience. */
export function frozenContent(isOf: SQL | undefined): SQL {
  const fields: Record<keyof Frozen, SQL> = {
    page: jsonObject({ title: pages.title, url: pages.url, metadata: sql`json(${pages.metadata})` }),
    metadataOverride: sql`json(${audiences.metadataOverride})`,
    actionFormId: sql`${audiences.actionFormIdOverride}`,
    actionFormInstructions: sql`${audiences.actionFormInstructionsOverride}`,
    actionUrl: sql`${audiences.actionUrlOverride}`,
    supplementaryContext: sql`${audienceVersions.supplementaryContext}`,
  };
  return sql`(select ${jsonObject(fields)} from ${audiences} join ${pages} on ${eq(pages.pageId, audiences.pageId)}
    where ${isOf})`;
}
