import { hash } from 'node:crypto';

/**
 * The hash of a test and a visitor, from which the visitor's arm and unit follow on any machine: SHA-256 of both with a
 * colon between them, in UTF-8.
 */
const hashOf = (experimentId: string, visitor: string) =>
  hash('sha256', `${experimentId}:${visitor}`, 'buffer');

/** The number of the arm with a share of the weights, from 0 up to 1. */
export function armAt(share: number, weights: readonly number[]): number {
  const sumTo = (place: number) => weights.slice(0, place).reduce((sum, weight) => sum + weight, 0);
  const at = Math.floor(share * sumTo(weights.length));
  return weights.findIndex((_, place) => at < sumTo(place + 1));
}

/** The number of a visitor's arm, and the unit that stands for them: see docs/developers/experiments.md. */
export function placeOf(experimentId: string, visitor: string, weights: readonly number[]) {
  const digest = hashOf(experimentId, visitor);
  return {
    arm: armAt(digest.readUInt32BE(0) / 2 ** 32, weights),
    unit: digest.subarray(8, 16).toString('base64url'),
  };
}

/** The unit of a session of which no visitor is known. */
export const unitOfSession = (experimentId: string, sessionId: string): string =>
  placeOf(experimentId, sessionId, [1]).unit;

/** What stands for the address of a visitor in a test: 4 characters, which many addresses have. */
export const addressIn = (experimentId: string, address: string): string =>
  placeOf(experimentId, address, [1]).unit.slice(0, 4);

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** In which of 64 rows a unit is. */
export const bucketOf = (unit: string): number => digits.indexOf(unit.charAt(0));
