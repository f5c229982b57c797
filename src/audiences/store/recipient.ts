import { type SQL, sql } from 'drizzle-orm';
import { accountOf } from '../../accounts/store/internal.ts';
import { audiences } from '../../db/tables/audiences.ts';

/**
 * The recipient of a visit: the person whom its audience was made for, and the account that this person is linked to now.
 * Both are null for a visit of no such audience, and if `isKept` is 0.
 */
export function recipientOf(pageId: SQL, audienceId: SQL, isKept: SQL) {
  const person = sql`(select ${audiences.personId} from ${audiences}
    where ${isKept} and ${audiences.pageId} = ${pageId} and ${audiences.audienceId} = ${audienceId})`;
  return { recipientPersonId: person, recipientAccountId: accountOf(person) };
}
