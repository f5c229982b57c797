import type { ServerContext } from '@modelcontextprotocol/server';
import { FootfallError } from '../../lib/errors.ts';
import type { Campaign, CampaignRowsResult } from '../../visits/campaigns/schemas.ts';
import { ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';
import type { Caller } from './caller.ts';
import { campaignOf, hashOf, knownCampaign, rowsPath, templateHash } from './campaign-of.ts';
import { type Confirmed, confirmed, notConfirmed } from './confirm.ts';
import { addressesOf } from './links.ts';
import { type Made, pagesQuestion, type Refused } from './pages-question.ts';
import { pagePath } from './personal-page.ts';

type ProblemOfRow = NonNullable<CampaignRowsResult['results'][number]['problem']>;

/** Why a row was refused, in one text. */
function whyOf({ detail = '', errors = [] }: ProblemOfRow): string {
  const texts = errors.map(({ path, message }) => `${path.replace(/^rows\.\d+\.?/, '')} ${message}`.trim());
  return texts.join('; ') || detail;
}

interface Page {
  title: string;
  url: string;
}
const pageOf = async (given: Arguments, caller: Caller) =>
  (await ask(caller, { method: 'GET', path: filled(pagePath, given) })).body as Page;

/** Sends the rows of a call. In a dry run, nothing is written. */
async function sendRows(
  { campaignId, tenantDomainId }: Campaign,
  { url }: Page,
  given: Arguments,
  caller: Caller,
  dryRun: boolean,
): Promise<{ made: Made[]; refused: Refused[] }> {
  const path = filled(rowsPath, { ...given, campaignId });
  const body = JSON.stringify({ rows: given.rows, dryRun });
  const { results } = (await ask(caller, { method: 'POST', path, body })).body as CampaignRowsResult;
  const links = results.map((result) => ({ path: result.path ?? '', tenantDomainId }));
  const addresses = await addressesOf(links, caller, new URL(url).origin);
  const made: Made[] = [];
  const refused: Refused[] = [];
  for (const [index, result] of results.entries()) {
    const { outcome, problem } = result;
    const row = index + 1;
    if (problem) refused.push({ row, why: whyOf(problem) });
    else if (outcome) made.push({ row, outcome, address: addresses[index] ?? '', result });
  }
  return { made, refused };
}

const answerOf = (campaignId: string, { made, refused }: { made: Made[]; refused: Refused[] }) => ({
  campaignId,
  pages: made.map(({ row, outcome, address }) => ({ row, outcome, address })),
  refused,
});

// Plain texts, which are sealed.
type OfRows = { pageId: string; rows: string };
type Described = { campaignId: string; template: string };

/** Says what would become of the rows, and makes the campaign of the first ones, which nobody sees without rows. */
async function describePages(given: Arguments, caller: Caller) {
  const page = await pageOf(given, caller);
  const campaign = await campaignOf(given, caller);
  const { campaignId } = campaign;
  const sent = await sendRows(campaign, page, given, caller, true);
  if (sent.made.every(({ outcome }) => outcome === 'unchanged'))
    return { answer: { state: 'nothing_to_make', ...answerOf(campaignId, sent) } };
  return {
    question: pagesQuestion({
      ...sent,
      page,
      campaign,
      rows: given.rows as unknown[],
      origin: caller.origin,
    }),
    what: { campaignId, template: templateHash(campaign) },
  };
}

/** Makes the pages that a confirmation allows. */
async function makePages(
  { operationKey, campaignId, template }: Confirmed<OfRows, Described>,
  given: Arguments,
  caller: Caller,
) {
  if (given.campaignId !== undefined && given.campaignId !== campaignId)
    throw notConfirmed('is of another campaign');
  const [page, campaign] = await Promise.all([
    pageOf(given, caller),
    knownCampaign(campaignId, given, caller),
  ]);
  if (templateHash(campaign) !== template)
    throw new FootfallError('precondition_failed', 'The campaign has other words now; ask again.');
  if (!(await caller.start(operationKey)))
    throw notConfirmed('was declined: ask again for what would be made');
  return answerOf(campaignId, await sendRows(campaign, page, given, caller, false));
}

/** Answers the tool that makes pages for a list of people. */
export function makePagesTool(given: Arguments, caller: Caller, context: ServerContext) {
  return confirmed<OfRows, Described>(given, caller, context, {
    action: 'make',
    title: 'Make the pages now',
    of: { pageId: String(given.pageId), rows: hashOf({ rows: given.rows }) },
    describe: () => describePages(given, caller),
    carryOut: (allowed, isAgreed) => {
      if (isAgreed) return makePages(allowed, given, caller);
      throw notConfirmed('was agreed to before: get_campaign has the links');
    },
  });
}
