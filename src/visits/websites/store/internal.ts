import { and, eq, isNull, sql } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { recordList } from '../../../db/record-list.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { uniqueColumn } from '../../../db/unique.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { Website, WebsiteCreate, WebsiteDeleted } from '../schemas.ts';

const { websiteId, origin, createdAt } = websites;
const websiteColumns = { websiteId, origin, createdAt };

const toWebsite = (row: Omit<Website, 'createdAt'> & { createdAt: number }): Website => ({
  ...row,
  createdAt: toTimestamp(row.createdAt),
});

/** Selects a website, also one that is deleted, within a batch. */
const selectWebsite = statement((params: { websiteId: Param<string> }) =>
  build
    .select({ ...websiteColumns, deletedAt: websites.deletedAt })
    .from(websites)
    .where(eq(websiteId, params.websiteId)),
);

/** Throws `website_not_found` when there is no row. */
const websiteOrThrow = orThrow('website_not_found', 'There is no website with this id.');

/** Websites, newest first. */
export const listWebsites = recordList(
  { table: websites, columns: websiteColumns, toItem: toWebsite, areLive: isNull(websites.deletedAt) },
  { by: 'websiteId', isDescending: true, counter: 'websites' },
);

const name = uniqueColumn(websites, 'websiteId', {
  column: 'origin',
  code: 'origin_taken',
  field: 'origin',
});

/** How many websites a workspace has at most: their origins are read with each lookup of a key that collects. */
const mostWebsites = 100;

const insertWebsite = statement((row: ParamsOf<Omit<typeof websites.$inferInsert, 'deletedAt'>>) =>
  insertWhere(
    websites,
    row,
    and(
      name.isFree({ id: row.websiteId, value: row.origin }),
      sql`${counter('websites')} < ${sql.raw(String(mostWebsites))}`,
    ),
    websites.websiteId,
  ),
);

/** Creates a website. Throws `origin_taken` when another has its origin, `websites_full`. */
export async function createWebsite(db: Database, { origin }: WebsiteCreate): Promise<Website> {
  const website = { websiteId: newId('website'), origin };
  const [, [holder], [created]] = await db.batch([
    insertWebsite({ ...website, createdAt: Date.now() }),
    name.selectHolder({ id: website.websiteId, value: origin }),
    selectWebsite(website),
  ]);
  name.throwIfHeld(holder);
  if (!created) throw new FootfallError('websites_full', `A workspace has at most ${mostWebsites} websites.`);
  const { deletedAt: _, ...row } = created;
  return toWebsite(row);
}

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
