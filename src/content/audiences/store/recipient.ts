import { type SQL, sql } from 'drizzle-orm';
import type { Bindings } from '../../../config/bindings.ts';
import { counter } from '../../../db/counters.ts';
import { dayMs } from '../../../lib/durations.ts';
import { accountOf } from '../../../people/accounts/store/internal.ts';
import { audiences } from '../../tables/pages.ts';

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

interface Visit {
  pageId: SQL;
  audienceId: SQL;
  startedAt: SQL;
}

const forgottenBefore = sql`coalesce((${counter('recipients_forgotten_before')}), 0)`;

/** The condition that a visit began before visits that have lost their recipients. Nobody would clear its own. */
export const isForgotten = (startedAt: SQL): SQL => sql`${startedAt} < ${forgottenBefore}`;

/**
 * The recipient of a visit: the person whom its audience was made for, and the account that this person is linked to now.
 * Both are null for a visit of no such audience, and for one that began before `from`, or before visits that have lost
 * their recipients.
 */
export function recipientOf({ pageId, audienceId, startedAt }: Visit, from: SQL) {
  const person = sql`(select ${audiences.personId} from ${audiences}
    where ${audiences.pageId} = ${pageId} and ${audiences.audienceId} = ${audienceId}
      and ${startedAt} >= max(${from}, ${forgottenBefore}))`;
  return { recipientPersonId: person, recipientAccountId: accountOf(person) };
}
