import {
  getAudienceById,
  isProblem,
  listAccounts,
  type Page,
  searchAudiences,
  searchPersons,
  type TenantDomain,
  type Topic,
} from '@footfall/client';
import { ask } from '../data/api.ts';
import { useDeleting } from '../data/deleting.ts';
import { addressOfLink, useDomains } from '../data/domains.ts';
import { findLinks } from '../data/link-search.ts';
import { domainOf } from '../data/links.ts';
import { pageName, usePages } from '../data/pages.ts';
import { nameOf } from '../data/person-names.ts';
import { useQuery } from '../data/query.ts';
import { useScope } from '../data/session.ts';
import { useTopics } from '../data/topics.ts';
import { addressOf, kindOf, recordKindOf, records } from '../nav/records.ts';
import { go, link } from '../nav/router.ts';

/** Something that the palette offers. */
export interface Choice {
  id: string;
  title: string;
  /** What it is: an action with its key, a person with the email address. */
  note?: string | undefined;
  run: () => void;
}

/** So many records of each kind. */
const most = 6;
/** Links are searched on so many domains. */
const mostDomains = 6;

const choose = (
  id: string,
  title: string,
  note: string | undefined,
  address: string | undefined,
): Choice[] => (address === undefined ? [] : [{ id, title, note, run: () => go(address) }]);

async function search(text: string, domains: TenantDomain[], signal: AbortSignal): Promise<Choice[]> {
  const ids = ['', ...domains.map(({ tenantDomainId }) => tenantDomainId)].slice(0, mostDomains);
  const [accounts, persons, audiences, links] = await Promise.all([
    ask(listAccounts, { query: { query: text, limit: most }, signal }),
    ask(searchPersons, { query: { query: text, limit: most }, signal }),
    ask(searchAudiences, { query: { query: text, limit: most }, signal }),
    findLinks({ text, domains: ids, targetType: undefined }, undefined, signal),
  ]);
  return [
    ...accounts.items.flatMap((account) =>
      choose(account.accountId, account.name, `Account · ${account.domain}`, addressOf(account.accountId)),
    ),
    ...persons.items.flatMap((person) =>
      choose(
        person.personId,
        nameOf(person),
        `Person${person.email ? ` · ${person.email}` : ''}`,
        addressOf(person.personId),
      ),
    ),
    ...audiences.items.flatMap(({ pageId, audienceId, effectiveName, archivedAt }) =>
      choose(
        audienceId,
        effectiveName,
        archivedAt === null ? 'Audience' : 'Audience · archived',
        link('audience', { pageId, audienceId }),
      ),
    ),
    ...links.items
      .slice(0, most)
      .flatMap((found) =>
        choose(
          found.pageLinkId,
          addressOfLink(found.path, domainOf(found, domains)),
          'Link',
          addressOf(found.pageLinkId),
        ),
      ),
  ];
}

const isWanted = (wanted: string, ...texts: string[]) =>
  texts.some((of) => of.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()));

const pagesAndTopics = (text: string, pages: Page[], topics: Topic[]): Choice[] => [
  ...pages
    .filter(({ title, url }) => isWanted(text, title, url))
    .slice(0, most)
    .flatMap((page) =>
      choose(page.pageId, pageName(page), `Page · ${page.url}`, link('page', { pageId: page.pageId })),
    ),
  ...topics
    .filter(({ title }) => isWanted(text, title))
    .slice(0, most)
    .flatMap(({ topicId, title }) => choose(topicId, title, 'Topic', addressOf(topicId))),
];

/** The record whose id was pasted. */
function pasted(text: string): Choice[] {
  const kind = recordKindOf(text);
  return choose(text, `Open ${text}`, kind ? records[kind].name : 'Page', addressOf(text));
}

/** The page about a problem whose code or type stands in the text, as in an answer that was pasted. */
function problemIn(text: string): Choice[] {
  const [, code] = /urn:footfall:problem:([a-z_]+)/.exec(text) ?? /^([a-z]+(?:_[a-z]+)+)$/.exec(text) ?? [];
  if (!code) return [];
  const run = () => location.assign(`/docs/problems/${code}`);
  return [{ id: `problem ${code}`, title: `Read about ${code}`, note: 'Problem', run }];
}

/** The audience whose id was pasted: its address needs the id of its page. */
async function audienceBy(id: string, signal: AbortSignal): Promise<Choice[]> {
  try {
    const { pageId, audienceId, effectiveName } = await ask(getAudienceById, {
      path: { audience_id: id },
      signal,
    });
    return choose(audienceId, `Open ${effectiveName}`, 'Audience', link('audience', { pageId, audienceId }));
  } catch (error) {
    if (isProblem(error, 'audience_not_found')) return [];
    throw error;
  }
}

/** What the palette finds by a text: records by their names, and a record by its pasted id. */
export function useFound(typed: string, searched: string): { choices: Choice[]; isLoading: boolean } {
  const isDeleting = useDeleting();
  const mayRead = useScope('read');
  const pages = usePages();
  const topics = useTopics();
  const domains = useDomains();
  // Links are searched on each domain, so that these are loaded first.
  const isText = searched.length > 1 && kindOf(searched) === undefined;
  const found = useQuery(
    mayRead && isText && !domains.isLoading ? ['palette', searched] : undefined,
    (signal) => search(searched, domains.data ?? [], signal),
  );
  const isAudience = kindOf(typed) === 'audience';
  const audience = useQuery(isAudience && mayRead ? ['audience-by-id', typed] : undefined, (signal) =>
    audienceBy(typed, signal),
  );
  const choices = [
    ...pasted(typed),
    ...problemIn(typed),
    ...((isAudience && audience.data) || []),
    ...(typed.length > 1 && kindOf(typed) === undefined
      ? [...pagesAndTopics(typed, pages.data ?? [], topics.items ?? []), ...(found.data ?? [])]
      : []),
  ];
  return {
    choices: choices.filter(({ id }) => !isDeleting(id)),
    isLoading: found.isLoading || audience.isLoading || (isText && domains.isLoading),
  };
}
