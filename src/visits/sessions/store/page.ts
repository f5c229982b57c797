import { type CursorBinding, encodeCursor } from '../../../lib/cursor.ts';
import type { AudienceSessionList } from '../schemas.ts';
import { toSession } from './internal.ts';
import { keyOf, placeBefore } from './select.ts';

type Row = Parameters<typeof toSession>[0];

interface Page {
  limit: number;
  binding: CursorBinding;
  now: number;
  total: number;
  /** If others begin before it, when the oldest session began that was looked for. */
  oldest?: number | undefined;
}

/** A page of a list of sessions, from rows that were selected with one more than it has. */
export function pageOf(rows: Row[], { limit, binding, now, total, oldest }: Page): AudienceSessionList {
  const items = rows.slice(0, limit);
  const place = oldest === undefined ? undefined : placeBefore(oldest);
  const last = rows.length > limit ? items.at(-1) : place;
  return {
    items: items.map((row) => toSession(row, now)),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, keyOf(last)) : null,
    totalCount: total,
  };
}
