import type { Caller } from '../../config/mcp-service.ts';
import { transitionError } from '../../content/audiences/lifecycle.ts';
import type { Content } from '../../content/pages/content-schemas.ts';
import { type AudienceAnswer, audience as audienceAnswer } from './answers.ts';
import { ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';

export const audiencePath = '/v0/pages/{pageId}/audiences/{audienceId}';
const contentPath = `${audiencePath}/versions/{versionId}/content`;

/** What publishing the latest version of an audience would change. */
export interface Change {
  audience: AudienceAnswer;
  /** The `ETag` of the audience. It changes with everything that is shown here except links. */
  etag: string;
  /** What visitors would see. */
  content: Content;
  /** What they see now, if something is live. */
  live: Content | undefined;
  /** The newest links that lead to the audience. */
  links: string[];
  hasMoreLinks: boolean;
}

interface Links {
  items: { path: string; tenantDomainId: string | null }[];
  hasMore: boolean;
}

/** The links of an audience, with their hosts. */
async function linksOf(given: Arguments, caller: Caller): Promise<Pick<Change, 'links' | 'hasMoreLinks'>> {
  const get = async (path: string) => (await ask(caller, { method: 'GET', path })).body;
  const { items, hasMore } = (await get(filled(`${audiencePath}/page_links?limit=20`, given))) as Links;
  const isCustom = items.some(({ tenantDomainId }) => tenantDomainId !== null);
  const domains = (isCustom ? await get('/v0/tenant_domains?limit=100') : { items: [] }) as {
    items: { tenantDomainId: string; domain: string }[];
  };
  const hosts = new Map(domains.items.map(({ tenantDomainId, domain }) => [tenantDomainId, domain]));
  const hostOf = (id: string | null) => (id === null ? '' : `https://${hosts.get(id) ?? id}`);
  const links = items.map(({ path, tenantDomainId }) => `${hostOf(tenantDomainId)}${path}`);
  return { links, hasMoreLinks: hasMore };
}

/** What publishing would change, if the latest version may be published. Throws `invalid_transition`. */
export async function changeOf(given: Arguments, caller: Caller): Promise<Change> {
  // First, so that a later change of the rest does not match the tag.
  const { body, etag } = await ask(caller, { method: 'GET', path: filled(audiencePath, given) });
  const audience = audienceAnswer.parse(body);
  const { latestVersion, publishedVersion, archivedAt } = audience;
  if (!latestVersion.allowedActions.includes('publish'))
    throw transitionError('publish', { ...latestVersion, archived: archivedAt !== null });
  const contentOf = async ({ versionId }: { versionId: string }) => {
    const path = filled(contentPath, { ...given, versionId });
    return ((await ask(caller, { method: 'GET', path })).body as { content: Content }).content;
  };
  const [content, live, links] = await Promise.all([
    contentOf(latestVersion),
    publishedVersion ? contentOf(publishedVersion) : undefined,
    linksOf(given, caller),
  ]);
  return { audience, etag: etag ?? '', content, live, ...links };
}
