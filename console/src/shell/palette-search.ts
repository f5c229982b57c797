import {
  type Account,
  type Audience,
  getAudienceById,
  isProblem,
  listAccounts,
  listTopics,
  type Page,
  type PageLink,
  type Person,
  searchAudiences,
  searchPersons,
  type TenantDomain,
  type Topic,
} from '@footfall/client';
import { ask } from '../data/api.ts';
import { useDeleting } from '../data/deleting.ts';
import { addressOfLink, domainOf, useDomains } from '../data/domains.ts';
import { findLinks } from '../data/link-search.ts';
import { useListOf } from '../data/list.ts';
import { pageName, usePages } from '../data/pages.ts';
import { nameOf } from '../data/person-names.ts';
import { useQuery } from '../data/query.ts';
import { useScope } from '../data/session.ts';
import { addressOf, kindOf, link, recordKindOf, records } from '../nav/router.ts';
import { type Choice, choose, deedsOf, type Verb, verbIn } from './palette-deeds.ts';

/** So many records of each kind. */
const most = 6;
/** Links are searched on so many domains. */
const mostDomains = 6;

const seenAt = ({ latestVisitAt }: Person) => Date.parse(latestVisitAt ?? '') || 0;

/** One of several with a name is more likely the one who came last. */
export const lastSeenFirst = (persons: Person[]): Person[] =>
  persons.toSorted((a, b) => seenAt(b) - seenAt(a));

/** What the service found by a text. */
interface Records {
  accounts: Account[];
  persons: Person[];
  audiences: Audience[];
  links: PageLink[];
}

async function search(text: string, domains: TenantDomain[], signal: AbortSignal): Promise<Records> {
  const ids = ['', ...domains.map(({ tenantDomainId }) => tenantDomainId)].slice(0, mostDomains);
  const query = { query: text, limit: most };
  const [accounts, persons, audiences, links] = await Promise.all([
    ask(listAccounts, { query, signal }),
    ask(searchPersons, { query, signal }),
    ask(searchAudiences, { query, signal }),
    findLinks({ text, domains: ids, targetType: undefined, limit: most }, undefined, signal),
  ]);
  return {
    accounts: accounts.items,
    persons: lastSeenFirst(persons.items),
    audiences: audiences.items,
    links: links.items.slice(0, most),
  };
}

/** The records as they are opened. */
const opened = ({ accounts, persons, audiences, links }: Records, domains: TenantDomain[]): Choice[] => [
  ...accounts.flatMap(({ accountId, name, domain }) =>
    choose(accountId, name, `Account · ${domain}`, addressOf(accountId)),
  ),
  ...persons.flatMap((person) =>
    choose(
      person.personId,
      nameOf(person),
      `Person${person.email ? ` · ${person.email}` : ''}`,
      addressOf(person.personId),
    ),
  ),
  ...audiences.flatMap(({ pageId, audienceId, effectiveName, archivedAt }) =>
    choose(
      audienceId,
      effectiveName,
      archivedAt === null ? 'Audience' : 'Audience · archived',
      link('audience', { pageId, audienceId }),
    ),
  ),
  ...links.flatMap((found) =>
    choose(
      found.pageLinkId,
      addressOfLink(found.path, domainOf(found, domains)),
      'Link',
      addressOf(found.pageLinkId),
    ),
  ),
];

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

export interface Found {
  choices: Choice[];
  /** What may be done with the records: edit words, erase. */
  deeds: Choice[];
  /** The deed that was typed: it comes before the records. */
  verb: Verb | undefined;
  isLoading: boolean;
}

/** What the palette finds by a text: records by their names, what may be done with them, and a record by its pasted id. */
export function useFound(typed: string, settled: string): Found {
  const isDeleting = useDeleting();
  const mayRead = useScope('read');
  const mayWrite = useScope('write');
  const pages = usePages();
  const topics = useListOf('topics', listTopics, {});
  const domains = useDomains();
  const { verb, rest } = verbIn(typed);
  const searched = verbIn(settled).rest;
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
  const isNamed = rest.length > 1 && kindOf(typed) === undefined;
  const records = isNamed ? found.data : undefined;
  // What was found by an older text may be opened, and nothing else is done with it.
  const isOfText = !found.isStale && searched === rest;
  const choices = [
    ...pasted(typed),
    ...problemIn(typed),
    ...((isAudience && audience.data) || []),
    ...(isNamed ? pagesAndTopics(rest, pages.data ?? [], topics.items ?? []) : []),
    ...(records ? opened(records, domains.data ?? []) : []),
  ];
  return {
    choices: choices.filter(({ id }) => !isDeleting(id)),
    deeds:
      records && mayWrite && isOfText ? deedsOf(records, { verb, name: rest, pages: pages.data ?? [] }) : [],
    verb,
    isLoading: found.isLoading || audience.isLoading || (isText && domains.isLoading),
  };
}
