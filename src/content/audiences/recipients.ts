import type { Bindings } from '../../config/bindings.ts';
import { dayMs } from '../../lib/durations.ts';

type Settings = Pick<Bindings, 'RECIPIENTS' | 'RECIPIENT_RETENTION_DAYS'>;

/** Whether recipients can be kept for this number of days. */
export const isRecipientRetention = (days = ''): boolean => /^\d{1,5}$/.test(days);

/** The time before which sessions lose their recipients. 0, which is none, when the days are unset or refused. */
export const recipientsKeptFrom = ({ RECIPIENT_RETENTION_DAYS: days }: Settings, now: number): number =>
  isRecipientRetention(days) ? now - Number(days) * dayMs : 0;

/** The time from which sessions get a recipient: none does if `RECIPIENTS` is set, and not `on`. */
export const recipientsFrom = (settings: Settings, now: number): number =>
  ['', 'on'].includes(settings.RECIPIENTS ?? '')
    ? recipientsKeptFrom(settings, now)
    : Number.MAX_SAFE_INTEGER;
