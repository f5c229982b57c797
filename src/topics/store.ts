import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { topics } from '../db/schema/topics.ts';
import { insertWhere, isCurrent } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { type ListScope, type Page, toPage } from '../lib/page.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { toTimestamp } from '../lib/time.ts';
import { entriesJson, fromJson } from './embedded-store.ts';
import { decodePosition, encodePosition, isBehind, nextSortOrder } from './order-store.ts';
import type { Topic, TopicCreate, TopicDeleted, TopicUpdate } from './schemas.ts';

type Row = typeof topics.$inferSelect & { entries: string };
const scope: ListScope = ['topics'];

const toTopic = (row: Row): Topic => ({
  topicId: row.topicId,
  title: row.title,
  purpose: row.purpose,
  sortOrder: row.sortOrder,
  isDefault: row.isDefault,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  entries: fromJson(row.entries),
});
const toTagged = (row: Row): Tagged<Topic> => ({ value: toTopic(row), etag: String(row.revision) });

/** A SELECT of topics with their entries. */
const selectTopics = (db: Database) =>
  db.select({ ...getTableColumns(topics), entries: entriesJson.as('entries') }).from(topics);
const selectTopic = (db: Database, topicId: string) => selectTopics(db).where(eq(topics.topicId, topicId));

/** A SELECT of a topic's state, to ride along in a batch. */
export const selectTopicState = (db: Database, topicId: string) =>
  db
    .select({ revision: topics.revision, entriesCount: topics.entriesCount, deletedAt: topics.deletedAt })
    .from(topics)
    .where(eq(topics.topicId, topicId));

/** The condition that the topic exists, is not deleted and meets `condition`. */
export const isTopic = (topicId: string, condition?: SQL): SQL =>
  sql`exists (select 1 from ${topics}
    where ${and(eq(topics.topicId, topicId), isNull(topics.deletedAt), condition)})`;

/** Throws `topic_not_found` for a row that is not there. */
function foundOrThrow<T>(row: T | undefined): T {
  if (!row) throw new FootfallError('topic_not_found', 'There is no topic with this id.');
  return row;
}

/** Throws `topic_not_found` for a row that is not there or deleted. */
export const topicOrThrow = <T extends Pick<Row, 'deletedAt'>>(row: T | undefined): T =>
  foundOrThrow(row?.deletedAt === null ? row : undefined);

/** Creates a topic, the last one unless told where. */
export async function createTopic(db: Database, input: TopicCreate): Promise<Tagged<Topic>> {
  const topicId = newId('topic');
  const now = Date.now();
  const row = {
    topicId,
    title: input.title,
    purpose: input.purpose,
    sortOrder: input.sortOrder ?? nextSortOrder(topics, topics.sortOrder, isNull(topics.deletedAt)),
    isDefault: input.isDefault,
    entriesCount: 0,
    revision: 1,
    writeId: newId('write'),
    createdAt: now,
    updatedAt: now,
  };
  const [, [created]] = await db.batch([
    insertWhere(db, topics, row, undefined, topics.topicId),
    selectTopic(db, topicId),
  ]);
  return toTagged(foundOrThrow(created));
}

/** Topics by sort order, then id, each with its entries. */
export async function listTopics(db: Database, limit: number, cursor?: string): Promise<Page<Topic>> {
  const after = cursor === undefined ? undefined : decodePosition(scope, cursor, 'topic');
  const [rows, [total]] = await db.batch([
    selectTopics(db)
      .where(and(isNull(topics.deletedAt), after && isBehind(topics.sortOrder, topics.topicId, after)))
      .orderBy(asc(topics.sortOrder), asc(topics.topicId))
      .limit(limit + 1),
    counterOf(db, 'topics'),
  ]);
  return toPage(rows.map(toTopic), limit, total?.value ?? 0, (last) =>
    encodePosition(scope, { sortOrder: last.sortOrder, id: last.topicId }),
  );
}

export async function getTopicOrThrow(db: Database, topicId: string): Promise<Tagged<Topic>> {
  const [[row]] = await db.batch([selectTopic(db, topicId)]);
  return toTagged(topicOrThrow(row));
}

/** Changes the fields given. Throws `topic_not_found`, `precondition_failed`. */
export async function updateTopic(
  db: Database,
  topicId: string,
  patch: TopicUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Topic>> {
  if (Object.keys(patch).length === 0) {
    const unchanged = await getTopicOrThrow(db, topicId);
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const writeId = newId('write');
  const [, [row]] = await db.batch([
    db
      .update(topics)
      .set({ ...patch, revision: sql`${topics.revision} + 1`, writeId, updatedAt: Date.now() })
      .where(and(eq(topics.topicId, topicId), isNull(topics.deletedAt), isCurrent(topics.revision, ifMatch))),
    selectTopic(db, topicId),
  ]);
  const topic = toTagged(topicOrThrow(row));
  if (row?.writeId !== writeId) assertMatch(topic.etag, ifMatch);
  return topic;
}

/** Deletes a topic with its entries; a second call changes nothing. Throws `topic_not_found`, `precondition_failed`. */
export async function deleteTopic(
  db: Database,
  topicId: string,
  ifMatch: IfMatch,
): Promise<Tagged<TopicDeleted>> {
  const now = Date.now();
  const [, [row]] = await db.batch([
    db
      .update(topics)
      .set({ deletedAt: now, revision: sql`${topics.revision} + 1` })
      .where(and(eq(topics.topicId, topicId), isNull(topics.deletedAt), isCurrent(topics.revision, ifMatch))),
    selectTopicState(db, topicId),
  ]);
  const { deletedAt, revision } = foundOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { topicId, deletedAt: toTimestamp(deletedAt ?? now) }, etag };
}
