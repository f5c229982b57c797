import { dateFormat, type Time, viewerZone } from './format.ts';

/** A day of the week: Monday. */
export const weekday = (time: Time, zone = viewerZone): string =>
  dateFormat(zone, { weekday: 'long' }).format(new Date(time));
