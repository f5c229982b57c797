import { and, sql } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type ParamsOf, statement } from '../../../db/statement.ts';
import { uniqueColumn } from '../../../db/unique.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { mostWebsites } from '../limits.ts';
import type { Website, WebsiteCreate } from '../schemas.ts';
import { selectWebsite, toWebsite } from './internal.ts';

const name = uniqueColumn(websites, 'websiteId', {
  column: 'origin',
  code: 'origin_taken',
  field: 'origin',
});

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
