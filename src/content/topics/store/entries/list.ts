import { and, asc } from 'drizzle-orm';
import type { Database } from '../../../../db/client.ts';
import { build, type Param, statement } from '../../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom } from '../../../../lib/cursor.ts';
import { topicEntries } from '../../../tables/topics.ts';
import { positionKey, positionOf } from '../../position.ts';
import type { TopicEntry } from '../../schemas.ts';
import { liveTopicOrThrow, selectTopicState } from '../internal.ts';
import { isBehind, type PositionParams } from '../sort-order.ts';
import { entryColumns, isLiveOf, toTopicEntry } from './internal.ts';

const selectEntries = statement(({ topicId, after, take }: PositionParams & { topicId: Param<string> }) =>
  build
    .select(entryColumns)
    .from(topicEntries)
    .where(and(isLiveOf(topicId), isBehind(topicEntries.sortOrder, topicEntries.topicEntryId, after)))
    .orderBy(asc(topicEntries.sortOrder), asc(topicEntries.topicEntryId))
    .limit(take),
);

/** Entries of a topic by sort order, then id. Throws `topic_not_found`. */
export async function listEntries(
  db: Database,
  topicId: string,
  listing: Listing,
): Promise<List<TopicEntry>> {
  const binding: CursorBinding = ['topic_entries', topicId];
  const [rows, [topic]] = await db.batch([
    selectEntries({ topicId, ...positionOf(binding, listing, 'topic_entry') }),
    selectTopicState({ topicId }),
  ]);
  return listFrom(
    binding,
    listing,
    rows,
    liveTopicOrThrow(topic).entriesCount,
    ({ sortOrder, topicEntryId }) => positionKey({ sortOrder, id: topicEntryId }),
    toTopicEntry,
  );
}
