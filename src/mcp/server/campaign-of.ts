import { pick } from 'es-toolkit/object';
import { type Violation, validationError, violation } from '../../lib/errors.ts';
import { canonicalJson } from '../../lib/idempotency.ts';
import { sha256 } from '../../lib/sha256.ts';
import { type Campaign, CampaignCreate } from '../../visits/campaigns/schemas.ts';
import { normalisePath } from '../../visits/page-links/path.ts';
import { ask } from './api.ts';
import { type Arguments, filled, isId } from './arguments.ts';
import type { Caller } from './caller.ts';
import { pagePath } from './personal-page.ts';
import { folder } from './personal-wish.ts';

const campaignsPath = `${pagePath}/campaigns`;
const campaignPath = `${campaignsPath}/{campaignId}`;

/** The path of the rows of a campaign. */
export const rowsPath = `${campaignPath}/rows`;

/** What the path of each link is made from, if a call names none. */
export const usualPath = `${folder}{{name}}`;

/** A short text that is another one for each other value. */
export const hashOf = (value: object): string => sha256(canonicalJson(JSON.stringify(value)));

const template = ['name', 'path', 'words'] as const;

/** The hash of what the pages and links of a campaign are made from. */
export const templateHash = (campaign: Campaign): string =>
  hashOf(pick(campaign, [...template, 'onPathTaken', 'tenantDomainId']));

const isBelowFolder = (path: unknown) =>
  normalisePath(String(path).replace(/\{\{[^{}]*\}\}/g, 'x'))?.startsWith(folder);

/** What a call says of a campaign, with what it leaves out, such as the text for an image. */
function complete(name: (typeof template)[number], said: unknown): unknown {
  const parsed = CampaignCreate.shape[name].safeParse(said);
  return parsed.success ? parsed.data : said;
}

/** What a call says of a campaign that is there, as it has it. Throws `validation_failed` for anything else. */
function assertSame(campaign: Campaign, given: Arguments): void {
  const others = template.filter(
    (name) => name in given && hashOf({ is: complete(name, given[name]) }) !== hashOf({ is: campaign[name] }),
  );
  const message =
    'must be as the campaign has it, or left out. Without campaignId, another campaign is made.';
  if (others.length > 0)
    throw validationError(others.map((name) => violation('body', name, 'not_allowed', message)));
}

/** A campaign of the page that is there, with its template. Throws `validation_failed`, `campaign_not_found`. */
export async function knownCampaign(
  campaignId: unknown,
  given: Arguments,
  caller: Caller,
): Promise<Campaign> {
  if (!isId(campaignId))
    throw validationError([violation('body', 'campaignId', 'invalid_format', 'must be an id')]);
  const path = filled(campaignPath, { ...given, campaignId });
  const campaign = (await ask(caller, { method: 'GET', path })).body as Campaign;
  assertSame(campaign, given);
  return campaign;
}

/** The most campaigns of one call that may be archived, one after the other, within the week in which its key is known. */
const mostArchived = 10;

/** A campaign that is made for a call, once: the same call again gets the same one, until somebody archives it. */
async function madeCampaign(given: Arguments, caller: Caller): Promise<Campaign> {
  const { name, words, path = usualPath } = given;
  const body: Arguments = { name, path, words };
  const found: Violation[] = template
    .filter((one) => body[one] === undefined)
    .map((one) => violation('body', one, 'required', 'must be given, or else campaignId'));
  if (!isBelowFolder(path))
    found.push(violation('body', 'path', 'not_allowed', `must be a path below ${folder}`));
  if (found.length > 0) throw validationError(found);
  const request = { path: filled(campaignsPath, given), body: JSON.stringify(body) };
  const create = async (after?: string) => {
    const idempotencyKey = `mcp-${hashOf({ ...request, after })}`;
    return (await ask(caller, { method: 'POST', ...request, idempotencyKey })).body as Campaign;
  };
  let campaign = await create();
  // The next key follows from the campaign that is archived: the same call still makes one.
  for (let archived = 0; campaign.archivedAt !== null && archived < mostArchived; archived++)
    campaign = await create(campaign.campaignId);
  return campaign;
}

/** The campaign that a call names, or else one that is made for it, without a row. */
export const campaignOf = (given: Arguments, caller: Caller): Promise<Campaign> =>
  given.campaignId === undefined
    ? madeCampaign(given, caller)
    : knownCampaign(given.campaignId, given, caller);
