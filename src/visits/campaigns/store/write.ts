import { and, eq, isNull, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { type PageRow, selectPage } from '../../../content/pages/store/internal.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { campaigns } from '../../tables/campaigns.ts';
import type { FilledRow } from '../filled-schemas.ts';
import { type CampaignPath, type CampaignRow, campaignRecord, foundCampaign } from './internal.ts';
import { type Fields, idsOfRow, type OpenCampaign, openCampaign, rowFields } from './row-fields.ts';
import {
  foundIn,
  matched,
  type Outcome,
  outcomeOf,
  type Queued,
  queuedOf,
  type Returned,
} from './row-outcomes.ts';

/** A campaign as rows were filled by it. */
export interface FilledParams {
  campaignId: Param<string>;
  revision: Param<number>;
  pageRevision: Param<number>;
  /** The job whose step it is, and the person after whom the step begins: one that is done already changes nothing. */
  jobId: Param<string> | undefined;
  after: Param<string> | undefined;
}
interface RowsParams {
  /** A JSON array. */
  rows: Param<string>;
  at: FilledParams;
}

/** The condition that a campaign and its page are as the rows were filled. */
export const isAsFilled = ({ campaignId, revision, pageRevision, jobId, after }: FilledParams) =>
  existsIn(
    sql`${campaigns} join ${pages} on ${eq(pages.pageId, campaigns.pageId)}`,
    and(
      eq(campaigns.campaignId, campaignId),
      eq(campaigns.revision, revision),
      eq(pages.revision, pageRevision),
      jobId && after
        ? and(
            sql`${campaigns.job} ->> 'jobId' = ${jobId}`,
            sql`${campaigns.job} ->> 'after' = ${after}`,
            sql`${campaigns.job} ->> 'state' = 'running'`,
          )
        : isNull(campaigns.archivedAt),
    ),
  );

/** Inserts rows, in order. As in people/persons/store/write.ts, RETURNING is evaluated after the triggers of each row. */
export const insertRows = statement(
  (params: RowsParams) => sql<Returned>`insert into campaign_row_writes ("write")
    select value from json_each(${params.rows}) where ${isAsFilled(params.at)}
    returning campaign_row_writes."write" ->> 'position' as position,
      ${matched('campaign_row_writes."write"')} as matched`,
);
const matchRows = statement(
  (params: RowsParams) => sql<Returned>`select item.value ->> 'position' as position,
      ${matched('item.value')} as matched
    from json_each(${params.rows}) as item where ${isAsFilled(params.at)}`,
);

/** The most bytes of rows in one statement: D1 takes 2 MB in a parameter. */
const mostBytes = 1_000_000;

const encoder = new TextEncoder();

/** Texts of JSON in arrays of up to `mostBytes` bytes. */
export function arraysOf(items: string[]): string[] {
  const arrays: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const bytes = encoder.encode(item).length;
    if (size + bytes > mostBytes) {
      arrays.push([]);
      size = 0;
    }
    arrays.at(-1)?.push(item);
    size += bytes;
  }
  return arrays.map((array) => `[${array.join()}]`);
}

/** What this isolate knows of campaigns. What has changed since is read again: a write says for what it is filled. */
const known = new BoundedMap<string, OpenCampaign>(100);

interface Written<Row> {
  outcomes: (Outcome | Row)[];
  queued: Queued[];
}
type Filling<Failed> = ({ ok: true; value: FilledRow } | Failed)[];

/** How often rows are filled again, because the campaign or the page changes meanwhile. */
const mostTries = 5;

interface Options {
  author: string;
  isDryRun: boolean;
}

/**
 * Writes rows of a campaign in order, in one batch, each with its person, audience, version and link, or not at all. One that is
 * refused stops no other. `fill` makes their words from the campaign as it is. In a dry run, nothing is written, and each row is
 * looked at alone. Throws `page_not_found`, `campaign_not_found`, `campaign_archived`.
 */
export async function writeRows<Failed extends { ok: false }>(
  db: Database,
  workspace: string,
  { pageId, campaignId }: CampaignPath,
  fill: (campaign: OpenCampaign) => Filling<Failed>,
  { author, isDryRun }: Options,
): Promise<Written<Failed>> {
  const now = Date.now();
  const key = `${workspace} ${campaignId}`;
  const state = [selectPage({ pageId }), campaignRecord.select({ campaignId })] as const;
  const take = (page: PageRow | undefined, row: CampaignRow | undefined): OpenCampaign => {
    known.delete(key);
    const campaign = foundCampaign(pageId, page, row);
    if (campaign.archivedAt !== null)
      throw new FootfallError('campaign_archived', `${campaignId} is archived.`);
    const open = openCampaign(campaign, page as PageRow);
    known.set(key, open);
    return open;
  };
  let campaign = known.get(key);
  if (campaign?.pageId !== pageId) {
    const [[page], [row]] = await db.batch(state);
    campaign = take(page, row);
  }
  let fields: (Fields | undefined)[] = [];
  for (let tries = 0; tries < mostTries; tries++) {
    const filling = fill(campaign);
    const before = fields;
    // The ids stay: a try whose answer was lost may have written the rows.
    fields = filling.map((one, position) =>
      one.ok
        ? ({
            ...rowFields(campaign as OpenCampaign, one.value, position, author, now),
            ...pick(before[position] ?? ({} as Fields), [...idsOfRow]),
          } as Fields)
        : before[position],
    );
    const texts = fields.flatMap((one, position) =>
      one && filling[position]?.ok ? [JSON.stringify(one)] : [],
    );
    const { revision, pageRevision } = campaign;
    const write = isDryRun ? matchRows : insertRows;
    const [[page], [row], ...written] = await db.batch([
      ...state,
      ...arraysOf(texts).map((rows) =>
        write({ rows, at: { campaignId, revision, pageRevision, jobId: undefined, after: undefined } }),
      ),
    ] as const);
    const current = take(page, row as CampaignRow | undefined);
    if (current.revision === revision && current.pageRevision === pageRevision) {
      const returned = written.flat() as Returned[];
      const found = foundIn(returned);
      const outcomes = filling.map((one, index) => {
        const [sent, met] = [fields[index], found.get(index)];
        return one.ok && sent && met ? outcomeOf(sent, one.value, met, isDryRun) : (one as Failed);
      });
      return { outcomes, queued: queuedOf(fields, returned) };
    }
    campaign = current;
  }
  throw new FootfallError('precondition_failed', 'The campaign changes all the time; try again.');
}
