import * as z from 'zod/mini';
import { BreakdownQuery, WorkspaceBreakdownQuery } from '../../analytics/breakdown-schemas.ts';
import {
  AudienceAnalyticsQuery,
  PageAnalyticsQuery,
  TimeseriesQuery,
  WorkspaceTimeseriesQuery,
} from '../../analytics/schemas.ts';
import { AccountAnalyticsQuery } from '../../analytics/visitor-schemas.ts';
import { AudienceListQuery } from '../../content/audiences/schemas.ts';
import { ListQuery } from '../../http/list-query.ts';
import { EventQuery } from '../../outbound/events/schemas.ts';
import { AccountListQuery } from '../../people/accounts/schemas.ts';
import { PersonSearchQuery } from '../../people/persons/schemas.ts';
import { PageLinkSearchQuery } from '../../visits/page-links/schemas.ts';
import { PersonSessionQuery, SessionListQuery } from '../../visits/sessions/schemas.ts';
import { TimelineQuery } from '../../visits/timelines/schemas.ts';
import {
  account,
  accountAnalytics,
  accountList,
  audience,
  audienceAnalytics,
  audienceList,
  breakdown,
  eventList,
  linkList,
  pageAnalytics,
  pageList,
  person,
  personList,
  sessionList,
  timeline,
  timeseries,
  workspaceTimeseries,
} from './answers.ts';
import type { NamedId } from './names.ts';

/** A tool that reads: one GET of the API, with fewer fields in its answer. */
export interface ReadTool {
  title: string;
  description: string;
  /** The path of the operation, with `{name}` for an argument. */
  path: string;
  /** The query of the operation. Its parameters are arguments too. */
  query: z.ZodMiniObject;
  /** A second operation, whose answer is a member of the tool's answer. It has the query then. */
  more?: { name: string; path: string; query: z.ZodMiniObject };
  /** The answer of the operation, with fewer fields. */
  answer: z.ZodMiniObject;
  /** The ids of the answer that get a name beside them. */
  names?: readonly NamedId[];
}

const none = z.object({});

/** All tools that read, by name. A key needs the scope `read` for them. */
export const readTools: Record<string, ReadTool> = {
  list_pages: {
    title: 'List pages',
    description: 'The pages with their titles, URLs and ids. Begin here to find the id of a page.',
    path: '/v0/pages',
    query: ListQuery,
    answer: pageList,
  },
  list_audiences: {
    title: 'List audiences of a page',
    description: 'The audiences of a page with their names and states.',
    path: '/v0/pages/{pageId}/audiences',
    query: AudienceListQuery,
    answer: audienceList,
  },
  get_audience: {
    title: 'Read an audience',
    description: 'One audience: its name, its words, its latest version and the published one.',
    path: '/v0/pages/{pageId}/audiences/{audienceId}',
    query: none,
    answer: audience,
    names: ['pageId'],
  },
  compare_pages: {
    title: 'Compare pages',
    description: 'What visits did in a range of dates, by page.',
    path: '/v0/analytics/pages',
    query: PageAnalyticsQuery,
    answer: pageAnalytics,
    names: ['pageId'],
  },
  compare_audiences: {
    title: 'Compare audiences of a page',
    description:
      'What visits of a page did in a range of dates, by audience. With `sort`, `comparison` says which converted best, if `isMoreThanChance`; else none did. `other` has all other visits.',
    path: '/v0/pages/{pageId}/analytics/audiences',
    query: AudienceAnalyticsQuery,
    answer: audienceAnalytics,
    names: ['audienceId'],
  },
  get_timeseries: {
    title: 'Read visits over time',
    description: 'What visits of a page did, by hour, day, week or month: every step of the range.',
    path: '/v0/pages/{pageId}/analytics/timeseries',
    query: TimeseriesQuery,
    answer: timeseries,
  },
  get_workspace_timeseries: {
    title: 'Read visits of all pages over time',
    description: 'As get_timeseries, for all pages together, and the visits of each of the most visited.',
    path: '/v0/analytics/timeseries',
    query: WorkspaceTimeseriesQuery,
    answer: workspaceTimeseries,
    names: ['pageId'],
  },
  get_breakdown: {
    title: 'Break visits down',
    description: 'What visits of a page did, by one dimension such as campaign, referrer, country or device.',
    path: '/v0/pages/{pageId}/analytics/breakdown',
    query: BreakdownQuery,
    answer: breakdown,
  },
  get_workspace_breakdown: {
    title: 'Break visits of all pages down',
    description: 'As get_breakdown, for all pages together.',
    path: '/v0/analytics/breakdown',
    query: WorkspaceBreakdownQuery,
    answer: breakdown,
  },
  compare_accounts: {
    title: 'Which companies came',
    description:
      'What visits of each company did. They came through a link for one of its people (`recipientSessions`; it can be forwarded), or sent a form (`formSessions`). `unknown`: visits of no company.',
    path: '/v0/analytics/accounts',
    query: AccountAnalyticsQuery,
    answer: accountAnalytics,
    names: ['accountId'],
  },
  list_page_links: {
    title: 'List page links',
    description: 'Paths that lead to a page or to an audience, newest first. With dates: the visits by each.',
    path: '/v0/page_links/search',
    query: PageLinkSearchQuery,
    answer: linkList,
  },
  list_sessions: {
    title: 'List visits of a page',
    description: 'Single visits of a page, the last first. For counts and rates use the tools that compare.',
    path: '/v0/pages/{pageId}/audience_sessions',
    query: SessionListQuery,
    answer: sessionList,
    names: ['audienceId', 'personId', 'recipientPersonId'],
  },
  search_persons: {
    title: 'Search persons',
    description: 'Persons by parts of their name, email, domain, phone or LinkedIn URL.',
    path: '/v0/persons/search',
    query: PersonSearchQuery,
    answer: personList,
  },
  get_person: {
    title: 'Read a person',
    description:
      'One person, and the visits whose form the person sent; with `by: "any"` also those through their links.',
    path: '/v0/persons/{personId}',
    query: none,
    more: { name: 'sessions', path: '/v0/persons/{personId}/audience_sessions', query: PersonSessionQuery },
    answer: person,
    names: ['audienceId', 'pageId'],
  },
  get_person_timeline: {
    title: 'Read the timeline of a person',
    description:
      'Logs, visits and publishes for a person, the last first. Visits are `by` a form of theirs, or their link (`recipient`; it can be forwarded).',
    path: '/v0/persons/{personId}/timeline',
    query: TimelineQuery,
    answer: timeline,
    names: ['pageId'],
  },
  list_accounts: {
    title: 'List or search accounts',
    description: 'Companies, the newest first or by `sort`, or those that a `query` finds.',
    path: '/v0/accounts',
    query: AccountListQuery,
    answer: accountList,
  },
  get_account: {
    title: 'Read an account',
    description: 'One company, and a timeline as get_person_timeline has.',
    path: '/v0/accounts/{accountId}',
    query: none,
    more: { name: 'timeline', path: '/v0/accounts/{accountId}/timeline', query: TimelineQuery },
    answer: account,
    names: ['personId', 'recipientPersonId', 'pageId'],
  },
  list_events: {
    title: 'List events',
    description:
      'What happened, and who did it; `subject` is the id of a person, account, page, audience, link or key. Use `order` newest, and `next` as `before`, to go back. The workspace keeps only `keptTypes`.',
    path: '/v0/events',
    query: EventQuery,
    answer: eventList,
  },
};
