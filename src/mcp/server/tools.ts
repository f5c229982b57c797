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
import { CampaignResultsQuery } from '../../visits/campaigns/result-schemas.ts';
import { CampaignRowQuery } from '../../visits/campaigns/schemas.ts';
import { ExperimentListQuery } from '../../visits/experiments/body-schemas.ts';
import { PageLinkSearchQuery } from '../../visits/page-links/schemas.ts';
import { PersonSessionQuery, SessionListQuery } from '../../visits/sessions/schemas.ts';
import { TimelineQuery } from '../../visits/timelines/schemas.ts';
import * as answers from './answers.ts';
import * as campaigns from './campaign-answers.ts';
import type { NamedId } from './names.ts';
import * as visitors from './visitor-answers.ts';

/** A tool that reads: one GET of the API, with fewer fields in its answer. */
export interface ReadTool {
  title: string;
  description: string;
  /** The path of the operation, with `{name}` for an argument. */
  path: string;
  /** The query of the operation. Its parameters are arguments too. */
  query: z.ZodMiniObject;
  /** A second operation, whose answer is a member of the tool's answer. */
  more?: { name: string; path: string; query: z.ZodMiniObject };
  /** The answer of the operation, with fewer fields. */
  answer: z.ZodMiniObject;
  /** The ids of the answer that get a name beside them. */
  names?: readonly NamedId[];
}

const none = z.object({});

const reads = (path: string, query: z.ZodMiniObject, answer: z.ZodMiniObject) => ({ path, query, answer });

/** All tools that read, by name. A key needs the scope `read` for them. */
export const readTools: Record<string, ReadTool> = {
  list_pages: {
    ...reads('/v0/pages', ListQuery, answers.pageList),
    title: 'List pages',
    description: 'The pages with their titles, URLs and ids. Begin here to find the id of a page.',
  },
  list_audiences: {
    ...reads('/v0/pages/{pageId}/audiences', AudienceListQuery, answers.audienceList),
    title: 'List audiences of a page',
    description: 'The audiences of a page with their names and states.',
  },
  get_audience: {
    ...reads('/v0/pages/{pageId}/audiences/{audienceId}', none, answers.audience),
    title: 'Read an audience',
    description: 'One audience: its name, its words, its latest version and the published one.',
    names: ['pageId'],
  },
  compare_pages: {
    ...reads('/v0/analytics/pages', PageAnalyticsQuery, answers.pageAnalytics),
    title: 'Compare pages',
    description: 'What visits did in a range of dates, by page.',
    names: ['pageId'],
  },
  compare_audiences: {
    ...reads('/v0/pages/{pageId}/analytics/audiences', AudienceAnalyticsQuery, answers.audienceAnalytics),
    title: 'Compare audiences of a page',
    description:
      'What visits of a page did in a range of dates, by audience. With `sort`, `comparison` says which converted best, if `isMoreThanChance`; else none did. `other` has all other visits.',
    names: ['audienceId'],
  },
  list_tests: {
    ...reads('/v0/experiments', ExperimentListQuery, answers.testList),
    title: 'List tests of versions',
    description:
      'Which words convert: versions of an audience against each other, the newest test first. `sentence` says what is decided; do not call a version better before. Differences between audiences are no test.',
    names: ['audienceId'],
  },
  get_timeseries: {
    ...reads('/v0/pages/{pageId}/analytics/timeseries', TimeseriesQuery, answers.timeseries),
    title: 'Read visits over time',
    description: 'What visits of a page did, by hour, day, week or month: every step of the range.',
  },
  get_workspace_timeseries: {
    ...reads('/v0/analytics/timeseries', WorkspaceTimeseriesQuery, answers.workspaceTimeseries),
    title: 'Read visits of all pages over time',
    description: 'As get_timeseries, for all pages together, and the visits of each of the most visited.',
    names: ['pageId'],
  },
  get_breakdown: {
    ...reads('/v0/pages/{pageId}/analytics/breakdown', BreakdownQuery, answers.breakdown),
    title: 'Break visits down',
    description: 'What visits of a page did, by one dimension such as campaign, referrer, country or device.',
  },
  get_workspace_breakdown: {
    ...reads('/v0/analytics/breakdown', WorkspaceBreakdownQuery, answers.breakdown),
    title: 'Break visits of all pages down',
    description: 'As get_breakdown, for all pages together.',
  },
  compare_accounts: {
    ...reads('/v0/analytics/accounts', AccountAnalyticsQuery, answers.accountAnalytics),
    title: 'Which companies came',
    description:
      'What visits of each company did. They came through a link for one of its people (`recipientSessions`; it can be forwarded), or sent a form (`formSessions`). `unknown`: visits of no company.',
    names: ['accountId'],
  },
  list_page_links: {
    ...reads('/v0/page_links/search', PageLinkSearchQuery, answers.linkList),
    title: 'List page links',
    description: 'Paths that lead to a page or to an audience, newest first. With dates: the visits by each.',
  },
  list_campaigns: {
    ...reads('/v0/pages/{pageId}/campaigns', ListQuery, campaigns.campaignList),
    title: 'List campaigns of a page',
    description: 'Lists of people for whom pages were made, newest first.',
  },
  get_campaign: {
    ...reads(
      '/v0/pages/{pageId}/campaigns/{campaignId}/results',
      CampaignResultsQuery,
      campaigns.campaignResults,
    ),
    title: 'Read what came of a campaign',
    description:
      'How many people opened their link (it can be forwarded), engaged and converted, and the rows with links. With dates, rows have `visits`.',
    more: {
      name: 'rows',
      path: '/v0/pages/{pageId}/campaigns/{campaignId}/rows',
      query: CampaignRowQuery,
    },
  },
  list_sessions: {
    ...reads('/v0/pages/{pageId}/audience_sessions', SessionListQuery, visitors.sessionList),
    title: 'List visits of a page',
    description: 'Single visits of a page, the last first. For counts and rates use the tools that compare.',
    names: ['audienceId', 'personId', 'recipientPersonId'],
  },
  search_persons: {
    ...reads('/v0/persons/search', PersonSearchQuery, visitors.personList),
    title: 'Search persons',
    description: 'Persons by parts of their name, email, domain, phone or LinkedIn URL.',
  },
  get_person: {
    ...reads('/v0/persons/{personId}', none, visitors.person),
    title: 'Read a person',
    description:
      'One person, and the visits whose form the person sent; with `by: "any"` also those through their links.',
    more: { name: 'sessions', path: '/v0/persons/{personId}/audience_sessions', query: PersonSessionQuery },
    names: ['audienceId', 'pageId'],
  },
  get_person_timeline: {
    ...reads('/v0/persons/{personId}/timeline', TimelineQuery, visitors.timeline),
    title: 'Read the timeline of a person',
    description:
      'Logs, visits and publishes for a person, the last first. Visits are `by` a form of theirs, or their link (`recipient`; it can be forwarded).',
    names: ['pageId'],
  },
  list_accounts: {
    ...reads('/v0/accounts', AccountListQuery, visitors.accountList),
    title: 'List or search accounts',
    description: 'Companies, the newest first or by `sort`, or those that a `query` finds.',
  },
  get_account: {
    ...reads('/v0/accounts/{accountId}', none, visitors.account),
    title: 'Read an account',
    description: 'One company, and a timeline as get_person_timeline has.',
    more: { name: 'timeline', path: '/v0/accounts/{accountId}/timeline', query: TimelineQuery },
    names: ['personId', 'recipientPersonId', 'pageId'],
  },
  list_events: {
    ...reads('/v0/events', EventQuery, answers.eventList),
    title: 'List events',
    description:
      'What happened, and who did it; `subject` is the id of a person, account, page, audience, link or key. Use `order` newest, and `next` as `before`, to go back. The workspace keeps only `keptTypes`.',
  },
};
