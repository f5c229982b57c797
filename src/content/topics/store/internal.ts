import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { topics } from '../../tables/topics.ts';

/** Selects a topic's state, within a batch. */
export const selectTopicState = statement(({ topicId }: { topicId: Param<string> }) =>
  build
    .select({ revision: topics.revision, entriesCount: topics.entriesCount, deletedAt: topics.deletedAt })
    .from(topics)
    .where(eq(topics.topicId, topicId)),
);

/** The condition that a row is this topic and not deleted. */
export const isLive = (topicId: Param<string>) => and(eq(topics.topicId, topicId), isNull(topics.deletedAt));

/** The condition that the topic exists, is not deleted and meets `condition`. */
export const topicExists = (topicId: Param<string>, condition?: SQL): SQL =>
  existsIn(topics, and(isLive(topicId), condition));

/** Throws `topic_not_found` when there is no row. */
export const topicOrThrow = orThrow('topic_not_found', 'There is no topic with this id.');

/** Throws `topic_not_found` when there is no row or the topic is deleted. */
export const liveTopicOrThrow = <T extends { deletedAt: number | null }>(row: T | undefined): T =>
  topicOrThrow(row?.deletedAt === null ? row : undefined);
