import type { PersonLog } from '@footfall/client';
import { CopyButton } from '../../kit/copy.tsx';
import { Json } from '../../kit/json.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';

/** Fields that name the event, its time or an id: they say little to a reader. So do addresses of email. */
const dull = /(?:^|_)(?:id|event|type|time|timestamp|uuid|url)$|[a-z](?:Id|At|Url)$|_at$/;

/** The texts and numbers of a payload, also one level below. */
const leavesOf = (payload: Record<string, unknown>): [name: string, value: unknown][] =>
  Object.entries(payload).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : [[name, value]],
  );

/** What a payload says, in a line: its first texts and numbers. */
export const excerptOf = (payload: Record<string, unknown>): string =>
  leavesOf(payload)
    .filter(
      ([name, value]) =>
        /^(?:string|number|boolean)$/.test(typeof value) && !dull.test(name) && !String(value).includes('@'),
    )
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${String(value).slice(0, 100)}`)
    .join(' · ');

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
