import * as z from 'zod/mini';
import { operationsOf } from '../../http/openapi/document.ts';
import { VisitAnswer } from './schemas.ts';

export const visitOperations = operationsOf('Visits', {
  'POST /v0/visits': {
    id: 'collectVisit',
    summary: 'Tell what a visit has come to',
    description:
      'Sent by the tracker, again and again with totals so far; they are merged, so that beacons may be lost, doubled or late. From a browser only for the origins of websites of the workspace, and those in `VISIT_ORIGINS`. The answer names a page that does not exist.',
    example: {
      analyticsSessionId: '5f0c8a52-9b1e-4d67-8a3f-2c41d70e9b18',
      pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
      audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
      elapsedMs: 131_000,
      activeMs: 131_000,
      engagedMs: 94_200,
      maxScrollDepthPercentage: 87.5,
      clicksCount: 3,
      questionsAskedCount: 1,
      hasConversion: false,
      pageTitle: 'Pricing for Northwind',
      pageUrl: 'https://northwind.example/pricing?utm_source=newsletter',
      utmSource: 'newsletter',
      referrer: 'news.example',
    },
    answer: {
      status: 202,
      schema: VisitAnswer,
      example: { accepted: true },
      description:
        'It is on the queue, or excluded, or its visitor asks not to be tracked. While the database does not answer, the key is verified later.',
    },
    errors: ['origin_not_allowed', 'queue_unavailable'],
  },
  'GET /visit.js': {
    id: 'getTracker',
    summary: 'The tracker, for a script tag',
    answer: {
      schema: z.string().check(z.maxLength(20_000)),
      mediaType: 'text/javascript',
      example: '(()=>{…})()',
      description: 'The script.',
      headers: ['Cache-Control'],
    },
  },
});
