import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { fullMetadata } from './metadata.ts';
import { Page, PageList, PageRead } from './schemas.ts';

const metadata = { title: 'Pricing', description: 'What Northwind costs.', robots: ['index' as const] };
export const pageExample: Page = {
  pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
  title: 'Pricing',
  url: 'https://northwind.example/pricing',
  metadata: fullMetadata(metadata),
  fields: [
    {
      name: 'hero',
      label: 'Headline',
      kind: 'text',
      default: 'Prices that grow with you',
      maxLength: 80,
      help: 'One sentence, without a full stop.',
      removedAt: null,
    },
  ],
  audiencesCount: 3,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const answer = answerOf(Page, 'The page.', pageExample);

export const pageOperations = operationsOf('Pages', {
  'POST /v0/pages': {
    id: 'createPage',
    summary: 'Create a page',
    example: {
      title: 'Pricing',
      url: 'https://northwind.example/pricing',
      metadata,
      fields: [{ name: 'hero', label: 'Headline', kind: 'text', maxLength: 80 }],
    },
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: ['page_conflict'],
  },
  'GET /v0/pages': {
    id: 'listPages',
    summary: 'List pages, newest first',
    answer: pageOf(PageList, 'A page of pages.', pageExample),
  },
  'GET /v0/pages/{page_id}': {
    id: 'getPage',
    summary: 'Read a page',
    answer: answerOf(PageRead, 'The page.', {
      ...pageExample,
      foundFields: [{ name: 'hero', lastSeenOn: '2026-11-28' }],
    }),
    tagged: 'read',
  },
  'PATCH /v0/pages/{page_id}': {
    id: 'updatePage',
    summary: 'Change a page',
    example: {
      title: 'Prices',
      metadata: { description: '' },
      fields: [{ name: 'hero', label: 'Headline', kind: 'text', maxLength: 80 }],
      discardFields: ['button'],
    },
    answer,
    tagged: 'write',
    errors: ['page_conflict', 'fields_mismatch', 'fields_full'],
  },
});
