import { FootfallError } from './errors.ts';

/** A resource that was read, and the entity tag of its state (RFC 9110, 8.8.3), without quotes. */
export interface Tagged<T> {
  value: T;
  etag: string;
}

/** The entity tags of `If-Match`, one of which must be current. Undefined for a write without a condition. */
export type IfMatch = string[] | undefined;

/** Stands before the part of an entity tag that follows from visits. */
const visitMark = '~';

/** The entity tag of a state with a number that changes with visits, such as the time of the latest; 0 for none. */
export const taggedVisit = (etag: string, number: number): string =>
  number === 0 ? etag : `${etag}${visitMark}${number}`;

/** An entity tag without its visit: a visit is no reason to refuse a write. */
export const withoutVisit = (etag: string): string => etag.split(visitMark, 1).join();

/** Throws `precondition_failed` unless the write has no condition or `etag` meets it (RFC 9110, 13.1.1). */
export function assertMatch(etag: string, ifMatch: IfMatch): void {
  if (ifMatch === undefined || ifMatch.map(withoutVisit).includes(withoutVisit(etag))) return;
  throw new FootfallError('precondition_failed', 'It has changed since it was read; read it again.', {
    currentETag: `"${etag}"`,
  });
}

/** The result of a write that changes nothing. Throws `precondition_failed` as `assertMatch` does. */
export function matched<T>(read: Tagged<T>, ifMatch: IfMatch): Tagged<T> {
  assertMatch(read.etag, ifMatch);
  return read;
}
