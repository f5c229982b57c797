import type { PersonLog } from '@footfall/client';
import { CopyButton } from '../../kit/copy.tsx';
import { Json } from '../../kit/json.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { excerptOf } from './excerpt.ts';

/** A log in a timeline. Its payload unfolds. */
export function logItem({ personLogId, createdAt, source, type, payload }: PersonLog): TimelineItem {
  const excerpt = excerptOf(payload);
  return {
    id: personLogId,
    at: createdAt,
    title: <b>{type}</b>,
    note: (
      <>
        {source}
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
