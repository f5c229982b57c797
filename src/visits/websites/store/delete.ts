import { and, eq, isNull } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { WebsiteDeleted } from '../schemas.ts';
import { selectWebsite, websiteOrThrow } from './internal.ts';

const markDeleted = statement(({ websiteId, now }: { websiteId: Param<string>; now: Param<number> }) =>
  build
    .update(websites)
    .set({ deletedAt: now })
    .where(and(eq(websites.websiteId, websiteId), isNull(websites.deletedAt))),
);

/** Deletes a website. A second call changes nothing. Throws `website_not_found`. */
export async function deleteWebsite(db: Database, websiteId: string): Promise<WebsiteDeleted> {
  const now = Date.now();
  const [, [row]] = await db.batch([markDeleted({ websiteId, now }), selectWebsite({ websiteId })]);
  return { websiteId, deletedAt: toTimestamp(websiteOrThrow(row).deletedAt ?? now) };
}
