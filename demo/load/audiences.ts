import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../scripts/lib/settings.ts';
import type { Audience, AudienceVersion } from '../../src/audiences/schemas.ts';
import type { DemoAudience, DemoLink } from '../data/pages/page.ts';
import { type Api, personIdOf } from './client.ts';

/** How long, in milliseconds, the queue may take for a version. */
const patience = 10_000;

/** Creates a link and its domain, unless they exist. */
export async function link(api: Api, { domain, path }: DemoLink, target: object): Promise<void> {
  const tenantDomainId =
    domain && (await api.create('/v0/tenant_domains', { domain }, 'tenantDomainId', 'domain_taken'));
  await api.create('/v0/page_links', { path, tenantDomainId, target }, 'pageLinkId', 'path_taken');
}

/** The path of an audience in the API. */
export const routeOf = ({ pageId, audienceId }: Audience) => `/v0/pages/${pageId}/audiences/${audienceId}`;
const isInFlight = ({ latestVersion }: Audience) => ['queued', 'processing'].includes(latestVersion.status);

/** Cancels a version that an interrupted load left in the queue: its message may be lost with that server. */
async function takenBack({ send }: Api, audience: Audience): Promise<Audience> {
  if (!isInFlight(audience)) return audience;
  const route = routeOf(audience);
  const { versionId } = audience.latestVersion;
  // The 409 means that it was published after it was read.
  await send('POST', `${route}/versions/${versionId}/cancel`, {}, 'invalid_transition');
  return send<Audience>('GET', route);
}

/** Creates the audience and its links, unless they exist. */
export async function loadAudience(api: Api, pageId: string, demo: DemoAudience, there: Audience[]) {
  const personId = demo.person ? await personIdOf(api, demo.person) : null;
  const { customName } = demo.content;
  const isSame = (other: Audience) =>
    other.personId === personId && (personId !== null || other.customName === customName);
  const status = demo.becomes === 'pending' ? 'pending' : 'draft';
  const body = { ...demo.content, personId, status, supplementaryContext: demo.contexts[0] };
  const old = there.find(isSame);
  const audience = old
    ? await takenBack(api, old)
    : await api.send<Audience>('POST', `/v0/pages/${pageId}/audiences`, body);
  // An archived audience can get no new links. It got its links before it was archived.
  if (audience.archivedAt !== null) return audience;
  for (const { domain, path } of demo.links ?? []) {
    const personal = path.replace('{slug}', audience.personRouteKey ?? '');
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    await link(api, { domain, path: personal }, target);
  }
  return audience;
}

/** Opens the version with this number and moves it to its final status, unless that was done before. */
export async function advance({ send }: Api, audience: Audience, demo: DemoAudience, number: number) {
  if (audience.archivedAt !== null || audience.latestVersion.versionNumber > number) return audience;
  const supplementaryContext = demo.contexts[number - 1];
  const opened =
    audience.latestVersion.versionNumber === number
      ? audience
      : await send<Audience>('PATCH', routeOf(audience), { supplementaryContext });
  const { versionId, allowedActions } = opened.latestVersion;
  const becomes = number < demo.contexts.length ? 'published' : demo.becomes;
  const action = becomes === 'published' ? 'publish' : becomes === 'cancelled' ? 'cancel' : undefined;
  if (!action || !allowedActions.includes(action)) return opened;
  const route = `${routeOf(audience)}/versions/${versionId}/${action}`;
  return { ...opened, latestVersion: await send<AudienceVersion>('POST', route, {}) };
}

/** The audience after the queue has handled its latest version. */
export async function settled({ send }: Api, audience: Audience): Promise<Audience> {
  const deadline = Date.now() + patience;
  let now = audience;
  while (isInFlight(now)) {
    const { versionId, status } = now.latestVersion;
    if (Date.now() > deadline)
      throw new UserError(
        `${versionId} has been ${status} for ${patience / 1000} seconds: npm run demo goes on.`,
      );
    await sleep(100);
    now = await send<Audience>('GET', routeOf(audience));
  }
  return now;
}
