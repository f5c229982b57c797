import { and, eq, ne, not, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { accountOrNone } from '../../accounts/store/internal.ts';
import { recipientOf } from '../../audiences/store/recipient.ts';
import type { Database } from '../../db/client.ts';
import { counter, selectCounter } from '../../db/counters.ts';
import { insertEach } from '../../db/insert.ts';
import { existsIn, itemField } from '../../db/sql.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { pages } from '../../db/tables/pages.ts';
import { audienceSessions } from '../../db/tables/sessions.ts';
import { throwIfHeld } from '../../db/unique.ts';
import { FootfallError, type Violation, validationError } from '../../lib/errors.ts';
import { toTimestamp } from '../../lib/time.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { personWith } from '../../persons/store/identity.ts';
import { formIdentifiers, identifierKey } from '../form-identifiers.ts';
import { derivedId, importedId, shownId } from '../ids.ts';
import type { ImportedSession, SessionImported } from '../import-schemas.ts';

type NewSession = typeof audienceSessions.$inferInsert;

function toRow(pageId: string, session: ImportedSession): NewSession {
  const startedAt = Date.parse(session.sessionStartedAt);
  const { maxScrollDepthPercentage: depth, timeSpentSeconds } = session;
  const { formSubmissionIdentifier: sender, formSubmissionIdentifierType: senderType } = session;
  const identifier = sender == null || senderType == null ? null : identifierKey(senderType, sender);
  const isNamed = [identifier, session.formSubmissionEmail, session.formSubmissionPhone].some(Boolean);
  const isSubmitted = session.hasFormSubmit || Boolean(session.formSubmissionId);
  const { sessionStartedAt: _, sessionEndedAt, hasFormSubmit: _has, ...fields } = session;
  const isOurs = session.audienceSessionId === derivedId(session.analyticsSessionId);
  return {
    ...fields,
    analyticsSessionId: importedId(session.analyticsSessionId),
    audienceSessionId: isOurs ? null : session.audienceSessionId,
    pageId,
    formSubmissionIdentifier: identifier,
    formState: isNamed ? 2 : isSubmitted ? 1 : 0,
    maxScrollDepth: depth == null ? null : Math.round(depth * 100),
    engagedMs: timeSpentSeconds == null ? null : Math.round(timeSpentSeconds * 1000),
    sessionStartedAt: startedAt,
    activeMs: Date.parse(sessionEndedAt) - startedAt,
    failure: session.computationStatus === 'failed' ? 'It had failed when it was imported.' : null,
  };
}

/**
 * The ids in an imported session: its own ids as they are sent and as they are stored, and the id of its audience.
 */
const idsOf = ({ analyticsSessionId, audienceSessionId, audienceId }: ImportedSession) => ({
  analyticsSessionId,
  storedId: importedId(analyticsSessionId),
  audienceSessionId,
  storedAudienceSessionId: audienceSessionId == null ? null : importedId(audienceSessionId),
  audienceId,
});

const idField = itemField<ReturnType<typeof idsOf>>;
const rowField = itemField<NewSession>;

interface IdsParams {
  pageId: Param<string>;
  /** The ids of `idsOf`, as a JSON array. */
  ids: Param<string>;
}

/** A query of the first audience in the request that the page does not have. */
function unknownAudience({ pageId, ids }: IdsParams): SQL {
  const audienceId = idField('audienceId');
  const isKnown = and(eq(audiences.pageId, pageId), sql`${audiences.audienceId} = ${audienceId}`);
  return sql`select ${audienceId} as id from json_each(${ids}) as item
    where ${audienceId} is not null and not ${existsIn(audiences, isKnown)} limit 1`;
}

/**
 * A query of the first existing session that uses an id of the request differently. A session belongs to one page.
 * Among imported sessions an id, of either kind, belongs to one session.
 */
function conflict({ pageId, ids }: IdsParams): SQL {
  const { analyticsSessionId, audienceSessionId } = audienceSessions;
  // CROSS JOIN keeps SQLite from changing this order: each id, then the session that has it.
  const conflictOf = (field: string, column: SQLiteColumn, id: SQL, isOther: SQL) =>
    sql`select ${analyticsSessionId} as id, ${sql.raw(`'${field}'`)} as field
      from json_each(${ids}) as item cross join ${audienceSessions} on ${column} = ${id} where ${isOther}`;
  const ofOtherPage = ne(audienceSessions.pageId, pageId);
  // Earlier versions stored an imported session under its id without the mark.
  const isOther = sql`${analyticsSessionId} not in (${idField('storedId')}, ${idField('analyticsSessionId')})`;
  const conflicts = [
    conflictOf('analyticsSessionId', analyticsSessionId, idField('storedId'), ofOtherPage),
    conflictOf('analyticsSessionId', audienceSessionId, idField('analyticsSessionId'), isOther),
    conflictOf('audienceSessionId', analyticsSessionId, idField('storedAudienceSessionId'), isOther),
    conflictOf('audienceSessionId', audienceSessionId, idField('audienceSessionId'), isOther),
  ];
  return sql`${sql.join(conflicts, sql` union all `)} limit 1`;
}

const selectUnknownAudience = statement((params: IdsParams) =>
  build.select({ id: sql<string>`id` }).from(sql`(${unknownAudience(params)})`),
);

const selectConflict = statement((params: IdsParams) =>
  build.select({ id: sql<string>`id`, field: sql<string>`field` }).from(sql`(${conflict(params)})`),
);

const removedBefore = 'sessions_removed_before';

/** The id of the person that the form of a session identifies. */
const knownPerson = sql`coalesce(${sql.join(
  [
    ...formIdentifiers.flatMap(({ identifier, column }) =>
      column === undefined ? [] : [personWith(identifier, rowField(column))],
    ),
    ...formIdentifiers.map(({ identifier }) => personWith(identifier, rowField('formSubmissionIdentifier'))),
  ],
  sql`, `,
)})`;

/** The condition that an earlier version imported the session, under its id without the mark. */
const isStoredAlone = ({ pageId }: IdsParams): SQL =>
  existsIn(
    audienceSessions,
    and(
      sql`${audienceSessions.analyticsSessionId} = substr(${rowField('analyticsSessionId')}, ${importedId('').length + 1})`,
      eq(audienceSessions.pageId, pageId),
      sql`${audienceSessions.sessionStartedAt} = ${rowField('sessionStartedAt')}`,
    ),
  );

interface InsertParams extends IdsParams {
  /** Rows of sessions, as a JSON array. */
  rows: Param<string>;
  /** When the earliest of the sessions began, and the time before which none may have begun. */
  earliest: Param<number>;
  oldest: Param<number>;
  /** 1 if sessions have recipients. */
  hasRecipients: Param<number>;
}

/** Inserts all sessions that do not exist yet, or none. */
const insertSessions = statement(({ rows, earliest, oldest, hasRecipients, ...params }: InsertParams) =>
  insertEach(
    audienceSessions,
    rows,
    and(
      existsIn(pages, eq(pages.pageId, params.pageId)),
      sql`${earliest} >= max(${oldest}, coalesce(${counter(removedBefore)}, 0))`,
      sql`not exists (${unknownAudience(params)})`,
      sql`not exists (${conflict(params)})`,
      not(isStoredAlone(params)),
    ),
    {
      ...{ personId: knownPerson, accountId: accountOrNone(knownPerson) },
      ...recipientOf(params.pageId, rowField('audienceId'), hasRecipients),
    },
  )
    .onConflictDoNothing({ target: audienceSessions.analyticsSessionId })
    .returning(named({ id: audienceSessions.analyticsSessionId })),
);

/** A removed session is no longer known, so importing it again would count it twice. */
function throwIfOld(starts: number[], oldest: number): void {
  const message = `must not be before ${toTimestamp(oldest)}: older sessions are removed`;
  const violations = starts.flatMap((start, index): Violation[] => {
    const path = `sessions.${index}.sessionStartedAt`;
    return start < oldest ? [{ in: 'body', path, code: 'invalid_value', message }] : [];
  });
  if (violations.length > 0) throw validationError(violations);
}

/**
 * Imports sessions from another service, all or none. A session whose `analyticsSessionId` exists already stays as it
 * is. Throws `page_not_found`, `audience_not_found`, `session_conflict` when an id belongs to another session, and
 * `validation_failed` when a session began before `oldest` (milliseconds since 1970) or before sessions that have
 * been removed.
 */
export async function importSessions(
  db: Database,
  pageId: string,
  sessions: ImportedSession[],
  { oldest, hasRecipients }: { oldest: number; hasRecipients: boolean },
): Promise<SessionImported> {
  const ids = JSON.stringify(sessions.map(idsOf));
  const rows = JSON.stringify(sessions.map((session) => toRow(pageId, session)));
  const starts = sessions.map(({ sessionStartedAt }) => Date.parse(sessionStartedAt));
  const [[page], [removed], [unknown], [holder], inserted] = await db.batch([
    selectPage({ pageId }),
    selectCounter({}, removedBefore),
    selectUnknownAudience({ pageId, ids }),
    selectConflict({ pageId, ids }),
    insertSessions({
      ...{ pageId, ids, rows, earliest: Math.min(...starts), oldest },
      hasRecipients: Number(hasRecipients),
    }),
  ]);
  pageOrThrow(page);
  throwIfOld(starts, Math.max(oldest, removed?.value ?? 0));
  if (unknown) throw new FootfallError('audience_not_found', `The page has no audience ${unknown.id}.`);
  if (holder) throwIfHeld('session_conflict', holder.field, shownId(holder.id));
  return { importedCount: inserted.length, existingCount: sessions.length - inserted.length };
}
