import { answerOf, deletionOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { Topic, TopicDeleted, TopicEntry, TopicEntryDeleted, TopicEntryList, TopicList } from './schemas.ts';

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

const answer = answerOf(Topic, 'The topic.', topicExample);
const entryAnswer = answerOf(TopicEntry, 'The entry.', entryExample);

export const topicOperations = operationsOf('Topics', {
  'GET /v0/topics': {
    id: 'listTopics',
    specified: true,
    summary: 'List topics with their entries, by sort order, then id',
    answer: pageOf(TopicList, 'A page of topics.', topicExample),
  },
  'POST /v0/topics': {
    id: 'createTopic',
    summary: 'Create a topic',
    example: fields,
    answer: { ...answer, status: 201, example: { ...topicExample, entries: [] } },
    tagged: 'made',
  },
  'GET /v0/topics/{topic_id}': {
    id: 'getTopic',
    summary: 'Read a topic with its entries',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/topics/{topic_id}': {
    id: 'updateTopic',
    summary: 'Change a topic',
    example: { title: 'Prices', sortOrder: 1.5 },
    answer: { ...answer, example: { ...topicExample, title: 'Prices', sortOrder: 1.5 } },
    tagged: 'write',
  },
  'DELETE /v0/topics/{topic_id}': {
    id: 'deleteTopic',
    summary: 'Delete a topic with its entries',
    ...deletionOf('topic', TopicDeleted, { topicId, deletedAt }),
  },
  'GET /v0/topics/{topic_id}/entries': {
    id: 'listTopicEntries',
    specified: true,
    summary: 'List the entries of a topic, by sort order, then id',
    answer: pageOf(TopicEntryList, 'A page of entries.', entryExample),
  },
  'POST /v0/topics/{topic_id}/entries': {
    id: 'createTopicEntry',
    summary: 'Add an entry to a topic, which takes at most 50',
    example: { content },
    answer: { ...entryAnswer, status: 201 },
    tagged: 'made',
    errors: ['topic_full'],
  },
  'GET /v0/topics/{topic_id}/entries/{topic_entry_id}': {
    id: 'getTopicEntry',
    summary: 'Read an entry of a topic',
    answer: entryAnswer,
    tagged: 'read',
  },
  'PATCH /v0/topics/{topic_id}/entries/{topic_entry_id}': {
    id: 'updateTopicEntry',
    summary: 'Change an entry of a topic',
    example: { content: { type: 'faq' } },
    answer: { ...entryAnswer, example: { ...entryExample, content: { ...content, type: 'faq' } } },
    tagged: 'write',
  },
  'DELETE /v0/topics/{topic_id}/entries/{topic_entry_id}': {
    id: 'deleteTopicEntry',
    summary: 'Delete an entry of a topic',
    ...deletionOf('entry', TopicEntryDeleted, { topicId, topicEntryId, deletedAt }),
  },
});
