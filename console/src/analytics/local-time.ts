import { localOf } from '../../../src/lib/time-zone.ts';
import { firstMoment } from './days.ts';

/** An instant as a field for date and time has it, by the clocks of a zone: 2026-11-22T14:30. */
export const localTime = (instant: string | number, zone: string): string =>
  new Date(localOf(new Date(instant).getTime(), zone)).toISOString().slice(0, 16);

/** The instant that a field for date and time means in a zone. A text that is no time stays as it is. */
export function instantIn(local: string, zone: string): string {
  const [date = '', time = ''] = local.split('T');
  return Number.isNaN(Date.parse(`${local}Z`)) ? local : firstMoment(date, zone, time.slice(0, 5));
}
