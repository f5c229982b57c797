import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import { audienceVersions } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type Listing, pageAsked } from '../../../lib/cursor.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { persons } from '../../../people/tables/persons.ts';
import { visitsByLink } from '../../page-links/store/internal.ts';
import { campaignRows, campaigns } from '../../tables/campaigns.ts';
import { pageLinks, tenantDomains } from '../../tables/page-links.ts';
import type { Campaign, CampaignRow, CampaignRowQuery, CampaignRowWrite } from '../schemas.ts';
import { valuesOf } from '../words.ts';
import {
  askByLink,
  type CampaignPath,
  campaignRecord,
  countsSince,
  foundCampaign,
  toCampaign,
} from './internal.ts';

const selectCampaigns = statement(({ pageId, after, take }: ListParams & { pageId: Param<string> }) =>
  build
    .select(getTableColumns(campaigns))
    .from(campaigns)
    .where(and(eq(campaigns.pageId, pageId), after && lt(campaigns.campaignId, after)))
    .orderBy(desc(campaigns.campaignId))
    .limit(take),
);
const countCampaigns = statement(({ pageId }: { pageId: Param<string> }) =>
  countRows(sql`${campaigns} where ${eq(campaigns.pageId, pageId)}`),
);

/** The campaigns of a page, newest first. Throws `page_not_found`. */
export async function listCampaigns(db: Database, pageId: string, listing: Listing) {
  const asked = pageAsked(['campaigns', pageId], listing);
  const [[page], rows, [total]] = await db.batch([
    selectPage({ pageId }),
    selectCampaigns({ pageId, ...asked.place }),
    countCampaigns({ pageId }),
  ]);
  pageOrThrow(page);
  return asked.counted(
    rows,
    total,
    (last) => last.campaignId,
    (row): Campaign => toCampaign(row),
  );
}

const { campaignId, personId } = campaignRows;

const selectRows = statement(({ campaign, after, take }: ListParams & { campaign: Param<string> }) =>
  build
    .select({
      personId,
      personName: persons.name,
      audienceId: campaignRows.audienceId,
      pageLinkId: campaignRows.pageLinkId,
      path: pageLinks.path,
      linkDeletedAt: pageLinks.deletedAt,
      sent: campaignRows.sent,
      status: audienceVersions.status,
      createdAt: campaignRows.createdAt,
      updatedAt: campaignRows.updatedAt,
    })
    .from(campaignRows)
    // None of them is missing. An inner join could skip rows.
    .leftJoin(persons, eq(persons.personId, personId))
    .leftJoin(pageLinks, eq(pageLinks.pageLinkId, campaignRows.pageLinkId))
    .leftJoin(audienceVersions, eq(audienceVersions.versionId, campaignRows.versionId))
    .where(and(eq(campaignId, campaign), after && gt(personId, after)))
    .orderBy(asc(personId))
    .limit(take),
);

const selectDomain = statement(({ campaign }: { campaign: Param<string> }) =>
  build
    .select({ domain: tenantDomains.domain })
    .from(tenantDomains)
    .where(
      eq(
        tenantDomains.tenantDomainId,
        sql`(select ${campaigns.tenantDomainId} from ${campaigns} where ${eq(campaigns.campaignId, campaign)})`,
      ),
    ),
);

/** The address of a link: on its own domain, or else on the website of the page. */
const addressOf = (path: string, pageUrl: string, domain: string | undefined): string =>
  `${domain === undefined ? new URL(pageUrl).origin : `https://${domain}`}${path}`;

/** The rows of a campaign, in the order of the ids of their persons. With a date, with visits. Throws `page_not_found`, `campaign_not_found`. */
export async function listCampaignRows(db: Database, path: CampaignPath, listing: CampaignRowQuery) {
  const inquire = (only?: ReadonlySet<string>) =>
    visitsByLink(listing, { since: countsSince(path.campaignId), only });
  const asked = pageAsked(['campaign_rows', path.campaignId, ...inquire().binding], listing);
  const answered = await askByLink(
    db,
    inquire,
    [
      selectPage({ pageId: path.pageId }),
      campaignRecord.select({ campaignId: path.campaignId }),
      selectDomain({ campaign: path.campaignId }),
      selectRows({ campaign: path.campaignId, ...asked.place }),
    ],
    ([, , , links]) => links.map(({ pageLinkId }) => pageLinkId),
  );
  const [[page], [found], [host], rows] = answered.rows;
  const visits = answered.asked;
  const campaign = foundCampaign(path.pageId, page, found);
  const list = asked.list(
    rows,
    campaign.rowsCount,
    (last) => last.personId,
    ({ sent, linkDeletedAt, createdAt, updatedAt, personName, path: at, status, ...row }): CampaignRow => ({
      ...row,
      personName: personName ?? '',
      path: at ?? '',
      url: addressOf(at ?? '', page?.url ?? '', host?.domain),
      status: status ?? 'archived',
      isLinkDeleted: linkDeletedAt !== null,
      columns: valuesOf(JSON.parse(sent) as CampaignRowWrite),
      ...visits.visitsOf(row.pageLinkId),
      createdAt: toTimestamp(createdAt),
      updatedAt: toTimestamp(updatedAt),
    }),
  );
  return { ...list, ...visits.more() };
}
