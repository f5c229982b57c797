import {
  type Audience,
  createAudience,
  createPageLink,
  getAudience,
  getPageLink,
  isProblem,
  type Page,
  type PageLink,
  publishAudienceVersion,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { differing, unwritten, updateOf, type Values, valuesOf } from '../audience/words.ts';

/** What is wanted for a person: a page with words of its own, a link to it, and the words live. */
export interface Wish {
  personId: string;
  page: Page;
  words: Partial<Values>;
  path: string;
  /** Empty for no domain. */
  tenantDomainId: string;
  isPublished: boolean;
}

/** What is there of a wish. */
export interface Made {
  audience?: Audience;
  link?: PageLink;
}

/** The page has an audience for the person, with other words than these. */
export class AudienceExists extends Error {
  readonly audience: Audience;

  constructor(audience: Audience) {
    super('The page already has an audience for this person.');
    this.audience = audience;
  }
}

/** The id of the record that is in the way of a new one. */
function inTheWay(error: unknown, code: 'audience_conflict' | 'path_taken'): string | undefined {
  const id = isProblem(error, code) ? error.document?.conflictingId : undefined;
  return typeof id === 'string' ? id : undefined;
}

/**
 * Makes the audience with its words. One that nobody has published, with these very words, is what an earlier attempt has
 * made, whose answer was lost.
 */
async function makeAudience({ personId, page, words }: Wish): Promise<Audience> {
  const path = { page_id: page.pageId };
  const values = { ...unwritten, ...words } as Values;
  try {
    return await ask(createAudience, { path, body: { personId, ...updateOf(page, unwritten, values) } });
  } catch (error) {
    const id = inTheWay(error, 'audience_conflict');
    if (!id) throw error;
    const audience = await ask(getAudience, { path: { ...path, audience_id: id } });
    const isNew = audience.publishedVersion === null && audience.archivedAt === null;
    if (isNew && differing(page, valuesOf({ audience, page }), values).length === 0) return audience;
    throw new AudienceExists(audience);
  }
}

/** Makes the link. One with this path that leads to the audience is what an earlier attempt has made. */
async function makeLink({ path, tenantDomainId }: Wish, { audienceId }: Audience): Promise<PageLink> {
  const target = { targetType: 'audience' as const, audienceId };
  try {
    return await ask(createPageLink, { body: { path, tenantDomainId: tenantDomainId || null, target } });
  } catch (error) {
    const id = inTheWay(error, 'path_taken');
    const link = id && (await ask(getPageLink, { path: { page_link_id: id } }));
    if (link && link.target.audienceId === audienceId) return link;
    throw error;
  }
}

/** Publishes the words. A request that is repeated changes nothing more. */
async function publish({ pageId, audienceId, latestVersion: { versionId } }: Audience): Promise<void> {
  await ask(publishAudienceVersion, {
    path: { page_id: pageId, audience_id: audienceId, version_id: versionId },
    body: { operationKey: `make-a-page-${versionId}` },
  });
}

/**
 * Makes what is missing of a wish, and says after each step what is there. When a step fails, it throws; called again with
 * what was there, it goes on from there, and nothing is made twice.
 */
export async function make(wish: Wish, made: Made, onMade: (made: Made) => void): Promise<void> {
  let now = made;
  const keep = (more: Made) => {
    now = { ...now, ...more };
    onMade(now);
  };
  const audience = now.audience ?? (await makeAudience(wish));
  keep({ audience });
  if (!now.link) keep({ link: await makeLink(wish, audience) });
  if (wish.isPublished) await publish(audience);
}

/**
 * The path that a link for a person is offered: `/for/zoe-lindqvist`, or below it the last part of the page's address if
 * the path leads elsewhere already.
 */
export function suggestedPath(slug: string, pageUrl: string, taken: Set<string>): string {
  const first = `/for/${slug}`;
  if (!taken.has(first)) return first;
  const part = URL.parse(pageUrl)?.pathname.split('/').findLast(Boolean);
  const second = `${first}/${part ?? 'home'}`;
  for (let count = 2; ; count++) {
    const path = count === 2 ? second : `${second}-${count - 1}`;
    if (!taken.has(path)) return path;
  }
}
