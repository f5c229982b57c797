import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Audience,
  cancelAudienceVersion,
  createAudience,
  createPageLink,
  createTenantDomain,
  type Footfall,
  getAudience,
  isProblem,
  type PageLinkTargetInput,
  publishAudienceVersion,
  updateAudience,
} from '#footfall/client';
import { UserError } from '../../scripts/lib/settings.ts';
import type { DemoAudience, DemoLink } from '../data/pages/page.ts';
import { createdOrExisting, type PersonIds } from './client.ts';

/** How long, in milliseconds, the queue may take for a version. */
const patience = 10_000;

/** Creates a link and its domain, unless they exist. */
type LinkCreator = (link: DemoLink, target: PageLinkTargetInput) => Promise<void>;

/** Creates links. Each domain is asked for once. */
export function linkCreator(client: Footfall): LinkCreator {
  const domainIds = new Map<string, Promise<string>>();
  const domainId = async (name: string) =>
    (await createTenantDomain({ client, body: { domain: name } })).data.tenantDomainId;
  return async ({ domain, path }, target) => {
    const known = domain && (domainIds.get(domain) ?? createdOrExisting(domainId(domain), 'domain_taken'));
    if (domain && known) domainIds.set(domain, known);
    const tenantDomainId = await known;
    const linkId = async () =>
      (await createPageLink({ client, body: { path, tenantDomainId, target } })).data.pageLinkId;
    await createdOrExisting(linkId(), 'path_taken');
  };
}

/** The parameters of the path to an audience. */
export const pathOf = ({ pageId, audienceId }: Audience) => ({ page_id: pageId, audience_id: audienceId });
const isInFlight = ({ latestVersion }: Audience) => ['queued', 'processing'].includes(latestVersion.status);

/** Cancels a version that an interrupted load left in the queue: its message may be lost with that server. */
async function takenBack(client: Footfall, audience: Audience): Promise<Audience> {
  if (!isInFlight(audience)) return audience;
  const path = pathOf(audience);
  try {
    await cancelAudienceVersion({
      client,
      path: { ...path, version_id: audience.latestVersion.versionId },
      body: {},
    });
  } catch (error) {
    // It was published after it was read.
    if (!isProblem(error, 'invalid_transition')) throw error;
  }
  return (await getAudience({ client, path })).data;
}

/** Creates the audience, or takes the one that exists, without a version on its way. */
export async function loadAudience(
  client: Footfall,
  idOf: PersonIds,
  pageId: string,
  demo: DemoAudience,
  there: Audience[],
): Promise<Audience> {
  const personId = demo.person ? idOf(demo.person) : null;
  const { customName } = demo.content;
  const isSame = (other: Audience) =>
    other.personId === personId && (personId !== null || other.customName === customName);
  const status = demo.becomes === 'pending' ? 'pending' : 'draft';
  const body = { ...demo.content, personId, status, supplementaryContext: demo.contexts[0] } as const;
  const old = there.find(isSame);
  const audience = old
    ? await takenBack(client, old)
    : (await createAudience({ client, path: { page_id: pageId }, body })).data;
  return audience;
}

/** Creates the links of an audience, unless they exist. */
export async function linkAudience(link: LinkCreator, audience: Audience, demo: DemoAudience): Promise<void> {
  // An archived audience can get no new links. It got its links before it was archived.
  if (audience.archivedAt !== null) return;
  const { audienceId, personRouteKey } = audience;
  for (const { domain, path } of demo.links ?? [])
    await link(
      { domain, path: path.replace('{slug}', personRouteKey ?? '') },
      { targetType: 'audience', audienceId },
    );
}

/** Opens the version with this number and moves it to its final status, unless that was done before. */
export async function advance(
  client: Footfall,
  audience: Audience,
  demo: DemoAudience,
  number: number,
): Promise<Audience> {
  if (audience.archivedAt !== null || audience.latestVersion.versionNumber > number) return audience;
  const supplementaryContext = demo.contexts[number - 1] ?? null;
  const change = number === demo.contexts.length ? demo.lastChange : undefined;
  const path = pathOf(audience);
  const opened =
    audience.latestVersion.versionNumber === number
      ? audience
      : (await updateAudience({ client, path, body: { ...change, supplementaryContext } })).data;
  const { versionId, allowedActions } = opened.latestVersion;
  const becomes = number < demo.contexts.length ? 'published' : demo.becomes;
  const action = becomes === 'published' ? 'publish' : becomes === 'cancelled' ? 'cancel' : undefined;
  if (!action || !allowedActions.includes(action)) return opened;
  const operation = action === 'publish' ? publishAudienceVersion : cancelAudienceVersion;
  const { data } = await operation({ client, path: { ...path, version_id: versionId }, body: {} });
  return { ...opened, latestVersion: data };
}

/** The audience after the queue has handled its latest version. */
export async function settled(client: Footfall, audience: Audience): Promise<Audience> {
  const deadline = Date.now() + patience;
  let now = audience;
  while (isInFlight(now)) {
    const { versionId, status } = now.latestVersion;
    if (Date.now() > deadline)
      throw new UserError(
        `${versionId} has been ${status} for ${patience / 1000} seconds: npm run demo goes on.`,
      );
    await sleep(100);
    now = (await getAudience({ client, path: pathOf(audience) })).data;
  }
  return now;
}
