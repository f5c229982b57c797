import { answerOf, createdOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { RefusedOriginList, Website, WebsiteDeleted, WebsiteList } from './schemas.ts';

const websiteExample: Website = {
  websiteId: 'website_01kafz8q6tf7n9t3cwh2k5v4xe',
  origin: 'https://shop.northwind.example',
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const websiteOperations = operationsOf('Websites', {
  'POST /v0/websites': {
    id: 'createWebsite',
    summary: 'Allow the browsers of a website to send visits',
    description:
      'With the keys of this workspace, from about ten seconds later. A workspace has at most 100 websites.',
    example: { origin: 'https://shop.northwind.example' },
    answer: createdOf(Website, 'The website.', websiteExample),
    errors: ['origin_taken', 'websites_full'],
  },
  'GET /v0/websites': {
    id: 'listWebsites',
    summary: 'List websites, newest first',
    description: 'The origins in `VISIT_ORIGINS` may send visits too, and are not in the list.',
    answer: pageOf(WebsiteList, 'A page of websites.', websiteExample),
  },
  'GET /v0/websites/refused': {
    id: 'listRefusedOrigins',
    summary: 'List origins whose visits were refused, and pages that do not exist, latest first',
    description:
      'Of the last 7 UTC days, with a valid key of this workspace; without origins that are allowed by now, and pages that exist by now. A day keeps the first 20 origins, and the first 20 pages. Anyone can send any with the key of a page.',
    answer: answerOf(RefusedOriginList, 'All of them.', {
      items: [
        {
          origin: 'https://blog.northwind.example',
          requestsCount: 12,
          lastRefusedAt: '2026-11-21T09:30:00.000Z',
        },
      ],
      missedPaths: { missedCount: 12, slowedCount: 0, latestAt: '2026-11-21T09:30:00.000Z' },
      unknownPages: [
        {
          pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4x0',
          requestsCount: 4,
          lastSentAt: '2026-11-21T09:30:00.000Z',
        },
      ],
    }),
  },
  'DELETE /v0/websites/{website_id}': {
    id: 'deleteWebsite',
    summary: 'Refuse the visits of a website',
    description: 'Within a minute. Visits that were counted stay. A second call changes nothing.',
    answer: answerOf(WebsiteDeleted, 'Which website is deleted, and since when.', {
      websiteId: websiteExample.websiteId,
      deletedAt: '2026-11-21T10:00:00.000Z',
    }),
  },
});
