import type { Database } from '../../../../db/client.ts';
import type { Tagged } from '../../../../lib/precondition.ts';
import type { TopicEntry } from '../../schemas.ts';
import { liveTopicOrThrow, selectTopicState } from '../internal.ts';
import { type EntryPath, liveEntryOrThrow, selectEntry, toTagged } from './internal.ts';

/** An entry. Throws `topic_not_found`, `topic_entry_not_found`. */
export async function getEntryOrThrow(db: Database, path: EntryPath): Promise<Tagged<TopicEntry>> {
  const [[topic], [row]] = await db.batch([selectTopicState(path), selectEntry(path)]);
  liveTopicOrThrow(topic);
  return toTagged(liveEntryOrThrow(row));
}
