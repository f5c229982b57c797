import type { AudienceComparison } from '@footfall/client';
import { number } from '../lib/format.ts';

/** A comparison that may be chance, in numbers: "too close to call: 11 of 154 against 4 of 105". */
export function tooClose({ first, against }: Pick<AudienceComparison, 'first' | 'against'>): string {
  const [one, other] = [first, against].map(
    ({ conversionCount, totalSessions }) => `${number(conversionCount)} of ${number(totalSessions)}`,
  );
  return `too close to call: ${one} against ${other}`;
}
