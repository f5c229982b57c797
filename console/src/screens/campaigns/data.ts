import {
  type Campaign,
  type CampaignJob,
  type CampaignRow,
  type CampaignRowWrite,
  getCampaign,
  queueCampaignRows,
  writeCampaignRows,
  writePersons,
} from '@footfall/client';
import { useState } from 'preact/hooks';
import { askOnce, type Read, useRecord } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { number, plural } from '../../lib/format.ts';
import type { Sending } from './send.ts';

/** Where a campaign is. */
export interface CampaignPath {
  page_id: string;
  campaign_id: string;
}
export const pathOf = ({ pageId, campaignId }: Pick<Campaign, 'pageId' | 'campaignId'>): CampaignPath => ({
  page_id: pageId,
  campaign_id: campaignId,
});

/** How often a campaign is read again while something is done to all of its rows, in milliseconds. */
const often = 2000;

/** Whether something is done to all rows of a campaign. */
export const isBusy = ({ job }: Pick<Campaign, 'job'>): boolean => job?.state === 'running';

/** A campaign, which is read again while its job goes on. */
export function useCampaign(path: CampaignPath): QueryState<Read<Campaign>> {
  const [every, setEvery] = useState<number>();
  const campaign = useRecord('campaign', getCampaign, { path }, { every });
  const wanted = campaign.data && isBusy(campaign.data.data) ? often : undefined;
  if (wanted !== every) setEvery(wanted);
  return campaign;
}

/** Whether the words of a row are on their way to the website. */
export const isMoving = ({ status }: CampaignRow): boolean =>
  status === 'queued' || status === 'processing' || status === 'pending';

/** Sends rows to a campaign, or asks what they would become. */
export const toCampaign =
  (path: CampaignPath, dryRun: boolean): Sending['ask'] =>
  (rows) =>
    askOnce(writeCampaignRows, { path, body: { rows, dryRun } });

/** What is not known of a row before it is written. */
const notWritten = {
  personId: null,
  isNewPerson: false,
  audienceId: null,
  isNewAudience: true,
  pageLinkId: null,
  path: null,
  words: null,
};

/** Queues rows for the job of a campaign, which writes them in the service. */
export const toQueue =
  (path: CampaignPath): Sending['ask'] =>
  async (rows) => {
    const { refused } = await askOnce(queueCampaignRows, { path, body: { rows } });
    const problems = new Map(refused.map(({ row, problem }) => [row - 1, problem]));
    return {
      results: rows.map((_, at) => {
        const problem = problems.get(at) ?? null;
        return problem
          ? { ...notWritten, status: 400, outcome: null, problem }
          : { ...notWritten, status: 200, outcome: 'updated', problem };
      }),
    };
  };

/** Asks who of the people is known. Nothing is written. */
export const whoIsKnown: Sending['ask'] = async (rows) => {
  const persons = rows.flatMap(({ person }: CampaignRowWrite) => person ?? []);
  const { results } = await askOnce(writePersons, { body: { persons, onConflict: 'fill', dryRun: true } });
  return {
    results: results.map(({ status, outcome, personId, problem }) => ({
      ...notWritten,
      status,
      outcome,
      personId,
      problem,
      isNewPerson: outcome === 'created',
    })),
  };
};

/** What a job does, and what it has done, by its kind. */
const doing: Record<CampaignJob['kind'], { now: string; after: string }> = {
  publish: { now: 'Publishing the new words', after: 'New words' },
  archive: { now: 'Archiving the audiences', after: 'Archive' },
  write: { now: 'Making the pages of the list', after: 'List' },
};

/** How far a job is, in words. */
export function jobInWords({ kind, state, done, total, changed, refused }: CampaignJob): string {
  if (state === 'running') return `${doing[kind].now}: ${number(done)} of ${number(total)}`;
  const others = done - changed - refused;
  const parts = [
    `${number(changed)} changed`,
    others > 0 && `${number(others)} said the same before`,
    refused > 0 && `${plural(refused, 'refusal')}`,
  ].filter(Boolean);
  return state === 'stopped'
    ? `Stopped at ${number(done)} of ${number(total)}: ${parts.join(', ')}`
    : `${doing[kind].after}: ${parts.join(', ')}`;
}

/** The state of a campaign in the list. */
export function stateOf({ job, archivedAt, rowsCount }: Campaign): { text: string; tone: string } {
  if (job?.state === 'running') return { text: jobInWords(job), tone: 'badge-accent' };
  if (archivedAt !== null) return { text: 'Archived', tone: '' };
  if (rowsCount === 0) return { text: 'No people yet', tone: '' };
  if (job?.state === 'stopped' && job.kind === 'publish')
    return { text: `Stopped at ${number(job.done)} of ${number(job.total)}`, tone: 'badge-warn' };
  return { text: 'Ready', tone: 'badge-good' };
}
