import { sql } from 'drizzle-orm';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import { hourMs } from '../../../lib/durations.ts';
import { accounts } from '../../../people/tables/accounts.ts';
import {
  bucketOf,
  latestVisitOf,
  latestVisits,
  type Visitors,
} from '../../../people/tables/latest-visits.ts';
import { persons } from '../../../people/tables/persons.ts';

const { sessionStartedAt, recipientPersonId, personId, recipientAccountId, accountId } = audienceSessions;

/** Whom a session names, as the recipient and as the sender: first the persons, then the accounts. */
const named = sql`json_array(${recipientPersonId}, ${personId}, ${recipientAccountId}, ${accountId})`;
const isPerson = 'visitor.key < 2';

interface NoteParams {
  /** The ids of sessions, as a JSON array. */
  ids: Param<string>;
  now: Param<number>;
}

/**
 * Moves the latest visits of persons and accounts to the starts of sessions that began an hour later at least. All are in
 * one row, which is written once an hour at most for each that came.
 */
const noteVisits = statement(({ ids, now }: NoteParams) => {
  const { kind, block, visits } = latestVisits;
  const both = (of: (kind: Visitors, seq: string) => string) =>
    sql.raw(`iif(${isPerson}, ${of('persons', 'persons.seq')}, ${of('accounts', 'accounts.seq')})`);
  const came = sql`select ${both(bucketOf)} as bucket, ${both((_, seq) => seq)} as seq,
      ${both(latestVisitOf)} as latest, min(max(${sessionStartedAt}), ${now}) as at
    from json_each(${ids}) as item cross join ${audienceSessions} cross join json_each(${named}) as visitor
      left join ${persons} on ${sql.raw(isPerson)} and ${persons.personId} = visitor.value
      left join ${accounts} on not (${sql.raw(isPerson)}) and ${accounts.accountId} = visitor.value
    where ${audienceSessions.analyticsSessionId} = item.value
      and coalesce(${recipientPersonId}, ${personId}, ${recipientAccountId}, ${accountId}) is not null
      and visitor.value is not null
    group by visitor.value`;
  return sql`insert into ${latestVisits} (kind, block, visits)
    select 'recent', 0, jsonb_group_object(bucket, moved) from (
      select bucket, jsonb_group_object(seq, at) as moved from (${came})
      where seq is not null and latest <= at - ${sql.raw(String(hourMs))} group by bucket
    ) having count(*) > 0
    on conflict (${sql.identifier(kind.name)}, ${sql.identifier(block.name)})
    do update set visits = jsonb_patch(${visits}, excluded.visits)`;
});

/**
 * Statements that note sessions as visits of their recipients and senders, and of the accounts of that time. They come
 * behind all that writes the sessions. A start after `now` counts as `now`. Repeated, or in another order, they leave a
 * time that is at most an hour before the latest start.
 */
export const noteLatestVisits = (ids: readonly string[], now: number): Bound[] =>
  ids.length === 0 ? [] : [noteVisits({ ids: JSON.stringify(ids), now })];
