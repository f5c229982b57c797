import {
  listAccounts,
  listPages,
  listPublishes,
  listTenantDomains,
  listWorkspaceSessions,
  searchPersons,
} from '@footfall/client';
import { isSample } from '../../../../src/lib/sample.ts';
import { ask } from '../../data/api.ts';
import { findLinks } from '../../data/link-search.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { link } from '../../nav/router.ts';

/** What a workspace has of what the first steps make. */
export interface Found {
  /** Whether sample data can be loaded: there is no page, person, company or visit. */
  isEmpty: boolean;
  /** The newest page, and the person who was found first. */
  pageId: string | undefined;
  personId: string | undefined;
  hasVisit: boolean;
  isPublished: boolean;
  hasLink: boolean;
}

interface Answers {
  pages: { pageId: string }[];
  visits: { pageId: string | null }[];
  persons: { personId: string }[];
  accounts: object[];
  links: { target: { pageId: string } }[];
  isPublished: boolean;
}
/** What answers have, the newest first. Nobody has done a step by loading sample data. */
export const foundIn = ({ pages, visits, persons, accounts, links, isPublished }: Answers): Found => ({
  isEmpty: [pages, visits, persons, accounts].every((items) => items.length === 0),
  pageId: pages.find(({ pageId }) => !isSample(pageId))?.pageId,
  personId: persons.find(({ personId }) => !isSample(personId))?.personId,
  hasVisit: visits.some(({ pageId }) => !isSample(pageId ?? '')),
  isPublished,
  hasLink: links.some(({ target }) => !isSample(target.pageId)),
});

/** Of so many of the newest pages with audiences it is asked whether something was published. */
const mostPages = 5;

async function find(signal: AbortSignal): Promise<Found> {
  // Sample data is older than what is added, so it comes last in all lists.
  const one = { query: { limit: 1 }, signal };
  const hundred = { query: { limit: 100 }, signal };
  const [pages, visits, persons, accounts, domains] = await Promise.all([
    ask(listPages, hundred),
    ask(listWorkspaceSessions, one),
    ask(searchPersons, one),
    ask(listAccounts, one),
    ask(listTenantDomains, hundred),
  ]);
  const own = pages.items.filter(({ pageId }) => !isSample(pageId));
  const withAudiences = own.filter(({ audiencesCount }) => audiencesCount > 0).slice(0, mostPages);
  const [publishes, links] = await Promise.all([
    Promise.all(withAudiences.map(({ pageId }) => ask(listPublishes, { path: { page_id: pageId }, ...one }))),
    findLinks(
      {
        text: '',
        targetType: undefined,
        domains: ['', ...domains.items.map(({ tenantDomainId }) => tenantDomainId)],
      },
      undefined,
      signal,
    ),
  ]);
  return foundIn({
    pages: pages.items,
    visits: visits.items,
    persons: persons.items,
    accounts: accounts.items,
    links: links.items,
    isPublished: publishes.some(({ items }) => items.length > 0),
  });
}

/** Which of the first steps are done, as what exists says it. */
export const useFound = (): QueryState<Found> => useQuery(['first-steps'], find);

export interface Step {
  title: string;
  text: string;
  isDone: boolean;
  /** What does it, if what it needs is there. */
  label: string;
  href: string | undefined;
}

/** The five steps to the first visit of somebody who was written to. */
export function stepsOf({ pageId, personId, hasVisit, isPublished, hasLink }: Found): Step[] {
  const isPage = pageId !== undefined;
  const isPerson = personId !== undefined;
  return [
    {
      title: 'Create a page',
      text: 'A page is an address of your website, such as your pricing.',
      isDone: isPage,
      label: 'Create the first page',
      href: link('pages', {}, { new: 'page' }),
    },
    {
      title: 'Put its script into your website',
      text: 'The script counts visits. The first one appears here within seconds.',
      isDone: hasVisit,
      label: 'Get the script',
      href: isPage ? link('page', { pageId }) : undefined,
    },
    {
      title: 'Add the first person',
      text: 'Somebody you want to reach. With a work email, the company appears too.',
      isDone: isPerson,
      label: 'Add a person',
      href: link('persons', {}, { new: 'person', list: 'all' }),
    },
    {
      title: 'Write content for them, and publish it',
      text: 'The page says something else to this person than to everybody.',
      isDone: isPublished,
      label: 'Write the content',
      href:
        isPage && isPerson
          ? link('persons', {}, { list: 'all', open: personId, new: 'page-for' })
          : undefined,
    },
    {
      title: 'Send them the link',
      text: 'When they open it, you see who came and what they did.',
      isDone: hasLink,
      label: 'Create a link',
      href: isPage ? link('links', {}, { new: 'link' }) : undefined,
    },
  ];
}
