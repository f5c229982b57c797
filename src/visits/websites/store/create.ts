import { and, eq, isNull, ne, not, sql } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { insertWhere } from '../../../db/insert.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { mostWebsites } from '../limits.ts';
import type { Website, WebsiteCreate } from '../schemas.ts';
import { selectWebsite, toWebsite } from './internal.ts';

interface OriginParams {
  websiteId: Param<string>;
  origin: Param<string>;
}
const isHeld = ({ websiteId, origin }: OriginParams) =>
  and(eq(websites.origin, origin), isNull(websites.deletedAt), ne(websites.websiteId, websiteId));

const insertWebsite = statement((row: OriginParams & { createdAt: Param<number> }) =>
  insertWhere(
    websites,
    row,
    and(not(existsIn(websites, isHeld(row))), sql`${counter('websites')} < ${sql.raw(String(mostWebsites))}`),
    websites.websiteId,
  ),
);

/** Selects the other website that has this origin. */
const selectHolder = statement((params: OriginParams) =>
  build.select({ websiteId: websites.websiteId }).from(websites).where(isHeld(params)),
);

/** Creates a website. Throws `origin_taken` when another has its origin, `websites_full`. */
export async function createWebsite(db: Database, { origin }: WebsiteCreate): Promise<Website> {
  const website = { websiteId: newId('website'), origin };
  const [, [holder], [created]] = await db.batch([
    insertWebsite({ ...website, createdAt: Date.now() }),
    selectHolder(website),
    selectWebsite(website),
  ]);
  throwIfHeld('origin_taken', 'origin', holder?.websiteId);
  if (!created) throw new FootfallError('websites_full', `A workspace has at most ${mostWebsites} websites.`);
  const { deletedAt: _, ...row } = created;
  return toWebsite(row);
}
