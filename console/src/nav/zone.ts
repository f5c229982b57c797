import { viewerZone } from '../lib/format.ts';
import { keepZone } from '../lib/usual-zone.ts';
import { here, type Query } from './router.ts';

/** The address of this screen in another zone, with other changes, and keeps the zone for the next visit. */
export function inZone(zone: string, changes: Query = {}): string {
  keepZone(zone);
  return here({ ...changes, zone: zone === viewerZone ? undefined : zone });
}
