import { minuteMs } from '../../lib/durations.ts';

/** How long, in milliseconds, a version may wait for the queue before the cron sends its message again. */
export const firstResendAfter = 5000;

/** How long, in milliseconds, the cron does not resend a version after a worker or the cron had it. */
export const nextResendAfter = minuteMs;
