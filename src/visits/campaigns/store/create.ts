import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type PageRow, pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import type { NewRow } from '../../../db/record.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { FootfallError, fieldsMismatch, violation } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { campaigns } from '../../tables/campaigns.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import { selectTenantDomain, tenantDomainOrThrow } from '../../tenant-domains/store/internal.ts';
import { mostCampaigns } from '../limits.ts';
import type { Campaign, CampaignCreate } from '../schemas.ts';
import type { Words } from '../words.ts';
import { campaignRecord } from './internal.ts';

/** The names of fields that the page does not have. */
const unknownFields = (page: Pick<PageRow, 'fields'>, { fieldOverrides = {} }: Words) => {
  const names = new Set(page.fields.filter(({ removedAt }) => removedAt === null).map(({ name }) => name));
  return Object.keys(fieldOverrides).filter((name) => !names.has(name));
};

/** The condition that a page has all fields of the words. `refuseFields` says why it does not hold. */
export const haveAllFields = (pageId: Param<string>, words: SQL): SQL =>
  existsIn(
    pages,
    and(
      eq(pages.pageId, pageId),
      sql`not exists (select 1 from json_each(${words}, '$.fieldOverrides') as said where said.key not in (
        select field.value ->> 'name' from json_each(${pages.fields}) as field where field.value ->> 'removedAt' is null))`,
    ),
  );

/** Throws `fields_mismatch` if a page lacks fields of the words. `message` says so of each. */
export function refuseFields(
  page: PageRow | undefined,
  words: Words,
  message = 'The page has no field of this name.',
): void {
  const unknown = unknownFields(pageOrThrow(page), words);
  if (unknown.length > 0)
    throw fieldsMismatch(
      unknown.map((name) => violation('body', `words.fieldOverrides.${name}`, 'unknown_field', message)),
    );
}

const insertCampaign = statement((row: NewRow<typeof campaigns>) =>
  campaignRecord.insert(
    row,
    and(
      haveAllFields(row.pageId, row.words as unknown as SQL),
      sql`(select count(*) from ${campaigns} where ${campaigns.pageId} = ${row.pageId}) < ${mostCampaigns}`,
      row.tenantDomainId &&
        sql`(${row.tenantDomainId} is null or ${existsIn(tenantDomains, eq(tenantDomains.tenantDomainId, row.tenantDomainId as SQL))})`,
    ),
  ),
);

/** Creates a campaign. Throws `page_not_found`, `tenant_domain_not_found`, `fields_mismatch`, `campaigns_full`. */
export function createCampaign(
  db: Database,
  pageId: string,
  { words, tenantDomainId = null, ...given }: CampaignCreate,
): Promise<Tagged<Campaign>> {
  return campaignRecord.create(
    db,
    { ...given, pageId, tenantDomainId, words: JSON.stringify(words) },
    {
      write: insertCampaign,
      reads: [
        selectPage({ pageId }),
        tenantDomainId === null ? undefined : selectTenantDomain({ tenantDomainId }),
      ],
      refuse: ([page], [domain]) => {
        pageOrThrow(page);
        if (tenantDomainId !== null) tenantDomainOrThrow(domain);
        refuseFields(page, words as Words);
        throw new FootfallError('campaigns_full', `A page has at most ${mostCampaigns} campaigns.`);
      },
    },
  );
}
