import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { longestSession } from '../../../analytics/lifetime.ts';
import { clearMerged } from '../../../analytics/store/clear.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import type { Bindings } from '../../../config/bindings.ts';
import { isForgotten, recipientOf, recipientsFrom } from '../../../content/audiences/store/recipient.ts';
import { wasShown } from '../../../content/audiences/store/versions.ts';
import { type FoundReport, noteFound } from '../../../content/pages/store/found.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { existsIn, insertEach, itemField } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { getErasureSecret } from '../../../people/persons/store/erase.ts';
import { type Counted, look } from '../../experiments/store/look.ts';
import { unitStatements, usualVisitors } from '../../experiments/store/units.ts';
import type { LeftOutVisit } from '../../left-out/reasons.ts';
import { countLeftOut } from '../../left-out/store/count.ts';
import { type Landing, landedOn } from '../../page-links/store/landing.ts';
import { noteLatestVisits } from '../../sessions/store/latest-visit.ts';
import { namedForms } from '../form.ts';
import { namesIn } from '../found-fields.ts';
import type { VerifiedMessage, VisitMessage } from '../schemas.ts';
import { merges, type NewSession, toRow } from './columns.ts';
import { formStatements } from './form.ts';

const table = audienceSessions;

/** The condition that a visit is of the session with its id, which anyone can send: they began within a day. */
const isSame = sql`${table.pageId} = excluded.page_id
  and abs(excluded.session_started_at - ${table.sessionStartedAt}) < ${longestSession}`;

/** The condition that no session is removed to which a visit with this start may belong: starts of one differ. */
const isKept = (start: SQL) =>
  sql`${start} >= coalesce(nullif(${counter('sessions_removed_before')}, 0) + ${longestSession}, 0)`;

/** The condition that a version is the one that a visit reports, that it is of the visit's audience, and was shown. */
const isReported = sql`${audienceVersions.versionId} = ${itemField<NewSession>('versionId')}
  and ${audienceVersions.audienceId} = ${audiences.audienceId} and ${wasShown}`;

interface MergeParams {
  /** Rows of sessions, as a JSON array. They have where the visitor landed too, which is no column. */
  rows: Param<string>;
  /** From when on sessions have recipients. */
  recipientsFrom: Param<number>;
}

const upsertSessions = statement(({ rows, recipientsFrom }: MergeParams) => {
  const field = itemField<NewSession>;
  const isAudience = sql`${audiences.pageId} = ${field('pageId')} and ${audiences.audienceId} = ${field('audienceId')}`;
  const audienceId = sql`(select ${audiences.audienceId} from ${audiences} where ${isAudience})`;
  const failure: SQL = sql`case when ${field('audienceId')} is not null and ${audienceId} is null
    then 'The page has no audience ' || ${field('audienceId')} || ': this is a visit of the page alone.' end`;
  return insertEach(
    table,
    rows,
    and(existsIn(pages, eq(pages.pageId, field('pageId'))), isKept(field('sessionStartedAt'))),
    {
      audienceId,
      versionId: sql`(select ${audienceVersions.versionId} from ${audienceVersions} cross join ${audiences}
        where ${isReported} and ${isAudience})`,
      failure,
      pageLinkId: landedOn(field('pageId'), itemField<Landing>),
      ...recipientOf(
        {
          pageId: field('pageId'),
          audienceId: field('audienceId'),
          startedAt: field('sessionStartedAt'),
        },
        recipientsFrom,
      ),
    },
  ).onConflictDoUpdate({
    target: table.analyticsSessionId,
    set: Object.fromEntries(merges.map(({ name, merged }) => [name, merged])),
    setWhere: sql`${isSame} and ${or(...merges.map(({ changes }) => changes))}`,
  });
});

/** What decides whether a message is counted as excluded. */
function leftOutOf(message: VerifiedMessage): LeftOutVisit {
  const { analyticsSessionId, pageId } = 'visit' in message ? message.visit : message;
  const reason = 'visit' in message ? null : message.reason;
  return { analyticsSessionId, pageId, receivedAt: message.receivedAt, reason };
}

/** The least that a start moves, in milliseconds: each move writes the indexes of the session. */
const leastMove = 1000;

/**
 * Moves sessions to an earlier start, and gives them an audience that a visit reports, with its version and recipient. The start is
 * apart because an UPDATE writes an index of each column that it names, even if the value stays.
 */
const moveSessions = statement(({ rows, recipientsFrom }: MergeParams) => {
  const field = itemField<NewSession>;
  const { analyticsSessionId: id, sessionStartedAt: start } = table;
  const isNew = sql`${table.audienceId} is null and ${audiences.audienceId} is not null`;
  const isEarlier = sql`${field('sessionStartedAt')} <= ${start} - ${sql.raw(String(leastMove))}`;
  const key = sql`printf('%09d', item.key)`;
  // The least is of the first audience: its first visit that has a version, or else its first.
  const words = sql`json_array(min(${key}) over (partition by ${id}, ${audiences.audienceId}), ${audienceVersions.versionId} is null, ${key}, ${audiences.audienceId}, ${audienceVersions.versionId})`;
  const found = sql`(select ${id} as id, iif(${isEarlier}, ${field('sessionStartedAt')}, ${start}) as started_at, iif(${isNew}, ${words}, null) as words
    from json_each(${rows}) as item cross join ${table}
      left join ${audiences} on ${audiences.pageId} = ${table.pageId} and ${audiences.audienceId} = ${field('audienceId')}
      left join ${audienceVersions} on ${isNew} and ${isReported}
    where ${id} = ${field('analyticsSessionId')} and ${table.pageId} = ${field('pageId')}
      and abs(${field('sessionStartedAt')} - ${start}) < ${longestSession}
      and ${isKept(field('sessionStartedAt'))}
      and (${isEarlier} or ${isNew}))`;
  const moved = sql`(select id, min(started_at) as started_at, min(words) as words from ${found} group by id)`;
  const recipient = recipientOf(
    {
      pageId: sql`${table.pageId}`,
      audienceId: sql`moved.words ->> 3`,
      startedAt: sql`moved.started_at`,
    },
    recipientsFrom,
  );
  const ifNew = (column: SQLiteColumn, value: SQL) => sql`case
    when ${isForgotten(sql`moved.started_at`)} then null when ${table.audienceId} is null then ${value} else ${column} end`;
  return sql`update ${table} set session_started_at = moved.started_at,
      version_id = coalesce(${table.versionId}, moved.words ->> 4),
      audience_id = coalesce(${table.audienceId}, moved.words ->> 3),
      recipient_person_id = ${ifNew(table.recipientPersonId, recipient.recipientPersonId)},
      recipient_account_id = ${ifNew(table.recipientAccountId, recipient.recipientAccountId)},
      failure = iif(coalesce(${table.audienceId}, moved.words ->> 3) is null, ${table.failure}, null)
    from ${moved} as moved where ${id} = moved.id`;
});

/** Whether a visit may be one of a person: others cost no look at theirs. */
const mayHaveVisitor = ({ visit }: VisitMessage) =>
  visit.audienceId !== undefined || visit.formSubmit !== undefined;

function foundOf({ receivedAt, visit: { pageId, foundFields = '' } }: VisitMessage): FoundReport[] {
  const names = namesIn(foundFields);
  return names.length > 0 ? [{ pageId, receivedAt, names }] : [];
}

interface MergeOptions {
  /** Sessions that began before, in milliseconds since 1970, get no recipient. */
  recipientsFrom?: number;
  /** How many visitors of one address count in a test. */
  visitorsOfAddress?: number;
}

/** What the settings of a deployment say about merging. */
export const mergeOptions = (env: Bindings): MergeOptions => ({
  recipientsFrom: recipientsFrom(env, Date.now()),
  visitorsOfAddress: Number(env.EXPERIMENT_VISITORS_PER_ADDRESS) || usualVisitors,
});

/**
 * Merges visits into their sessions, counts excluded ones and those in tests, and writes the logs of forms, in one batch,
 * after it has read a secret if there are forms. What tests find takes another. A message that is delivered again, in any order, changes nothing. A visit
 * is excluded when its page does not exist. It is dropped when sessions of its time have been removed. A visit with an
 * audience that the page does not have counts for the page only, and its session fails.
 */
export async function mergeVisits(
  db: Database,
  messages: VerifiedMessage[],
  { recipientsFrom: from = 0, visitorsOfAddress = usualVisitors }: MergeOptions = {},
): Promise<void> {
  const visits = messages.filter((message) => 'visit' in message);
  const merge = { rows: JSON.stringify(visits.map(toRow)), recipientsFrom: from };
  const forms = namedForms(visits);
  // SQLite cannot compute HMAC. No client waits for this round trip.
  const secret = forms.length > 0 ? await getErasureSecret(db) : '';
  const tests = unitStatements(visits, visitorsOfAddress);
  const rows = await db.batch([
    ...(visits.length > 0 ? [upsertSessions(merge), moveSessions(merge), clearMerged(merge)] : []),
    countLeftOut(messages.map(leftOutOf)),
    ...noteFound(visits.flatMap(foundOf)),
    ...forms.flatMap((named) => formStatements(named, secret)),
    ...noteLatestVisits(
      visits.filter(mayHaveVisitor).map(({ visit }) => visit.analyticsSessionId),
      Date.now(),
    ),
    // Behind the forms, which say who it was.
    ...tests.notes,
    tests.counted,
  ]);
  await look(db, rows.at(-1) as Counted[]);
}
