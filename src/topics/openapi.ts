import * as z from 'zod';
import type { Operations } from '../http/openapi.ts';
import { ListQuery } from '../http/page.ts';
import { idParameter } from '../http/schemas.ts';
import {
  Topic,
  TopicCreate,
  TopicDeleted,
  TopicEntry,
  TopicEntryCreate,
  TopicEntryDeleted,
  TopicEntryList,
  TopicEntryUpdate,
  TopicList,
  TopicUpdate,
} from './schemas.ts';

const times = { createdAt: '2026-11-21T09:30:00.000Z', updatedAt: '2026-11-21T09:30:00.000Z' };
const deletedAt = '2026-11-21T10:00:00.000Z';
const content = { type: 'question', content: 'What does a seat cost, and what for a hundred?' };
const entryExample: TopicEntry = {
  topicEntryId: 'topic_entry_01kafz8q6tf7n9t3cwh2k5v4xe',
  topicId: 'topic_01kafz8q6tf7n9t3cwh2k5v4xe',
  sortOrder: 1,
  content,
  ...times,
};
const { topicId, topicEntryId } = entryExample;
const fields = { title: 'Pricing', purpose: 'What visitors ask about prices.', isDefault: true };
const topicExample: Topic = { topicId, ...fields, sortOrder: 1, ...times, entries: [entryExample] };

const topicPath = z.object({ topic_id: idParameter('topic') });
const entryPath = topicPath.extend({ topic_entry_id: idParameter('topic_entry') });
const tag = 'Topics';
const pageOfOne = { hasMore: false, nextCursor: null, totalCount: 1 };
const answer = { status: 200, schema: Topic, example: topicExample, description: 'The topic.' } as const;
const entryAnswer = {
  status: 200,
  schema: TopicEntry,
  example: entryExample,
  description: 'The entry.',
} as const;

export const topicOperations: Operations = {
  'GET /v0/topics': {
    id: 'listTopics',
    tag,
    summary: 'List topics with their entries, by sort order, then id',
    scope: 'read',
    query: ListQuery,
    answer: {
      status: 200,
      schema: TopicList,
      example: { items: [topicExample], ...pageOfOne },
      description: 'A page of topics.',
    },
  },
  'POST /v0/topics': {
    id: 'createTopic',
    tag,
    summary: 'Create a topic',
    addition: true,
    scope: 'write',
    body: { schema: TopicCreate, example: fields },
    answer: { ...answer, status: 201, example: { ...topicExample, entries: [] } },
    tagged: 'made',
  },
  'GET /v0/topics/{topic_id}': {
    id: 'getTopic',
    tag,
    summary: 'Read a topic with its entries',
    addition: true,
    scope: 'read',
    path: topicPath,
    answer,
    tagged: 'read',
    errors: ['topic_not_found'],
  },
  'PATCH /v0/topics/{topic_id}': {
    id: 'updateTopic',
    tag,
    summary: 'Change a topic',
    addition: true,
    scope: 'write',
    path: topicPath,
    body: { schema: TopicUpdate, example: { title: 'Prices', sortOrder: 1.5 } },
    answer: { ...answer, example: { ...topicExample, title: 'Prices', sortOrder: 1.5 } },
    tagged: 'write',
    errors: ['topic_not_found'],
  },
  'DELETE /v0/topics/{topic_id}': {
    id: 'deleteTopic',
    tag,
    summary: 'Delete a topic with its entries',
    description: 'A second call changes nothing and answers the same.',
    addition: true,
    scope: 'write',
    path: topicPath,
    answer: {
      status: 200,
      schema: TopicDeleted,
      example: { topicId, deletedAt },
      description: 'Which topic is deleted, and since when.',
    },
    tagged: 'write',
    errors: ['topic_not_found'],
  },
  'GET /v0/topics/{topic_id}/entries': {
    id: 'listTopicEntries',
    tag,
    summary: 'List the entries of a topic, by sort order, then id',
    scope: 'read',
    path: topicPath,
    query: ListQuery,
    answer: {
      status: 200,
      schema: TopicEntryList,
      example: { items: [entryExample], ...pageOfOne },
      description: 'A page of entries.',
    },
    errors: ['topic_not_found'],
  },
  'POST /v0/topics/{topic_id}/entries': {
    id: 'createTopicEntry',
    tag,
    summary: 'Add an entry to a topic, which takes at most 100',
    addition: true,
    scope: 'write',
    path: topicPath,
    body: { schema: TopicEntryCreate, example: { content } },
    answer: { ...entryAnswer, status: 201 },
    tagged: 'made',
    errors: ['topic_not_found', 'topic_full'],
  },
  'GET /v0/topics/{topic_id}/entries/{topic_entry_id}': {
    id: 'getTopicEntry',
    tag,
    summary: 'Read an entry of a topic',
    addition: true,
    scope: 'read',
    path: entryPath,
    answer: entryAnswer,
    tagged: 'read',
    errors: ['topic_not_found', 'topic_entry_not_found'],
  },
  'PATCH /v0/topics/{topic_id}/entries/{topic_entry_id}': {
    id: 'updateTopicEntry',
    tag,
    summary: 'Change an entry of a topic',
    addition: true,
    scope: 'write',
    path: entryPath,
    body: { schema: TopicEntryUpdate, example: { content: { type: 'faq' } } },
    answer: { ...entryAnswer, example: { ...entryExample, content: { ...content, type: 'faq' } } },
    tagged: 'write',
    errors: ['topic_not_found', 'topic_entry_not_found'],
  },
  'DELETE /v0/topics/{topic_id}/entries/{topic_entry_id}': {
    id: 'deleteTopicEntry',
    tag,
    summary: 'Delete an entry of a topic',
    description: 'A second call changes nothing and answers the same.',
    addition: true,
    scope: 'write',
    path: entryPath,
    answer: {
      status: 200,
      schema: TopicEntryDeleted,
      example: { topicId, topicEntryId, deletedAt },
      description: 'Which entry is deleted, and since when.',
    },
    tagged: 'write',
    errors: ['topic_not_found', 'topic_entry_not_found'],
  },
};
