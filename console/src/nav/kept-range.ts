import type { Query } from './router.ts';
import { type Screen, screens } from './screens.ts';

const names = ['range', 'from', 'to', 'zone', 'compare', 'compareFrom', 'compareTo'];

/** What an address says about range, zone and comparison. */
export const rangeIn = (query: Query): Query => Object.fromEntries(names.map((name) => [name, query[name]]));

const hasRange = (screen: Screen | undefined) => screen !== undefined && 'hasRange' in screens[screen];

let latest: Query = {};

/** Keeps the range of an address that is shown. Of a screen without a range, the one before is kept. */
export function keepRange({ screen, query }: { screen: Screen | undefined; query: Query }): void {
  if (hasRange(screen)) latest = rangeIn(query);
}

/** The range that a link to a screen takes along, if the screen has one. */
export const keptRange = (screen: Screen): Query => (hasRange(screen) ? latest : {});
