import type { PersonLog } from '@footfall/client';
import { CopyButton } from '../../kit/copy.tsx';
import { Json } from '../../kit/json.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { excerptOf } from './excerpt.ts';

/** When a log happened, for the note beside it. It stands in the timeline where it was received, as in the API. */
export const happenedAt = (occurredAt: string | null): string =>
  occurredAt === null ? '' : ` · happened ${dayAndTime(occurredAt)}`;

/** A log in a timeline. Its payload unfolds. */
export function logItem(log: PersonLog): TimelineItem {
  const { personLogId, createdAt, occurredAt, source, type, payload } = log;
  const excerpt = excerptOf(payload);
  return {
    id: personLogId,
    at: createdAt,
    title: <b>{type}</b>,
    note: (
      <>
        {source}
        {happenedAt(occurredAt)}
        {excerpt && <span class="excerpt">{excerpt}</span>}
      </>
    ),
    details: (
      <>
        <Json value={payload} />
        <CopyButton text={personLogId} label={personLogId} what="id" />
      </>
    ),
  };
}
