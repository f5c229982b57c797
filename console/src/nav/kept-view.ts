import { dimensions, dimensionsOfPage } from '../../../src/vocabulary/dimensions.ts';
import { showTimesIn, viewerZone } from '../lib/format.ts';
import { zoneOf } from '../lib/usual-zone.ts';
import type { Query } from './router.ts';
import { type Screen, screens } from './screens.ts';

const rangeNames = ['range', 'from', 'to', 'zone', 'compare', 'compareFrom', 'compareTo'];
/** The filters of visits that mean the same on all pages. */
const filterNames = [...dimensions.filter((name) => !dimensionsOfPage.includes(name)), 'unknown', 'not'];

const some = (query: Query, names: string[]): Query =>
  Object.fromEntries(names.map((name) => [name, query[name]]));

const has = (screen: Screen | undefined, what: 'hasRange' | 'hasFilters') =>
  screen !== undefined && what in screens[screen];

let latest: { range: Query; filters: Query } = { range: {}, filters: {} };

/**
 * Keeps the range and the filters of an address that is shown. Of a screen without a range, the one before is kept. A
 * screen without filters ends them: its figures are of all visits, and so is where its links lead. A screen has one time
 * zone: that of its range, or the viewer's.
 */
export function keepView({ screen, query }: { screen: Screen | undefined; query: Query }): void {
  latest = {
    range: has(screen, 'hasRange') ? some(query, rangeNames) : latest.range,
    filters: has(screen, 'hasFilters') ? some(query, filterNames) : {},
  };
  showTimesIn(has(screen, 'hasRange') ? zoneOf(query.zone) : viewerZone);
}

/** The range and the filters that a link to a screen takes along, if the screen has them. */
export const keptView = (screen: Screen): Query => ({
  ...(has(screen, 'hasRange') && latest.range),
  ...(has(screen, 'hasFilters') && latest.filters),
});
