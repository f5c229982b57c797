import { sql } from 'drizzle-orm';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import { hourMs } from '../../../lib/durations.ts';
import { accounts } from '../../../people/tables/accounts.ts';
import { persons } from '../../../people/tables/persons.ts';

const { sessionStartedAt, recipientPersonId, personId, recipientAccountId, accountId } = audienceSessions;

/** What has a latest visit, and the columns of a session that may name it: as the recipient and as the sender. */
const visited = {
  persons: { table: persons, id: persons.personId, named: [recipientPersonId, personId] },
  accounts: { table: accounts, id: accounts.accountId, named: [recipientAccountId, accountId] },
} as const;

interface NoteParams {
  /** The ids of sessions, as a JSON array. */
  ids: Param<string>;
  now: Param<number>;
}

/**
 * Moves the latest visits of a table to the starts of sessions. A row is written once an hour at most, because it costs
 * its entry in an index too. An UPDATE pays for each row that its WHERE lets pass, even if the value stays.
 */
const noteVisits = statement(({ ids, now }: NoteParams, of: keyof typeof visited) => {
  const { table, id, named } = visited[of];
  const { latestVisitAt } = table;
  const [recipient, sender] = named;
  const visit = sql`(select visitor.value as id, min(max(${sessionStartedAt}), ${now}) as at
    from json_each(${ids}) as item cross join ${audienceSessions}
      cross join json_each(json_array(${recipient}, ${sender})) as visitor
    where ${audienceSessions.analyticsSessionId} = item.value and coalesce(${recipient}, ${sender}) is not null
      and visitor.value is not null
    group by visitor.value)`;
  return sql`update ${table} set ${sql.identifier(latestVisitAt.name)} = visit.at from ${visit} as visit
    where ${id} = visit.id and ${latestVisitAt} <= visit.at - ${sql.raw(String(hourMs))}`;
});

/**
 * Statements that note sessions as visits of their recipients and senders, and of the accounts of that time. They come
 * behind all that writes the sessions. A start after `now` counts as `now`. Repeated, or in another order, they leave a
 * time that is at most an hour before the latest start.
 */
export function noteLatestVisits(ids: readonly string[], now: number): Bound[] {
  if (ids.length === 0) return [];
  const params = { ids: JSON.stringify(ids), now };
  return [noteVisits(params, 'persons'), noteVisits(params, 'accounts')];
}
