import type { Audience, AudienceInFull } from '../../content/audiences/schemas.ts';
import { FootfallError, validationError, violation } from '../../lib/errors.ts';
import { ApiProblem, ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';
import type { Caller } from './caller.ts';
import { addressesOf, type Link, listLinks } from './links.ts';
import { assertFields, folder, type Wish, wishOf } from './personal-wish.ts';
import { bodyOf, differing, wordsBeside, wordsIn } from './words.ts';

/** The path of the page that a person gets an audience of. */
export const pagePath = '/v0/pages/{pageId}';

/** The id of the record that stands in the way of a request, if this is the problem. */
function inTheWay(error: unknown, code: string): string | undefined {
  if (!(error instanceof ApiProblem) || error.code !== code) return undefined;
  return (JSON.parse(error.document) as { conflictingId?: string }).conflictingId;
}

const post = async <T>(path: string, body: object, caller: Caller) =>
  (await ask(caller, { method: 'POST', path, body: JSON.stringify(body) })).body as T;
const get = async <T>(path: string, caller: Caller) => (await ask(caller, { method: 'GET', path })).body as T;

type Page = Parameters<typeof assertFields>[0] & { url: string };

interface Made {
  id: string;
  isNew: boolean;
}

/** The person: known by the identifier, or made with a name. Throws `validation_failed` for a stranger without one. */
async function personFor(person: Wish['person'], caller: Caller): Promise<Made> {
  if ('personId' in person) return { id: person.personId, isNew: false };
  const { identifier, value, name } = person;
  if (name === undefined) {
    const query = new URLSearchParams({ query: value, limit: '100' });
    const { items } = await get<{ items: Record<string, string | null>[] }>(
      `/v0/persons/search?${query}`,
      caller,
    );
    const known = items.find((one) => one[identifier]?.toLowerCase() === value.toLowerCase());
    if (known?.personId) return { id: known.personId, isNew: false };
    throw validationError([
      violation(
        'body',
        'name',
        'required',
        `Nobody is known by this ${identifier}: with a name the person is made.`,
      ),
    ]);
  }
  try {
    const { personId } = await post<{ personId: string }>(
      '/v0/persons',
      { name, [identifier]: value },
      caller,
    );
    return { id: personId, isNew: true };
  } catch (error) {
    const id = inTheWay(error, 'person_conflict');
    if (id === undefined) throw error;
    return { id, isNew: false };
  }
}

/** The audience of the person. One that is there keeps its words. */
async function audienceFor(personId: string, given: Arguments, caller: Caller) {
  const path = filled(`${pagePath}/audiences`, given);
  try {
    const body = { ...bodyOf(wordsIn(given)), personId };
    return { audience: await post<AudienceInFull>(path, body, caller), isNew: true };
  } catch (error) {
    const id = inTheWay(error, 'audience_conflict');
    if (id === undefined) throw error;
    const audience = await get<AudienceInFull>(`${path}/${id}`, caller);
    if (audience.archivedAt === null) return { audience, isNew: false };
    throw new FootfallError('audience_archived', `${id} of this page is for this person, and archived.`, {
      conflictingId: id,
    });
  }
}

/** The link with this path if it leads to the audience, or a new one. Throws `path_taken`, `audience_archived`. */
async function linkWith(
  path: string,
  audienceId: string,
  caller: Caller,
): Promise<{ link: Link; isNew: boolean }> {
  try {
    return {
      link: await post<Link>('/v0/page_links', { path, target: { audienceId } }, caller),
      isNew: true,
    };
  } catch (error) {
    const id = inTheWay(error, 'path_taken');
    const link = id === undefined ? undefined : await get<Link>(`/v0/page_links/${id}`, caller);
    if (link?.target.audienceId !== audienceId) throw error;
    return { link, isNew: false };
  }
}

/** A link to the audience: the one that is there, the wished one, or the first free path of those that a person gets. */
async function linkFor(
  audience: Audience,
  page: Page,
  path: string | undefined,
  isNew: boolean,
  caller: Caller,
) {
  const { pageId, audienceId, personRouteKey } = audience;
  const { items } = isNew ? { items: [] } : await listLinks({ pageId, audienceId }, caller, 100);
  const found = items.findLast((link) => path === undefined || link.path === path);
  if (found) return { link: found, isNew: false };
  if (path !== undefined) return linkWith(path, audienceId, caller);
  const usual = `${folder}${personRouteKey ?? audienceId}`;
  try {
    return await linkWith(usual, audienceId, caller);
  } catch (error) {
    if (inTheWay(error, 'path_taken') === undefined) throw error;
    const part = URL.parse(page.url)?.pathname.split('/').findLast(Boolean);
    return linkWith(`${usual}/${part ?? 'home'}`, audienceId, caller);
  }
}

/**
 * Answers the tool that makes a page for a person: person, audience with its words, and link, each only if it is missing.
 * So a call that is sent again, or after one that stopped half-way, makes nothing twice.
 */
export async function personalTool(given: Arguments, caller: Caller) {
  const wish = wishOf(given);
  const page = await get<Page>(filled(pagePath, given), caller);
  assertFields(page, given);
  const person = await personFor(wish.person, caller);
  const { audience, isNew } = await audienceFor(person.id, given, caller);
  const { link, isNew: isNewLink } = await linkFor(audience, page, wish.path, isNew, caller);
  const words = wordsIn(given);
  const notSaved = new Set(differing(words, audience));
  const [address = ''] = await addressesOf([link], caller, URL.parse(page.url)?.origin);
  return {
    personId: person.id,
    audienceId: audience.audienceId,
    pageLinkId: link.pageLinkId,
    address,
    made: [
      ...(person.isNew ? ['person'] : []),
      ...(isNew ? ['audience'] : []),
      ...(isNewLink ? ['link'] : []),
    ],
    ...(isNew || notSaved.size === 0
      ? {}
      : { notSaved: wordsBeside([...notSaved], audience).words.map(({ word }) => word) }),
    ...wordsBeside(words, audience),
  };
}
