import { pick } from 'es-toolkit/object';
import { type PageRow, selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import type { Bound } from '../../../db/statement.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newCall } from '../../tables/campaign-calls.ts';
import type { FilledRow } from '../filled-schemas.ts';
import { arraysOf, insertRows, matchRows } from './insert-rows.ts';
import {
  type CampaignPath,
  type CampaignRow,
  campaignRecord,
  foundCampaign,
  refuseArchived,
} from './internal.ts';
import { type Fields, idsOfRow, type OpenCampaign, openCampaign, rowFields } from './row-fields.ts';
import { foundIn, type Outcome, outcomeOf, type Queued, queuedOf, type Returned } from './row-outcomes.ts';

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
    refuseArchived(campaign);
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
  const call = newCall();
  let isAgain = false;
  for (let tries = 0; tries < mostTries; tries++) {
    const filling = fill(campaign);
    const before = fields;
    // The ids stay: a try whose answer was lost may have written the rows.
    fields = filling.map((one, position) =>
      one.ok
        ? ({
            ...rowFields(campaign as OpenCampaign, one.value, position, { author, now, call, isStep: false }),
            ...pick(before[position] ?? ({} as Fields), [...idsOfRow]),
          } as Fields)
        : before[position],
    );
    const texts = fields.flatMap((one, position) =>
      one && filling[position]?.ok ? [JSON.stringify(one)] : [],
    );
    const { revision, pageRevision } = campaign;
    const ofNoJob = { jobId: undefined, after: undefined, partId: undefined, length: undefined };
    const at = { campaignId, revision, pageRevision, ...ofNoJob };
    const insert = () => insertRows(texts, at, { call, isAgain });
    const first = insert();
    const again = () => {
      isAgain = true;
      return insert() as Bound<Returned>;
    };
    const writes = isDryRun
      ? arraysOf(texts).map((rows) => matchRows({ rows, at }))
      : [first && { ...first, again }];
    const [[page], [row], ...written] = await db.batch([...state, ...writes] as const);
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
