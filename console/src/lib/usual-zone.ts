import { isTimeZone } from '../../../src/lib/time-zone.ts';
import { viewerZone } from './format.ts';

const name = 'footfall.zone';

/** The zone where an address names none: the one that was chosen last in this browser, or the computer's. */
export function usualZone(): string {
  const kept = localStorage.getItem(name);
  return kept !== null && isTimeZone(kept) ? kept : viewerZone;
}

/** The zone that an address names, or the usual one. */
export const zoneOf = (named: string | undefined): string =>
  named && isTimeZone(named) ? named : usualZone();

/** Keeps a zone for the next visit. */
export function keepZone(zone: string): void {
  if (zone === viewerZone) localStorage.removeItem(name);
  else localStorage.setItem(name, zone);
}

/** The time zones that can be chosen, UTC first. */
export const zones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
