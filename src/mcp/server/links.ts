import { ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';
import type { Caller } from './caller.ts';

export const audiencePath = '/v0/pages/{pageId}/audiences/{audienceId}';

/** What a tool of an audience is confirmed for. */
export const ofAudience = ({ pageId, audienceId }: Arguments) => ({
  pageId: String(pageId),
  audienceId: String(audienceId),
});
export type OfAudience = ReturnType<typeof ofAudience>;

/** A link that leads to an audience. */
export interface Link {
  pageLinkId: string;
  path: string;
  tenantDomainId: string | null;
  target: { audienceId: string };
}

const get = async (path: string, caller: Caller) => (await ask(caller, { method: 'GET', path })).body;

/** The newest links of an audience, at most `limit`. */
export const listLinks = async (given: Arguments, caller: Caller, limit: number) =>
  (await get(filled(`${audiencePath}/page_links?limit=${limit}`, given), caller)) as {
    items: Link[];
    hasMore: boolean;
  };

/** The addresses of links. `origin` is the website of those without a domain; without it, their address is the path. */
export async function addressesOf(
  links: Pick<Link, 'path' | 'tenantDomainId'>[],
  caller: Caller,
  origin = '',
): Promise<string[]> {
  const isCustom = links.some(({ tenantDomainId }) => tenantDomainId !== null);
  const domains = (isCustom ? await get('/v0/tenant_domains?limit=100', caller) : { items: [] }) as {
    items: { tenantDomainId: string; domain: string }[];
  };
  const hosts = new Map(domains.items.map(({ tenantDomainId, domain }) => [tenantDomainId, domain]));
  const hostOf = (id: string | null) => (id === null ? origin : `https://${hosts.get(id) ?? id}`);
  return links.map(({ path, tenantDomainId }) => `${hostOf(tenantDomainId)}${path}`);
}
