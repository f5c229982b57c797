import { eq, sql } from 'drizzle-orm';
import { questionOf } from '../../../analytics/store/ask.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { wholeDays } from '../../../analytics/store/items.ts';
import { selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type DateRange, rangeSince } from '../../../lib/range.ts';
import { addTo, figuresOf, newSums, type PackedSums, sumAt } from '../../../vocabulary/measures.ts';
import { campaignRows } from '../../tables/campaigns.ts';
import { mostValues } from '../limits.ts';
import type { CampaignResults } from '../result-schemas.ts';
import { askByLink, type CampaignPath, campaignRecord, countsSince, foundCampaign } from './internal.ts';

const { campaignId, pageLinkId, sent } = campaignRows;

/** SQL of the value of a column of a row: its own, or a field of its person. */
const columnOf = (by: Param<string>) => {
  const under = (part: 'columns' | 'person') =>
    sql`(select value from json_each(${sent}, ${sql.raw(`'$.${part}'`)}) where key = ${by})`;
  return sql<string | null>`nullif(trim(coalesce(${under('columns')}, ${under('person')})), '')`;
};

const selectLinks = statement(
  ({ campaign, by }: { campaign: Param<string>; by: Param<string> | undefined }) =>
    build
      .select({ pageLinkId, value: by ? columnOf(by) : sql<string | null>`null` })
      .from(campaignRows)
      .where(eq(campaignId, campaign)),
);

/** What came of some rows. */
class Outcome {
  rows = 0;
  opened = 0;
  engaged = 0;
  converted = 0;
  readonly sums: PackedSums = newSums();

  /** Counts a row, by the visits through its link. */
  add(sums: PackedSums): void {
    const of = (name: Parameters<typeof sumAt>[1]) => sumAt({ sums, from: 0 }, name);
    this.rows += 1;
    if (of('sessions') > 0) this.opened += 1;
    const didSomething = of('interactions') + of('formSubmits') + of('conversions') > 0;
    if (didSomething || of('closed') - of('bounces') > 0) this.engaged += 1;
    if (of('conversions') > 0) this.converted += 1;
    addTo(this.sums, sums);
  }

  toJSON() {
    const { rows, opened, engaged, converted, sums } = this;
    return { rows, opened, engaged, converted, visits: figuresOf(sums) };
  }
}

/**
 * What came of a campaign: how many people opened their link, were engaged and converted, together and by the values of a
 * column. Throws `page_not_found`, `campaign_not_found`, `too_many_values`.
 */
export async function campaignResults(
  db: Database,
  { pageId, campaignId: campaign }: CampaignPath,
  { by, ...dates }: DateRange & { by?: string | undefined },
): Promise<CampaignResults> {
  const question = questionOf({ pageId, range: rangeSince(countsSince(campaign), dates), filters: {} });
  const { rows, asked } = await askByLink(
    db,
    (only) => {
      const inquiry = new Inquiry({ ...question, by: 'pageLinkId', ...(only && { only }) });
      return { inquiries: [inquiry], inquiry };
    },
    [selectPage({ pageId }), campaignRecord.select({ campaignId: campaign }), selectLinks({ campaign, by })],
    ([, , ofRows]) => ofRows.map((link) => link.pageLinkId),
  );
  const [[page], [row], links] = rows;
  foundCampaign(pageId, page, row);
  const { inquiry } = asked;
  const { groups } = inquiry.found.answer;
  const total = new Outcome();
  const byValue = new Map<string | null, Outcome>();
  for (const { pageLinkId: link, value } of links) {
    const sums = groups.of(link);
    total.add(sums);
    if (by === undefined) continue;
    const outcome = byValue.get(value) ?? new Outcome();
    byValue.set(value, outcome);
    outcome.add(sums);
  }
  const values = [...byValue].sort(
    ([a, one], [b, other]) => other.rows - one.rows || (String(a) < String(b) ? -1 : 1),
  );
  return {
    total: total.toJSON(),
    values: values.slice(0, mostValues).map(([value, outcome]) => ({ value, ...outcome.toJSON() })),
    unlisted: Math.max(0, values.length - mostValues),
    ...wholeDays([inquiry]),
  };
}
