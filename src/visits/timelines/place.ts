import { type CursorBinding, damagedCursor, decodeCursor, encodeCursor } from '../../lib/cursor.ts';

/** The kinds of items in a timeline. */
export const timelineKinds = ['log', 'visit', 'publish'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

// A timeline is in the order of time, kind and id, each from the greatest to the least.

/** The place of an item in a timeline. */
export interface TimelinePlace {
  at: number;
  kind: TimelineKind;
  id: string;
}

/** The place in a cursor. Throws `invalid_cursor`. */
export function decodeTimelinePlace(binding: CursorBinding, cursor: string): TimelinePlace {
  const [, at, kind, id] =
    /^(\d{1,15})\.(log|visit|publish)\.(.+)$/s.exec(decodeCursor(binding, cursor)) ?? [];
  if (at === undefined || kind === undefined || id === undefined) throw damagedCursor();
  return { at: Number(at), kind: kind as TimelineKind, id };
}

/** A cursor to the items behind a place. */
export const encodeTimelinePlace = (binding: CursorBinding, { at, kind, id }: TimelinePlace): string =>
  encodeCursor(binding, `${at}.${kind}.${id}`);

/** Where the items of a kind go on that are behind a place and before a time: items of an earlier time or a lesser id. */
export function behind(place: TimelinePlace | undefined, end: number, kind: TimelineKind) {
  if (!place || place.at >= end) return { at: end, id: '' };
  const { at, id } = place;
  if (place.kind === kind) return { at, id };
  return { at: kind < place.kind ? at + 1 : at, id: '' };
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Compares places for a sort, the latest first. Visits of one time stay in SQLite's order. */
export const latestFirst = (a: TimelinePlace, b: TimelinePlace): number =>
  b.at - a.at || compare(b.kind, a.kind) || (a.kind === 'visit' ? 0 : compare(b.id, a.id));
