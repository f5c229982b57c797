import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../../src/visits/tenant-domains/schemas.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { type Host, type Landing, pathOf, prefixOf, urlOf } from './landings.ts';
import type { LinkNote } from './link-seen.ts';
import type { People } from './people.ts';

// Which page links exist and where they lead: as the model knows it, from what was sent.

/** Where a link is, and where it leads: to an audience, or without one to a page. All are numbers. */
export interface Target {
  host: Host;
  path: number;
  place: number;
  audience: number | null;
}

export interface Link {
  pageLinkId: string;
  host: Host;
  path: number;
  pageId: string;
  /** Null for a link to the page. */
  audienceId: string | null;
  isDeleted: boolean;
}

/** Two links lead to Anna's first audience, one to its page, and one to her other audience. */
const firstLinks: Target[] = [
  { host: 'fallback', path: 0, place: 0, audience: 0 },
  { host: 'fallback', path: 1, place: 0, audience: 0 },
  { host: 'custom', path: 0, place: 0, audience: null },
  { host: 'custom', path: 2, place: 1, audience: 0 },
];

/** What can be done to a link. All take where it is to lead, and which link it is. */
export type LinkVerb = 'make' | 'move' | 'delete';

export class Links {
  readonly notes = new Set<LinkNote>();
  /** Also those that are deleted, the first one first. */
  readonly all: Link[] = [];
  readonly tenantDomainId: string;
  readonly #domain: string;
  readonly #run: number;
  readonly #people: People;

  private constructor(run: number, people: People, { tenantDomainId, domain }: TenantDomain) {
    [this.#run, this.#people, this.#domain, this.tenantDomainId] = [run, people, domain, tenantDomainId];
  }

  static async begin(run: number, people: People): Promise<Links> {
    const domain = `links-${run}.example`;
    const made = await ok(send<TenantDomain>('POST', '/v0/tenant_domains', { domain }));
    const links = new Links(run, people, made);
    for (const target of firstLinks) await links.make(target);
    return links;
  }

  /** The beginning of the paths of this story. */
  get prefix(): string {
    return prefixOf(this.#run);
  }

  get live(): Link[] {
    return this.all.filter(({ isDeleted }) => !isDeleted);
  }

  /** What is sent for a target. Undefined if its path is taken, or its audience is archived. */
  #sent({ host, path, place, audience }: Target, except?: Link) {
    const { pageId, audiences } = this.#people.placeAt(place);
    const { audienceId = null, isArchived = false } =
      audience === null ? {} : (audiences[audience % audiences.length] ?? {});
    const isTaken = this.live.some((one) => one !== except && one.host === host && one.path === path);
    if (isTaken || isArchived) return undefined;
    const body = {
      path: pathOf(this.#run, path),
      tenantDomainId: host === 'custom' ? this.tenantDomainId : null,
      target: audienceId === null ? { targetType: 'page', pageId } : { audienceId },
    };
    return { link: { host, path, pageId, audienceId }, body };
  }

  async make(target: Target): Promise<void> {
    const sent = this.#sent(target);
    if (!sent) return;
    const { pageLinkId, path } = await ok(send<PageLink>('POST', '/v0/page_links', sent.body));
    expect(path).toBe(sent.body.path);
    this.all.push({ ...sent.link, pageLinkId, isDeleted: false });
  }

  #at(nth: number): Link | undefined {
    return this.live[nth % Math.max(this.live.length, 1)];
  }

  async move(target: Target, nth: number): Promise<void> {
    const link = this.#at(nth);
    const sent = link && this.#sent(target, link);
    if (!sent) return;
    await ok(send('PATCH', `/v0/page_links/${link.pageLinkId}`, sent.body));
    Object.assign(link, sent.link);
  }

  async delete(_: Target, nth: number): Promise<void> {
    const link = this.#at(nth);
    if (!link) return;
    await ok(send('DELETE', `/v0/page_links/${link.pageLinkId}`));
    link.isDeleted = true;
  }

  /** The URL of a landing on a page, and the values that a session gets from it now. */
  landedOn(landing: Landing, pageId: string) {
    const { host, path } = landing;
    const link = this.live.find((one) => one.host === host && one.path === path && one.pageId === pageId);
    const { pageUrl, landingPath } = urlOf(this.#run, this.#domain, landing);
    if (!link && this.live.some((one) => one.host === host && one.path === path))
      this.notes.add('ofOtherPage');
    return { pageUrl, values: { landingPath, pageLinkId: link?.pageLinkId } };
  }
}
