import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import { TopicCreate, TopicEntryCreate, TopicEntryUpdate, TopicUpdate } from './schemas.ts';
import { createEntry, deleteEntry, getEntryOrThrow, listEntries, updateEntry } from './store/entries.ts';
import { createTopic, listTopics, topicRecord } from './store/topics.ts';

/** Names an entry by its path parameters. */
const entryOf = (params: { topic_id: string; topic_entry_id: string }) => ({
  topicId: params.topic_id,
  topicEntryId: params.topic_entry_id,
});

export const topicRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listTopics(c.var.db, c.req.valid('query')));
  })
  .post('/', scope('write'), body(TopicCreate), async (c) => {
    return tagged(c, await createTopic(c.var.db, c.req.valid('json')), 201);
  })
  .get('/:topic_id', scope('read'), async (c) => {
    return tagged(c, await topicRecord.get(c.var.db, c.req.param('topic_id')));
  })
  .patch('/:topic_id', scope('write'), body(TopicUpdate), async (c) => {
    return tagged(
      c,
      await topicRecord.update(c.var.db, c.req.param('topic_id'), c.req.valid('json'), ifMatch(c)),
    );
  })
  .delete('/:topic_id', scope('write'), async (c) => {
    return tagged(c, await topicRecord.remove(c.var.db, c.req.param('topic_id'), ifMatch(c)));
  })
  .get('/:topic_id/entries', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listEntries(c.var.db, c.req.param('topic_id'), c.req.valid('query')));
  })
  .post('/:topic_id/entries', scope('write'), body(TopicEntryCreate), async (c) => {
    return tagged(c, await createEntry(c.var.db, c.req.param('topic_id'), c.req.valid('json')), 201);
  })
  .get('/:topic_id/entries/:topic_entry_id', scope('read'), async (c) => {
    return tagged(c, await getEntryOrThrow(c.var.db, entryOf(c.req.param())));
  })
  .patch('/:topic_id/entries/:topic_entry_id', scope('write'), body(TopicEntryUpdate), async (c) => {
    const entry = entryOf(c.req.param());
    return tagged(c, await updateEntry(c.var.db, entry, c.req.valid('json'), ifMatch(c)));
  })
  .delete('/:topic_id/entries/:topic_entry_id', scope('write'), async (c) => {
    return tagged(c, await deleteEntry(c.var.db, entryOf(c.req.param()), ifMatch(c)));
  });
