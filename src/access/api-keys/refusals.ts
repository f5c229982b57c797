import { FootfallError, type Violation } from '../../lib/errors.ts';
import { toTimestampOrNull } from '../../lib/time.ts';

/** The only answer to a well-formed key that is not valid here, so that it reveals no reason. */
export const unknownKey = (): FootfallError =>
  new FootfallError('invalid_api_key', 'The API key is unknown, revoked or expired.');

const bound = (end: number | null) => `${toTimestampOrNull(end)}, when the key of this request ends`;

/** The violation of a new key that would end later than the key that makes it, which ends at `end`. */
export const endsTooLate = (end: number | null): Violation => ({
  in: 'body',
  path: 'expiresAt',
  code: 'too_large',
  message: `must not be later than ${bound(end)}`,
});

/** The violation of a key that cannot be rotated, because its successor would end later than `end`. */
export const livesLonger = (end: number | null): Violation => ({
  in: 'path',
  path: 'api_key_id',
  code: 'too_large',
  message: `must be a key that does not end later than ${bound(end)}`,
});
