import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/** The first 8 bytes of the SHA-256 of a text in UTF-8. */
const hashOf = (text: string) => hash('sha256', text, 'buffer').subarray(0, 8).toString('base64url');

/** What stands for somebody in a test, the same on any machine: a hash of both with a colon between them. */
export const unitOf = (experimentId: string, who: string): string => hashOf(`${experimentId}:${who}`);

/**
 * What stands for a session in a test, or among all of an audience. The slash keeps it apart from visitors: their text may
 * be anything, and so may the id of a session.
 */
export const unitOfSession = (ofId: string, sessionId: string): string => hashOf(`${ofId}/${sessionId}`);

const bytesOf = (unit: string) => Buffer.from(unit, 'base64url');

/** The first 32 bits of a unit as a number, from which the arm of its visitor follows. */
export const pointOf = (unit: string): number => bytesOf(unit).readUInt32BE(0);

/** In which of 64 rows a unit is, by bits that say nothing of its arm: so a flood of one row is not one of one arm. */
export const bucketOf = (unit: string): number => bytesOf(unit).readUInt8(7) % 64;

/** The number of the arm with a share of the weights, from 0 up to 1. */
export function armAt(share: number, weights: readonly number[]): number {
  const sumTo = (place: number) => weights.slice(0, place).reduce((sum, weight) => sum + weight, 0);
  const at = Math.floor(share * sumTo(weights.length));
  return weights.findIndex((_, place) => at < sumTo(place + 1));
}

/** The number of a visitor's arm, and the unit that stands for them: see docs/developers/experiments.md. */
export function placeOf(experimentId: string, visitor: string, weights: readonly number[]) {
  const unit = unitOf(experimentId, visitor);
  return { arm: armAt(pointOf(unit) / 2 ** 32, weights), unit };
}

/** What stands for the address of a visitor in a test: 4 characters, which many addresses have. */
export const addressIn = (experimentId: string, address: string): string =>
  unitOf(experimentId, address).slice(0, 4);
