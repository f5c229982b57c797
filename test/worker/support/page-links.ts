import type { PageLink } from '../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../src/visits/tenant-domains/schemas.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { ok } from './replies.ts';

let serial = 0;
/** A unique word. */
export const unique = () => `q${(serial++).toString(36).padStart(4, '0')}`;

/** Creates a tenant domain, and returns its id. */
export const newDomain = async (options?: RequestOptions): Promise<string> => {
  const domain = `${unique()}.example`;
  const made = await ok(send<TenantDomain>('POST', '/v0/tenant_domains', { domain }, options));
  return made.tenantDomainId;
};
/** Creates a page link with a path of its own. */
export const newLink = (fields: object, options?: RequestOptions): Promise<PageLink> =>
  ok(send<PageLink>('POST', '/v0/page_links', { path: `/${unique()}`, ...fields }, options));

type Link = Pick<PageLink, 'pageLinkId'>;
export const at = ({ pageLinkId }: Link) => `/v0/page_links/${pageLinkId}`;
export const post = (body: unknown) => send<PageLink & Problem>('POST', '/v0/page_links', body);
export const patch = (link: Link, body: unknown, headers: Record<string, string> = {}) =>
  send<PageLink & Problem>('PATCH', at(link), body, { headers });
export const get = async (link: Link) => (await send<PageLink>('GET', at(link))).body;
