import { setTimeout as sleep } from 'node:timers/promises';
import type { Audience, AudienceVersion } from '../../src/audiences/schemas.ts';
import type { ErrorCode } from '../../src/lib/errors.ts';
import type { PersonList } from '../../src/persons/schemas.ts';
import type { Topic } from '../../src/topics/schemas.ts';
import { type DemoAudience, type DemoLink, demoPages, demoTopics } from '../demo-content.ts';
import { UserError } from './settings.ts';

/** Milliseconds that the queue has for a version. */
const patience = 10_000;

export interface Api {
  /** Sends a request; gives what is answered, a 409 with `code` included. */
  send: <T>(method: 'GET' | 'POST' | 'PATCH', route: string, body?: object, code?: ErrorCode) => Promise<T>;
  /** Creates something, unless a 409 with this code says that it is there; gives its id. */
  create: (route: string, body: object, id: string, code: ErrorCode) => Promise<string>;
}

/** How often `loadContent` calls `tick`. */
export const contentSize =
  demoPages.length + 2 * demoPages.flatMap(({ audiences }) => audiences).length + demoTopics.length;

interface Page<T> {
  items: T[];
  hasMore: boolean;
  nextCursor: string | null;
}

export async function listAll<T>({ send }: Api, route: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor = ''; ; ) {
    const page = await send<Page<T>>('GET', `${route}?limit=100${cursor}`);
    items.push(...page.items);
    if (!page.hasMore) return items;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor ?? '')}`;
  }
}

export async function personIdOf({ send }: Api, email: string): Promise<string> {
  const route = `/v0/persons/search?query=${encodeURIComponent(email)}`;
  const { items } = await send<PersonList>('GET', route);
  const person = items.find((item) => item.email === email);
  if (!person) throw new UserError(`nobody has the address ${email}, whom the demo data needs.`);
  return person.personId;
}

async function link(api: Api, { domain, path }: DemoLink, target: object): Promise<void> {
  const tenantDomainId =
    domain && (await api.create('/v0/tenant_domains', { domain }, 'tenantDomainId', 'domain_taken'));
  await api.create('/v0/page_links', { path, tenantDomainId, target }, 'pageLinkId', 'path_taken');
}

const routeOf = ({ pageId, audienceId }: Audience) => `/v0/pages/${pageId}/audiences/${audienceId}`;
const isInFlight = ({ latestVersion }: Audience) => ['queued', 'processing'].includes(latestVersion.status);

/** Cancels what a load that was stopped left in the queue: its message may be gone with that server. */
async function takenBack({ send }: Api, audience: Audience): Promise<Audience> {
  if (!isInFlight(audience)) return audience;
  const route = routeOf(audience);
  const { versionId } = audience.latestVersion;
  // The 409: it has become published since it was read.
  await send('POST', `${route}/versions/${versionId}/cancel`, {}, 'invalid_transition');
  return send<Audience>('GET', route);
}

/** Creates the audience, if the page's do not have it, and its links. */
async function loadAudience(api: Api, pageId: string, demo: DemoAudience, there: Audience[]) {
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
  // No link is made to an archived audience; this one had its links before it was archived.
  if (audience.archivedAt !== null) return audience;
  for (const { domain, path } of demo.links ?? []) {
    const personal = path.replace('{slug}', audience.personRouteKey ?? '');
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    await link(api, { domain, path: personal }, target);
  }
  return audience;
}

/** Opens the version with this number and asks for what shall become of it, unless that was done before. */
async function advance({ send }: Api, audience: Audience, demo: DemoAudience, number: number) {
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

/** The audience once the queue has done with its latest version. */
async function settled({ send }: Api, audience: Audience): Promise<Audience> {
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

/** Topics by title, their entries by text. */
async function loadTopics(api: Api, tick: () => void): Promise<void> {
  const there = await listAll<Topic>(api, '/v0/topics');
  for (const { entries, ...body } of demoTopics) {
    const topic =
      there.find(({ title }) => title === body.title) ?? (await api.send<Topic>('POST', '/v0/topics', body));
    const texts = topic.entries.map(({ content }) => content.content);
    for (const [index, text] of entries.entries()) {
      const entry = { sortOrder: 10 * (index + 1), content: { type: 'text', content: text } };
      if (!texts.includes(text)) await api.send('POST', `/v0/topics/${topic.topicId}/entries`, entry);
    }
    tick();
  }
}

/** Loads pages, audiences, versions, links and topics. Looks before it writes, so that it may be run again. */
export async function loadContent(api: Api, tick: () => void): Promise<void> {
  const loaded: { demo: DemoAudience; audience: Audience }[] = [];
  // Lists are newest first: what stands first in the data is made last.
  for (const { links, audiences, ...body } of demoPages.toReversed()) {
    const pageId = await api.create('/v0/pages', body, 'pageId', 'page_conflict');
    for (const address of links) await link(api, address, { targetType: 'page', pageId });
    const there = await listAll<Audience>(api, `/v0/pages/${pageId}/audiences`);
    for (const demo of audiences.toReversed()) {
      loaded.push({ demo, audience: await loadAudience(api, pageId, demo, there) });
      tick();
    }
    tick();
  }
  // In rounds: while one audience is waited for, the queue takes the others too.
  const rounds = Math.max(...loaded.map(({ demo }) => demo.contexts.length));
  for (let number = 1; number <= rounds; number++) {
    for (const item of loaded.filter(({ demo }) => demo.contexts.length >= number))
      item.audience = await advance(api, await settled(api, item.audience), item.demo, number);
  }
  await loadTopics(api, tick);
  for (const { demo, audience } of loaded) {
    const { archivedAt } = await settled(api, audience);
    if (demo.archived && archivedAt === null) await api.send('POST', `${routeOf(audience)}/archive`, {});
    tick();
  }
}
