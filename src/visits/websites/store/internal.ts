import { eq, isNull } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import { recordList } from '../../../db/record-list.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { Website } from '../schemas.ts';

const { websiteId, origin, createdAt } = websites;
const websiteColumns = { websiteId, origin, createdAt };

export const toWebsite = (row: Omit<Website, 'createdAt'> & { createdAt: number }): Website => ({
  ...row,
  createdAt: toTimestamp(row.createdAt),
});

/** Selects a website, also one that is deleted, within a batch. */
export const selectWebsite = statement((params: { websiteId: Param<string> }) =>
  build
    .select({ ...websiteColumns, deletedAt: websites.deletedAt })
    .from(websites)
    .where(eq(websiteId, params.websiteId)),
);

/** Throws `website_not_found` when there is no row. */
export const websiteOrThrow = orThrow('website_not_found', 'There is no website with this id.');

/** Websites, newest first. */
export const listWebsites = recordList(
  { table: websites, columns: websiteColumns, toItem: toWebsite, areLive: isNull(websites.deletedAt) },
  { by: 'websiteId', isDescending: true, counter: 'websites' },
);
