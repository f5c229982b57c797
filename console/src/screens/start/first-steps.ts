import {
  listPages,
  listPublishes,
  listTenantDomains,
  listWorkspaceSessions,
  searchPersons,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { findLinks } from '../../data/link-search.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { link } from '../../nav/router.ts';

/** What a workspace has of what the first steps make. */
export interface Found {
  /** The newest page, and the person who was found first. */
  pageId: string | undefined;
  personId: string | undefined;
  hasVisit: boolean;
  isPublished: boolean;
  hasLink: boolean;
}

/** Of so many of the newest pages with audiences it is asked whether something was published. */
const mostPages = 5;

async function find(signal: AbortSignal): Promise<Found> {
  const one = { query: { limit: 1 }, signal };
  const hundred = { query: { limit: 100 }, signal };
  const [pages, visits, persons, domains] = await Promise.all([
    ask(listPages, hundred),
    ask(listWorkspaceSessions, one),
    ask(searchPersons, one),
    ask(listTenantDomains, hundred),
  ]);
  const withAudiences = pages.items.filter(({ audiencesCount }) => audiencesCount > 0).slice(0, mostPages);
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
  return {
    pageId: pages.items[0]?.pageId,
    personId: persons.items[0]?.personId,
    hasVisit: visits.items.length > 0,
    isPublished: publishes.some(({ items }) => items.length > 0),
    hasLink: links.items.length > 0,
  };
}

/** Whether sample data can be loaded. */
export const isEmpty = ({ pageId, personId }: Found): boolean =>
  pageId === undefined && personId === undefined;

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
