import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { longestSession } from '../../analytics/lifetime.ts';
import { clearMerged } from '../../analytics/store/clear.ts';
import { recipientOf } from '../../audiences/store/recipient.ts';
import type { Database } from '../../db/client.ts';
import { counter } from '../../db/counters.ts';
import { insertEach } from '../../db/insert.ts';
import { existsIn, itemField } from '../../db/sql.ts';
import { type Param, statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { pages } from '../../db/tables/pages.ts';
import { audienceSessions, mayNamePerson } from '../../db/tables/sessions.ts';
import type { LeftOutVisit } from '../../left-out/reasons.ts';
import { countLeftOut } from '../../left-out/store/count.ts';
import { getErasureSecret } from '../../persons/store/erasure-secret.ts';
import { namedForms } from '../form.ts';
import type { QueueMessage } from '../schemas.ts';
import { formStatements } from './form.ts';
import { type NewSession, toRow } from './row.ts';

const table = audienceSessions;

const reported = (column: SQLiteColumn) => sql.raw(`excluded.${column.name}`);

/**
 * The condition that the form of the session named a person who is erased. Columns that name the person then stay
 * empty.
 */
const isErased = sql`(${table.formState} = 2 and ${table.formSubmissionIdentifier} is null)`;

/**
 * How a column merges the value of another visit. Each way is commutative, associative and idempotent. (A start is not
 * among them: the order of visits may change it by less than `leastMove`.)
 */
const ways = {
  /** Either may be null: the column of an imported session, and the value of a tracker that did not count it yet. */
  most: (column: SQLiteColumn) => ({
    merged: sql`coalesce(max(${column}, ${reported(column)}), ${reported(column)}, ${column})`,
    changes: sql`(${reported(column)} is not null and (${column} is null or ${reported(column)} > ${column}))`,
  }),
  /** The first value that a visit reports. All visits of a session report the same value, or none. */
  first: (column: SQLiteColumn) => ({
    merged: sql`coalesce(${column}, ${reported(column)})`,
    changes: sql`(${column} is null and ${reported(column)} is not null)`,
  }),
  /** As `first`, but a column that an erasure has cleared stays null. */
  unlessErased: (column: SQLiteColumn) => ({
    merged: sql`case when ${isErased} then ${column} else coalesce(${column}, ${reported(column)}) end`,
    changes: sql`(${column} is null and ${reported(column)} is not null and not ${isErased})`,
  }),
  /** As `first`, but null once the session has an audience. */
  unlessAttributed: (column: SQLiteColumn) => ({
    merged: sql`case when coalesce(${table.audienceId}, excluded.audience_id) is null then coalesce(${column}, ${reported(column)}) end`,
    changes: sql`(${table.audienceId} is null and ${column} is null and ${reported(column)} is not null)`,
  }),
  /** The columns of a form change together. A form with an identifier replaces one without. */
  form: (column: SQLiteColumn) => ({
    merged: sql`case when excluded.form_state > ${table.formState} then ${reported(column)} else ${column} end`,
    changes: sql`excluded.form_state > ${table.formState}`,
  }),
};

const mergedBy: Partial<Record<keyof NewSession, keyof typeof ways>> = {
  activeMs: 'most',
  engagedMs: 'most',
  maxScrollDepth: 'most',
  totalClicksCount: 'most',
  questionsAskedCount: 'most',
  hasConversion: 'most',
  failure: 'unlessAttributed',
  ...Object.fromEntries(mayNamePerson.map((name) => [name, 'unlessErased' as const])),
  country: 'first',
  device: 'first',
  browser: 'first',
  formState: 'form',
  formSubmissionId: 'form',
  formSubmissionEmail: 'form',
  formSubmissionPhone: 'form',
  formSubmissionIdentifier: 'form',
  formSubmissionIdentifierType: 'form',
};
const merges = Object.entries(mergedBy).map(([name, way]) => ({
  name,
  ...ways[way](table[name as keyof NewSession]),
}));

/**
 * The condition that a visit belongs to the session with its id: they began less than the longest session apart.
 * Anyone can send any id.
 */
const isSame = sql`${table.pageId} = excluded.page_id
  and abs(excluded.session_started_at - ${table.sessionStartedAt}) < ${longestSession}`;

/**
 * The condition that no session is removed to which a visit with this start may belong: visits of one session may
 * differ in its start, by less than the longest session.
 */
const isKept = (start: SQL) =>
  sql`${start} >= coalesce(nullif(${counter('sessions_removed_before')}, 0) + ${longestSession}, 0)`;

interface MergeParams {
  /** Rows of sessions, as a JSON array. */
  rows: Param<string>;
  /** 1 if sessions have recipients. */
  hasRecipients: Param<number>;
}

/** Merges rows into the sessions with the same ids. */
const upsertSessions = statement(({ rows, hasRecipients }: MergeParams) => {
  const field = itemField<NewSession>;
  const isAudience = sql`${audiences.pageId} = ${field('pageId')} and ${audiences.audienceId} = ${field('audienceId')}`;
  const audienceId = sql`(select ${audiences.audienceId} from ${audiences} where ${isAudience})`;
  const failure: SQL = sql`case when ${field('audienceId')} is not null and ${audienceId} is null
    then 'The page has no audience ' || ${field('audienceId')} || ': this is a visit of the page alone.' end`;
  return insertEach(
    table,
    rows,
    and(existsIn(pages, eq(pages.pageId, field('pageId'))), isKept(field('sessionStartedAt'))),
    { audienceId, failure, ...recipientOf(field('pageId'), field('audienceId'), hasRecipients) },
  ).onConflictDoUpdate({
    target: table.analyticsSessionId,
    set: Object.fromEntries(merges.map(({ name, merged }) => [name, merged])),
    setWhere: sql`${isSame} and ${or(...merges.map(({ changes }) => changes))}`,
  });
});

/** What decides whether a message is counted as left out. */
function leftOutOf(message: QueueMessage): LeftOutVisit {
  const { receivedAt } = message;
  if ('visit' in message) {
    const { analyticsSessionId, pageId } = message.visit;
    return { analyticsSessionId, pageId, receivedAt, reason: null };
  }
  const { analyticsSessionId, pageId, reason } = message;
  return { analyticsSessionId, pageId, receivedAt, reason };
}

/** The least that a start moves, in milliseconds: each move writes the indexes of the session. */
const leastMove = 1000;

/**
 * Moves sessions to an earlier start, and gives them an audience that a visit reports, with its recipient. The start is
 * apart because an UPDATE writes an index of each column that it names, even if the value stays.
 */
const moveSessions = statement(({ rows, hasRecipients }: MergeParams) => {
  const field = itemField<NewSession>;
  const { analyticsSessionId: id, sessionStartedAt: start } = table;
  const isEarlier = sql`${field('sessionStartedAt')} <= ${start} - ${sql.raw(String(leastMove))}`;
  const moved = sql`(select ${id} as id, min(iif(${isEarlier}, ${field('sessionStartedAt')}, ${start})) as started_at, max(${audiences.audienceId}) as audience_id
    from json_each(${rows}) as item cross join ${table}
      left join ${audiences} on ${audiences.pageId} = ${table.pageId} and ${audiences.audienceId} = ${field('audienceId')}
    where ${id} = ${field('analyticsSessionId')} and ${table.pageId} = ${field('pageId')}
      and abs(${field('sessionStartedAt')} - ${start}) < ${longestSession}
      and ${isKept(field('sessionStartedAt'))}
      and (${isEarlier} or ${table.audienceId} is null and ${audiences.audienceId} is not null)
    group by ${id})`;
  const recipient = recipientOf(sql`${table.pageId}`, sql`moved.audience_id`, hasRecipients);
  const ifNew = (column: SQLiteColumn, value: SQL) =>
    sql`iif(${table.audienceId} is null, ${value}, ${column})`;
  return sql`update ${table} set session_started_at = moved.started_at,
      audience_id = coalesce(${table.audienceId}, moved.audience_id),
      recipient_person_id = ${ifNew(table.recipientPersonId, recipient.recipientPersonId)},
      recipient_account_id = ${ifNew(table.recipientAccountId, recipient.recipientAccountId)},
      failure = iif(coalesce(${table.audienceId}, moved.audience_id) is null, ${table.failure}, null)
    from ${moved} as moved where ${id} = moved.id`;
});

/**
 * Merges visits into their sessions, counts those that are left out and writes the logs of forms, in one batch, after
 * it has read a secret if there are forms. A message that is delivered again, in any order, changes nothing. A visit
 * is left out when its page does not exist. It is dropped when sessions of its time have been removed. A visit with an
 * audience that the page does not have counts for the page only, and its session fails. Without `hasRecipients`, no
 * session gets a recipient.
 */
export async function mergeVisits(
  db: Database,
  messages: QueueMessage[],
  { hasRecipients = true }: { hasRecipients?: boolean } = {},
): Promise<void> {
  const visits = messages.filter((message) => 'visit' in message);
  const merge = { rows: JSON.stringify(visits.map(toRow)), hasRecipients: Number(hasRecipients) };
  const forms = namedForms(visits);
  // SQLite cannot compute HMAC. No client waits for this round trip.
  const secret = forms.length > 0 ? await getErasureSecret(db) : '';
  await db.batch([
    ...(visits.length > 0 ? [upsertSessions(merge), moveSessions(merge), clearMerged(merge)] : []),
    countLeftOut(messages.map(leftOutOf)),
    ...forms.flatMap((named) => formStatements(named, secret)),
  ]);
}
