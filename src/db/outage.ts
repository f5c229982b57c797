import { type ErrorCode, FootfallError } from '../lib/errors.ts';

const codes = new Set<ErrorCode>(['database_unavailable', 'database_not_migrated']);

/**
 * Whether an error is one that D1 has for every request now, whatever it contains. It is no failure of a version, a
 * delivery or a visit: they wait until D1 is back.
 */
export const isOutage = (error: unknown): boolean => error instanceof FootfallError && codes.has(error.code);
