import { link, parse, type Query } from './router.ts';
import { type NavigationScreen, type Screen, screens } from './screens.ts';

const names = ['range', 'from', 'to', 'zone', 'compare', 'compareFrom', 'compareTo'];

/** What an address says about range, zone and comparison. */
export const rangeIn = (query: Query): Query => Object.fromEntries(names.map((name) => [name, query[name]]));

const hasRange = (screen: Screen | undefined) => screen !== undefined && 'hasRange' in screens[screen];

let latest: Query = {};

/** The query of the range that is on the screen, or was last. */
export function latestRange(): Query {
  const { screen, query } = parse(location.hash);
  if (hasRange(screen)) latest = rangeIn(query);
  return latest;
}

/** The address of a screen of the navigation. If it has a range, it is that of the screen before. */
export function onward(screen: NavigationScreen): string {
  const kept = latestRange();
  return link(screen, {}, hasRange(screen) ? kept : {});
}
