import { type SQL, sql } from 'drizzle-orm';
import { counter } from '../../../db/counters.ts';
import { accountOf } from '../../../people/accounts/store/internal.ts';
import { audiences } from '../../tables/audiences.ts';

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
