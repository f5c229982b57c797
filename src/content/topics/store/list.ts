import { and, asc, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom } from '../../../lib/cursor.ts';
import { topics } from '../../tables/topics.ts';
import { positionKey, positionOf } from '../position.ts';
import type { Topic } from '../schemas.ts';
import { isBehind, type PositionParams } from './sort-order.ts';
import { topicRecord } from './with-entries.ts';

const binding: CursorBinding = ['topics'];

const selectTopics = statement(({ after, take }: PositionParams) =>
  build
    .select(topicRecord.columns)
    .from(topics)
    .where(and(isNull(topics.deletedAt), isBehind(topics.sortOrder, topics.topicId, after)))
    .orderBy(asc(topics.sortOrder), asc(topics.topicId))
    .limit(take),
);

/** Topics by sort order, then id, each with its entries. */
export async function listTopics(db: Database, listing: Listing): Promise<List<Topic>> {
  const [rows, [total]] = await db.batch([
    selectTopics(positionOf(binding, listing, 'topic')),
    selectCounter({}, 'topics'),
  ]);
  return listFrom(
    binding,
    listing,
    rows,
    total?.value ?? 0,
    ({ sortOrder, topicId }) => positionKey({ sortOrder, id: topicId }),
    topicRecord.toItem,
  );
}
