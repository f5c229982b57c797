import { answerOf, lastPage, operationsOf } from '../http/openapi/document.ts';
import { exampleFigures } from '../vocabulary/measures.ts';
import { Breakdown, Breakdowns } from './breakdown-schemas.ts';
import {
  AudienceAnalyticsList,
  PageAnalyticsList,
  Timeseries,
  WorkspaceAudienceList,
  WorkspaceTimeseries,
} from './schemas.ts';
import { AccountAnalyticsList, PersonAnalyticsList } from './visitor-schemas.ts';

const examples = exampleFigures();

/** What a page says that has all items. */
const whole = { hasMore: false, nextCursor: null, other: null, unlisted: null };
const seriesExample = {
  items: [{ start: '2026-11-20T23:00:00.000Z', end: '2026-11-21T23:00:00.000Z', ...examples.shown }],
  total: examples.shown,
};

const breakdownAnswer = answerOf(Breakdown, 'The values.', {
  items: [{ value: 'newsletter', ...examples.shown }],
  ...whole,
});

const breakdownsAnswer = answerOf(Breakdowns, 'The values of each dimension.', {
  breakdowns: [
    {
      by: 'utmSource' as const,
      items: [{ value: 'newsletter', ...examples.shown, compared: examples.compared }],
      ...whole,
      comparedTotal: examples.compared,
    },
  ],
});

const visitorExample = {
  ...examples.shown,
  engagedSessions: 6,
  recipientSessions: 7,
  formSessions: 2,
  firstVisitAt: '2026-11-20T08:15:00.000Z',
  lastVisitAt: '2026-11-22T09:30:00.000Z',
  series: [3, 0, 5],
};
const visitorsExample = {
  ...lastPage,
  totalCount: 1,
  total: examples.total,
  unknown: examples.others,
  steps: [20, 21, 22].map((day) => ({
    start: `2026-11-${day}T00:00:00.000Z`,
    end: `2026-11-${day + 1}T00:00:00.000Z`,
  })),
};

export const analyticsOperations = operationsOf('Sessions', {
  'GET /v0/pages/{page_id}/analytics/audiences': {
    id: 'audienceAnalytics',
    specified: true,
    tagged: 'read',
    summary: 'Read what visits did, by audience',
    description:
      'An item for each audience that is not archived, and one without `audienceId` for all other visits if there are any: the parts add up to the whole. Rates are fractions from 0 to 1. With `sort` or `limit`, the visits that are in no item are in `other`. With `limit`, only audiences that had visits have an item. With either, `comparison` says which audience converts best, if one does by more than chance. All filters together must hold.',
    answer: answerOf(AudienceAnalyticsList, 'The sums of every audience.', {
      items: [
        {
          audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
          ...examples.shown,
        },
      ],
    }),
    errors: ['too_many_values'],
  },
  'GET /v0/pages/{page_id}/analytics/timeseries': {
    id: 'analyticsTimeseries',
    tagged: 'read',
    summary: 'Read what visits did, over time',
    description:
      'An item for every hour, day, week (from Monday) or month of the time zone that touches the range, at most 1,000. The first and the last count only visits of the range. `total` has the numbers of the whole range: rates and means cannot be added up. All filters together must hold.',
    answer: answerOf(Timeseries, 'The steps.', seriesExample),
    errors: ['audience_not_found', 'too_many_values'],
  },
  'GET /v0/pages/{page_id}/analytics/breakdown': {
    id: 'analyticsBreakdown',
    tagged: 'read',
    summary: 'Read what visits did, by campaign, referrer, country, device or path',
    description:
      'An item for each value that visits had, most visits first unless `sort` says otherwise. `value` is null for visits whose value is unknown. Items and `other` of an answer add up to all visits of the range, also with `query` and on later pages. All filters together must hold.',
    answer: breakdownAnswer,
    errors: ['audience_not_found', 'too_many_values'],
  },
  'GET /v0/pages/{page_id}/analytics/breakdowns': {
    id: 'analyticsBreakdowns',
    tagged: 'read',
    summary: 'Read what visits did, by several dimensions',
    description:
      'The first values of each dimension, as `analytics/breakdown` has them. `nextCursor` goes on there, with the same filters and `sort`. Costs the rows of as many breakdowns, in one round trip, or one for each if they have no room together.',
    answer: breakdownsAnswer,
    errors: ['audience_not_found', 'too_many_values'],
  },
  'GET /v0/analytics/pages': {
    id: 'pageAnalytics',
    tagged: 'read',
    summary: 'Read what visits did, by page',
    description:
      'An item for each page that had visits, most visits first unless `sort` says otherwise. Items and `other` add up to `total`. All filters together must hold.',
    answer: answerOf(PageAnalyticsList, 'The pages.', {
      items: [{ pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe', ...examples.shown }],
      other: null,
      total: examples.shown,
    }),
    errors: ['too_many_values'],
  },
  'GET /v0/analytics/audiences': {
    id: 'workspaceAudiences',
    tagged: 'read',
    summary: 'Read what visits did, by audience, of all pages',
    description:
      'An item for each audience that had visits, also archived ones, most visits first unless `sort` says otherwise. Items and `other` of an answer, which has the visits of no audience too, add up to `total`, also on later pages. An audience has `pageId`, `name`, `pageName` and `archivedAt` as long as it exists. Two round trips. All filters together must hold.',
    answer: answerOf(WorkspaceAudienceList, 'The audiences.', {
      items: [
        {
          audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
          pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
          name: 'Retail',
          pageName: 'Pricing',
          archivedAt: null,
          ...examples.shown,
        },
      ],
      ...whole,
      total: examples.shown,
      comparison: {
        pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
        pageName: 'Pricing',
        first: {
          audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
          name: 'Retail',
          totalSessions: 154,
          conversionCount: 11,
        },
        against: {
          audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xf',
          name: 'Logistics',
          totalSessions: 105,
          conversionCount: 4,
        },
        comparedCount: 2,
        pValue: 0.29,
        isMoreThanChance: false,
        startDate: null,
        endDate: null,
      },
    }),
    errors: ['too_many_values'],
  },
  'GET /v0/analytics/breakdown': {
    id: 'workspaceBreakdown',
    tagged: 'read',
    summary: 'Read what visits did, by campaign, referrer, country, device or path, of all pages',
    description: "As a page's `analytics/breakdown`, for all pages together.",
    answer: breakdownAnswer,
    errors: ['too_many_values'],
  },
  'GET /v0/analytics/breakdowns': {
    id: 'workspaceBreakdowns',
    tagged: 'read',
    summary: 'Read what visits did, by several dimensions, of all pages',
    description: "As a page's `analytics/breakdowns`, for all pages together.",
    answer: breakdownsAnswer,
    errors: ['too_many_values'],
  },
  'GET /v0/analytics/timeseries': {
    id: 'workspaceTimeseries',
    tagged: 'read',
    summary: 'Read what visits did over time, of all pages',
    description:
      'An item for every hour, day, week (from Monday) or month of the time zone that touches the range, at most 1,000. The first and the last count only visits of the range. `pages` has the visits of the most visited pages in each step. All filters together must hold.',
    answer: answerOf(WorkspaceTimeseries, 'The steps.', {
      ...seriesExample,
      pages: [
        {
          pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
          totalSessions: [examples.shown.totalSessions],
        },
      ],
    }),
    errors: ['too_many_values'],
  },
  'GET /v0/analytics/accounts': {
    id: 'accountAnalytics',
    tagged: 'read',
    summary: 'Read which companies came, and what they did',
    description:
      'An item for each account with visits in the range. A visit belongs to the account of its recipient, whom its audience was made for, and to the account of the person who sent its form: to both if they differ, and to the account that the person was linked to at the visit. `unknown` has the visits of no account. Visits from before migration 0034, and visits that retention has removed, are unknown. With `interval`, each item has `series`: its sessions in every step of the time zone that touches the range, at most 1,000, of which the first and the last count only sessions of the range. With `details`, each has its `pages` and its `latestVisit`, with `records` its `account`. All filters together must hold.',
    answer: answerOf(AccountAnalyticsList, 'The accounts.', {
      items: [{ accountId: 'account_01kafz8q6tf7n9t3cwh2k5v4xe', ...visitorExample, peopleCount: 3 }],
      ...visitorsExample,
    }),
    errors: ['page_not_found', 'too_many_values'],
  },
  'GET /v0/analytics/persons': {
    id: 'personAnalytics',
    tagged: 'read',
    summary: 'Read who came, and what they did',
    description: 'As `analytics/accounts`, for each recipient and sender of a form.',
    answer: answerOf(PersonAnalyticsList, 'The persons.', {
      items: [{ personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe', ...visitorExample }],
      ...visitorsExample,
    }),
    errors: ['page_not_found', 'too_many_values'],
  },
});
