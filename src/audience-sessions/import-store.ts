import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { audiences } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { persons } from '../db/schema/persons.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import { insertEach } from '../db/statements.ts';
import { FootfallError, type Violation, validationError } from '../lib/errors.ts';
import { linkedinKey } from '../lib/normalise.ts';
import { toTimestamp } from '../lib/time.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import { derivedId, importedId, shownId } from './ids.ts';
import type { ImportedSession, SessionImported } from './import-schemas.ts';

type NewSession = typeof audienceSessions.$inferInsert;

function toRow(pageId: string, session: ImportedSession): NewSession {
  const startedAt = Date.parse(session.sessionStartedAt);
  const { formSubmissionIdentifier: told, maxScrollDepthPercentage: depth, timeSpentSeconds } = session;
  // The schema has normalised it; this is what persons are compared by.
  const isProfile = told != null && session.formSubmissionIdentifierType === 'linkedin';
  const identifier = isProfile ? linkedinKey(told) : (told ?? null);
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

/** Once removed, a session is not known any more: what is imported again would count twice. */
function throwIfOld(starts: number[], oldest: number): void {
  const message = `must not be before ${toTimestamp(oldest)}: older sessions are removed`;
  const violations = starts.flatMap((start, index): Violation[] => {
    const path = `sessions.${index}.sessionStartedAt`;
    return start < oldest ? [{ in: 'body', path, code: 'invalid_value', message }] : [];
  });
  if (violations.length > 0) throw validationError(violations);
}

/** Who is known by what the form of a session tells. */
const personWith = (column: SQLiteColumn, field: keyof ImportedSession) =>
  sql`(select ${persons.personId} from ${persons} where ${column} = item.value ->> ${sql.raw(`'${field}'`)})`;
const knownPerson = sql`coalesce(${sql.join(
  [
    personWith(persons.email, 'formSubmissionEmail'),
    personWith(persons.phoneNumber, 'formSubmissionPhone'),
    personWith(persons.email, 'formSubmissionIdentifier'),
    personWith(persons.phoneNumber, 'formSubmissionIdentifier'),
    personWith(persons.linkedinIdentity, 'formSubmissionIdentifier'),
  ],
  sql`, `,
)})`;

/**
 * Adds sessions from elsewhere, all or none; one whose `analyticsSessionId` is there already stays as it is.
 * Throws `page_not_found`, `audience_not_found`, `session_conflict` for an id of another session, and
 * `validation_failed` for one that began before `oldest` (milliseconds since 1970) or what has been removed.
 */
export async function importSessions(
  db: Database,
  pageId: string,
  sessions: ImportedSession[],
  oldest: number,
): Promise<SessionImported> {
  const rows = JSON.stringify(sessions.map((session) => toRow(pageId, session)));
  const ids = JSON.stringify(
    sessions.map(({ analyticsSessionId, audienceSessionId, audienceId }) => ({
      storedId: importedId(analyticsSessionId),
      analyticsSessionId,
      storedOther: audienceSessionId == null ? null : importedId(audienceSessionId),
      audienceSessionId,
      audienceId,
    })),
  );
  const each = sql`json_each(${ids}) as item`;
  const told = (name: string) => sql`item.value ->> ${sql.raw(`'${name}'`)}`;
  const [storedId, id] = [told('storedId'), told('analyticsSessionId')];
  const audienceId = told('audienceId');
  const isKnown = and(eq(audiences.pageId, pageId), sql`${audiences.audienceId} = ${audienceId}`);
  const unknown = sql`select ${audienceId} as id from ${each}
    where ${audienceId} is not null and not exists (select 1 from ${audiences} where ${isKnown}) limit 1`;
  // One page has a session, and of imported ones one session has an id, of either kind.
  const { analyticsSessionId: theirs, audienceSessionId: theirOther } = audienceSessions;
  const clash = (field: string, column: SQLiteColumn, value: SQL, isOther: SQL) =>
    sql`select ${theirs} as id, ${sql.raw(`'${field}'`)} as field from ${each} join ${audienceSessions}
      on ${column} = ${value} where ${isOther}`;
  // Earlier versions stored imported sessions under the id alone.
  const isOther = sql`${theirs} not in (${storedId}, ${id})`;
  const held = sql`${sql.join(
    [
      clash('analyticsSessionId', theirs, storedId, ne(audienceSessions.pageId, pageId)),
      clash('analyticsSessionId', theirOther, id, isOther),
      clash('audienceSessionId', theirs, told('storedOther'), isOther),
      clash('audienceSessionId', theirOther, told('audienceSessionId'), isOther),
    ],
    sql` union all `,
  )} limit 1`;
  const isPage = sql`exists (select 1 from ${pages} where ${eq(pages.pageId, pageId)})`;
  const removedBefore = counterOf(db, 'sessions_removed_before');
  const starts = sessions.map(({ sessionStartedAt }) => Date.parse(sessionStartedAt));
  const first = Math.min(...starts);
  const isKept = sql`${first} >= max(${oldest}, coalesce(${removedBefore}, 0))`;
  const isFine = and(isPage, isKept, sql`not exists (${unknown})`, sql`not exists (${held})`);
  const isThere = sql`exists (select 1 from ${audienceSessions} where ${and(
    sql`${theirs} = substr(item.value ->> 'analyticsSessionId', ${importedId('').length + 1})`,
    eq(audienceSessions.pageId, pageId),
    sql`${audienceSessions.sessionStartedAt} = item.value ->> 'sessionStartedAt'`,
  )})`;
  const [[page], [removed], [missing], [holder], inserted] = await db.batch([
    selectPage(db, pageId),
    removedBefore,
    db.select({ id: sql<string>`id`.as('id') }).from(sql`(${unknown})`),
    db.select({ id: sql<string>`id`.as('id'), field: sql<string>`field`.as('field') }).from(sql`(${held})`),
    insertEach(db, audienceSessions, rows, and(isFine, sql`not ${isThere}`), { personId: knownPerson })
      .onConflictDoNothing({ target: audienceSessions.analyticsSessionId })
      .returning({ id: audienceSessions.analyticsSessionId }),
  ]);
  pageOrThrow(page);
  throwIfOld(starts, Math.max(oldest, removed?.value ?? 0));
  if (missing) throw new FootfallError('audience_not_found', `The page has no audience ${missing.id}.`);
  if (holder) {
    const conflictingId = shownId(holder.id);
    throw new FootfallError('session_conflict', `${conflictingId} has this ${holder.field} already.`, {
      field: holder.field,
      conflictingId,
    });
  }
  return { importedCount: inserted.length, existingCount: sessions.length - inserted.length };
}
