import { and, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { idleTime, longestSession } from '../audience-sessions/lifetime.ts';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { audiences } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import { insertEach } from '../db/statements.ts';
import { formIdentifiers, namedForms } from './form.ts';
import { formStatements } from './form-store.ts';
import type { Visit, VisitMessage } from './schemas.ts';

const table = audienceSessions;
type Row = typeof table.$inferInsert;

/** What a form submit says of who submitted it. */
function formOf({ formSubmit: form }: Visit) {
  if (!form) return { formState: 0 };
  const [sender] = formIdentifiers(form);
  return {
    formState: sender ? 2 : 1,
    formSubmissionId: form.formSubmissionId,
    formSubmissionEmail: form.email,
    formSubmissionPhone: form.phone,
    formSubmissionIdentifier: sender?.key,
    formSubmissionIdentifierType: sender?.type,
  };
}

/** The row of a session of which this beacon is the only one. */
function toRow({ receivedAt, visit }: VisitMessage): Row {
  const { elapsedMs, clicksCount, maxScrollDepthPercentage, formSubmit: _, ...fields } = visit;
  // The visitor's clock may be wrong: a session began as long ago as it says, and the least delayed beacon knows best.
  const sessionStartedAt = receivedAt - elapsedMs;
  return {
    ...fields,
    ...formOf(visit),
    computationStatus: 'pending',
    totalClicksCount: clicksCount,
    maxScrollDepth: Math.round(maxScrollDepthPercentage * 100),
    sessionStartedAt,
    closeAt: sessionStartedAt + visit.activeMs + idleTime,
  };
}

const told = (column: SQLiteColumn) => sql.raw(`excluded.${column.name}`);

/** Whether the form of the session named somebody who is erased: what says who that was does not come back. */
const isErased = sql`(${table.formState} = 2 and ${table.formSubmissionIdentifier} is null)`;

/** How a column takes what another beacon tells; each way is commutative, associative and idempotent. */
const ways = {
  least: (column: SQLiteColumn) => ({
    merged: sql`min(${column}, ${told(column)})`,
    changes: sql`${told(column)} < ${column}`,
  }),
  most: (column: SQLiteColumn) => ({
    merged: sql`coalesce(max(${column}, ${told(column)}), ${told(column)})`,
    changes: sql`(${column} is null or ${told(column)} > ${column})`,
  }),
  /** All beacons of a session tell the same, or nothing. */
  first: (column: SQLiteColumn) => ({
    merged: sql`coalesce(${column}, ${told(column)})`,
    changes: sql`(${column} is null and ${told(column)} is not null)`,
  }),
  /** As `first`, but for what an erasure has cleared. */
  unlessErased: (column: SQLiteColumn) => ({
    merged: sql`case when ${isErased} then ${column} else coalesce(${column}, ${told(column)}) end`,
    changes: sql`(${column} is null and ${told(column)} is not null and not ${isErased})`,
  }),
  /** Who was of an audience once stays so. */
  unlessAttributed: (column: SQLiteColumn) => ({
    merged: sql`case when coalesce(${table.audienceId}, excluded.audience_id) is null then coalesce(${column}, ${told(column)}) end`,
    changes: sql`(${table.audienceId} is null and ${column} is null and ${told(column)} is not null)`,
  }),
  /** Once closed, a session has failed as long as it has no audience but wanted one. */
  closed: (column: SQLiteColumn) => ({
    merged: sql`case when ${column} = 'pending' then ${column}
      when coalesce(${table.audienceId}, excluded.audience_id) is null
        and coalesce(${table.failure}, excluded.failure) is not null then 'failed'
      else 'completed' end`,
    changes: sql`false`,
  }),
  /** The fields of a form go together: of one with an identifier before one without. */
  form: (column: SQLiteColumn) => ({
    merged: sql`case when excluded.form_state > ${table.formState} then ${told(column)} else ${column} end`,
    changes: sql`excluded.form_state > ${table.formState}`,
  }),
};

const mergedBy: Partial<Record<keyof Row, keyof typeof ways>> = {
  sessionStartedAt: 'least',
  activeMs: 'most',
  engagedMs: 'most',
  maxScrollDepth: 'most',
  totalClicksCount: 'most',
  questionsAskedCount: 'most',
  hasConversion: 'most',
  audienceId: 'first',
  failure: 'unlessAttributed',
  computationStatus: 'closed',
  pageTitle: 'unlessErased',
  pageUrl: 'unlessErased',
  utmCampaign: 'unlessErased',
  utmContent: 'unlessErased',
  utmMedium: 'unlessErased',
  utmSource: 'unlessErased',
  utmTerm: 'unlessErased',
  formState: 'form',
  formSubmissionId: 'form',
  formSubmissionEmail: 'form',
  formSubmissionPhone: 'form',
  formSubmissionIdentifier: 'form',
  formSubmissionIdentifierType: 'form',
};
const merges = Object.entries(mergedBy).map(([name, way]) => ({
  name,
  ...ways[way](table[name as keyof Row]),
}));

/**
 * The condition that a beacon is of the session whose id it names: they begin less than the longest session apart.
 * Ids come from anyone.
 */
const isSame = sql`${table.pageId} = excluded.page_id
  and abs(excluded.session_started_at - ${table.sessionStartedAt}) < ${longestSession}`;

/**
 * Merges visits into their sessions and writes the logs of forms, in one batch. What is told again changes
 * nothing, in whatever order it comes. A visit of no page of ours, or one so old that sessions of its time are
 * removed, is dropped; one of an audience that its page has not is a visit of the page, and fails.
 */
export async function mergeVisits(db: Database, messages: VisitMessage[]): Promise<void> {
  const item = (name: keyof Row) => sql`(item.value ->> ${sql.raw(`'${name}'`)})`;
  const isAudience = sql`${audiences.pageId} = ${item('pageId')} and ${audiences.audienceId} = ${item('audienceId')}`;
  const audienceId = sql`(select ${audiences.audienceId} from ${audiences} where ${isAudience})`;
  const failure: SQL = sql`case when ${item('audienceId')} is not null and ${audienceId} is null
    then 'The page has no audience ' || ${item('audienceId')} || ': this is a visit of the page alone.' end`;
  const removedBefore = counterOf(db, 'sessions_removed_before');
  await db.batch([
    insertEach(
      db,
      table,
      JSON.stringify(messages.map(toRow)),
      and(
        sql`exists (select 1 from ${pages} where ${pages.pageId} = ${item('pageId')})`,
        // Beacons of one session disagree on its beginning by less than a session may last.
        sql`${item('sessionStartedAt')} >= coalesce(nullif(${removedBefore}, 0) + ${longestSession}, 0)`,
      ),
      { audienceId, failure },
    ).onConflictDoUpdate({
      target: table.analyticsSessionId,
      set: Object.fromEntries(merges.map(({ name, merged }) => [name, merged])),
      setWhere: sql`${isSame} and ${or(...merges.map(({ changes }) => changes))}`,
    }),
    ...namedForms(messages).flatMap((named) => formStatements(db, named)),
  ]);
}
