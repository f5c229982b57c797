import { FootfallError } from './errors.ts';

/** What was read, and the entity tag of that state of it (RFC 9110, 8.8.3), without its quotes. */
export interface Tagged<T> {
  value: T;
  etag: string;
}

/** The entity tags of which a write wants one to be current; undefined for a write without a condition. */
export type IfMatch = string[] | undefined;

/** Throws `precondition_failed` unless the write has no condition or `etag` meets it (RFC 9110, 13.1.1). */
export function assertMatch(etag: string, ifMatch: IfMatch): void {
  if (ifMatch === undefined || ifMatch.includes(etag)) return;
  throw new FootfallError('precondition_failed', 'It has changed since it was read; read it again.', {
    currentETag: `"${etag}"`,
  });
}

/** What was read, for a write that changes nothing. Throws `precondition_failed` as `assertMatch`. */
export function matched<T>(read: Tagged<T>, ifMatch: IfMatch): Tagged<T> {
  assertMatch(read.etag, ifMatch);
  return read;
}
