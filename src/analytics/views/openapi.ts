import { answerOf, deletionOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { View, ViewDeleted, ViewList } from './schemas.ts';

const example: View = {
  viewId: 'view_01kafz8q6tf7n9t3cwh2k5v4xe',
  name: 'Newsletter in Germany',
  address: '/?country=DE&utmSource=newsletter',
  author: 'zoe@northwind.example',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const { viewId, name, address } = example;
const answer = answerOf(View, 'The view.', example);

export const viewOperations = operationsOf('Views', {
  'GET /v0/views': {
    id: 'listViews',
    summary: 'List views, by name',
    description: 'Case and accents do not matter for the order.',
    answer: pageOf(ViewList, 'A page of views.', example),
  },
  'POST /v0/views': {
    id: 'createView',
    summary: 'Save a view of the console, of which a workspace has at most 1,000',
    description: 'Everybody in the workspace sees it. The author follows from the key of the request.',
    example: { name, address },
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: ['name_taken', 'views_full'],
  },
  'GET /v0/views/{view_id}': {
    id: 'getView',
    summary: 'Read a view',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/views/{view_id}': {
    id: 'updateView',
    summary: 'Rename a view, or give it another address',
    description: 'It keeps its author.',
    example: { address: '/?country=AT&utmSource=newsletter' },
    answer: { ...answer, example: { ...example, address: '/?country=AT&utmSource=newsletter' } },
    tagged: 'write',
    errors: ['name_taken'],
  },
  'DELETE /v0/views/{view_id}': {
    id: 'deleteView',
    summary: 'Delete a view, so that its name is free',
    ...deletionOf('view', ViewDeleted, { viewId, deletedAt: '2026-11-21T10:00:00.000Z' }),
  },
});
