import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client.ts';
import { audiences } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { persons } from '../db/schema/persons.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import { insertEach } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { normaliseEmail, normaliseLinkedinProfileUrl } from '../lib/normalise.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import type { ImportedSession, SessionImported } from './import-schemas.ts';

type NewSession = typeof audienceSessions.$inferInsert;

/** An identifier as persons have it, so that one finds the other. */
function normaliseIdentifier({
  formSubmissionIdentifier: identifier,
  formSubmissionIdentifierType: type,
}: ImportedSession) {
  if (identifier == null) return null;
  if (type === 'email') return normaliseEmail(identifier);
  return type === 'linkedin' ? (normaliseLinkedinProfileUrl(identifier) ?? identifier) : identifier;
}

function toRow(pageId: string, session: ImportedSession): NewSession {
  const startedAt = Date.parse(session.sessionStartedAt);
  const identifier = normaliseIdentifier(session);
  const { maxScrollDepthPercentage: depth, timeSpentSeconds } = session;
  const isNamed = [identifier, session.formSubmissionEmail, session.formSubmissionPhone].some(Boolean);
  const isSubmitted = session.hasFormSubmit || Boolean(session.formSubmissionId);
  const { sessionStartedAt: _, sessionEndedAt, hasFormSubmit: _has, ...fields } = session;
  return {
    ...fields,
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

/** Who is known by what the form of a session tells. */
const personWith = (column: SQLiteColumn, field: keyof ImportedSession) =>
  sql`(select ${persons.personId} from ${persons} where ${column} = item.value ->> ${sql.raw(`'${field}'`)})`;
const knownPerson = sql`coalesce(${sql.join(
  [
    personWith(persons.email, 'formSubmissionEmail'),
    personWith(persons.phoneNumber, 'formSubmissionPhone'),
    personWith(persons.email, 'formSubmissionIdentifier'),
    personWith(persons.phoneNumber, 'formSubmissionIdentifier'),
    personWith(persons.linkedinProfileUrl, 'formSubmissionIdentifier'),
  ],
  sql`, `,
)})`;

/**
 * Adds sessions from elsewhere, all or none; one whose `analyticsSessionId` is there already stays as it is.
 * Throws `page_not_found`, `audience_not_found`, and `session_conflict` for a session of another page.
 */
export async function importSessions(
  db: Database,
  pageId: string,
  sessions: ImportedSession[],
): Promise<SessionImported> {
  const rows = JSON.stringify(sessions.map((session) => toRow(pageId, session)));
  const ids = JSON.stringify(
    sessions.map(({ analyticsSessionId, audienceSessionId, audienceId }) => ({
      analyticsSessionId,
      audienceSessionId,
      audienceId,
    })),
  );
  const each = sql`json_each(${ids}) as item`;
  const [id, audienceSessionId, audienceId] = ['analyticsSessionId', 'audienceSessionId', 'audienceId'].map(
    (name) => sql`item.value ->> ${sql.raw(`'${name}'`)}`,
  ) as [SQL, SQL, SQL];
  const isKnown = and(eq(audiences.pageId, pageId), sql`${audiences.audienceId} = ${audienceId}`);
  const unknown = sql`select ${audienceId} as id from ${each}
    where ${audienceId} is not null and not exists (select 1 from ${audiences} where ${isKnown}) limit 1`;
  // One page has a session, and one session an id, of either kind.
  const held = sql`select ${audienceSessions.analyticsSessionId} as id from ${each} join ${audienceSessions}
      on ${audienceSessions.analyticsSessionId} = ${id} where ${audienceSessions.pageId} <> ${pageId}
    union all select ${audienceSessions.analyticsSessionId} from ${each} join ${audienceSessions}
      on ${audienceSessions.audienceSessionId} = ${audienceSessionId}
      where ${audienceSessions.analyticsSessionId} <> ${id}
    union all select ${audienceSessions.analyticsSessionId} from ${each} join ${audienceSessions}
      on ${audienceSessions.analyticsSessionId} = ${audienceSessionId}
      where ${audienceSessions.analyticsSessionId} <> ${id}
    union all select ${audienceSessions.analyticsSessionId} from ${each} join ${audienceSessions}
      on ${audienceSessions.audienceSessionId} = ${id}
      where ${audienceSessions.analyticsSessionId} <> ${id} limit 1`;
  const isPage = sql`exists (select 1 from ${pages} where ${eq(pages.pageId, pageId)})`;
  const isFine = and(isPage, sql`not exists (${unknown})`, sql`not exists (${held})`);
  const [[page], [missing], [holder], inserted] = await db.batch([
    selectPage(db, pageId),
    db.select({ id: sql<string>`id`.as('id') }).from(sql`(${unknown})`),
    db.select({ id: sql<string>`id`.as('id') }).from(sql`(${held})`),
    insertEach(db, audienceSessions, rows, isFine, { personId: knownPerson })
      .onConflictDoNothing({ target: audienceSessions.analyticsSessionId })
      .returning({ id: audienceSessions.analyticsSessionId }),
  ]);
  pageOrThrow(page);
  if (missing) throw new FootfallError('audience_not_found', `The page has no audience ${missing.id}.`);
  if (holder) {
    throw new FootfallError('session_conflict', `${holder.id} has one of these ids already.`, {
      field: 'analyticsSessionId',
      conflictingId: holder.id,
    });
  }
  return { importedCount: inserted.length, existingCount: sessions.length - inserted.length };
}
