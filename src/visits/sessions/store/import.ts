import { and, eq, type SQL, sql } from 'drizzle-orm';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { recipientOf } from '../../../content/audiences/store/recipient.ts';
import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { counter, selectCounter } from '../../../db/counters.ts';
import { existsIn, insertEach } from '../../../db/sql.ts';
import { named, type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { FootfallError, type Violation, validationError } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { accountOrNone } from '../../../people/accounts/store/internal.ts';
import { personWith } from '../../../people/persons/store/identity.ts';
import { type Landing, landedOn, landingOf } from '../../page-links/store/landing.ts';
import { formIdentifiers, identifierKey } from '../form-identifiers.ts';
import { derivedId, importedId, shownId } from '../ids.ts';
import type { ImportedSession, SessionImported } from '../import-schemas.ts';
import { areFree, type IdsParams, idsOf, rowField, selectConflict, selectUnknown } from './import-ids.ts';
import { noteLatestVisits } from './latest-visit.ts';

function toRow(pageId: string, session: ImportedSession): typeof audienceSessions.$inferInsert {
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

interface InsertParams extends IdsParams {
  /** Rows of sessions, as a JSON array. */
  rows: Param<string>;
  /** Where the visitor of each landed, as a JSON array: with the rows it might be longer than the longest text of D1. */
  landings: Param<string>;
  /** When the earliest of the sessions began, and the time before which none may have begun. */
  earliest: Param<number>;
  oldest: Param<number>;
  /** From when on sessions have recipients. */
  recipientsFrom: Param<number>;
}

/** A field of the landing of the current row. */
const landingField = (landings: SQL) => (name: keyof Landing) =>
  sql`json_extract(${landings}, ${sql.raw(`'$[' || item.key || '].${name}'`)})`;

/** Inserts all sessions that do not exist yet, or none. */
const insertSessions = statement(
  ({ rows, landings, earliest, oldest, recipientsFrom, ...params }: InsertParams) =>
    insertEach(
      audienceSessions,
      rows,
      and(
        existsIn(pages, eq(pages.pageId, params.pageId)),
        sql`${earliest} >= max(${oldest}, coalesce(${counter(removedBefore)}, 0))`,
        ...areFree(params),
      ),
      {
        personId: knownPerson,
        accountId: accountOrNone(knownPerson),
        pageLinkId: landedOn(params.pageId, landingField(landings)),
        linkPath: landingField(landings)('linkPath'),
        ...recipientOf(
          {
            pageId: params.pageId,
            audienceId: rowField('audienceId'),
            startedAt: rowField('sessionStartedAt'),
          },
          recipientsFrom,
        ),
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
 * is. Throws `page_not_found`, `audience_not_found`, `version_not_found`, `session_conflict` when an id belongs to another session, and
 * `validation_failed` when a session began before `oldest` or before sessions that have been removed.
 */
export async function importSessions(
  db: Database,
  pageId: string,
  sessions: ImportedSession[],
  { oldest, recipientsFrom }: { oldest: number; recipientsFrom: number },
): Promise<SessionImported> {
  const ids = JSON.stringify(sessions.map(idsOf));
  const stored = sessions.map((session) => toRow(pageId, session));
  const rows = JSON.stringify(stored);
  const landings = JSON.stringify(sessions.map(({ pageUrl }) => landingOf(pageUrl)));
  const starts = sessions.map(({ sessionStartedAt }) => Date.parse(sessionStartedAt));
  const [[page], [removed], [unknown], [holder], inserted] = await db.batch([
    selectPage({ pageId }),
    selectCounter({}, removedBefore),
    selectUnknown({ pageId, ids }),
    selectConflict({ pageId, ids }),
    insertSessions({
      pageId,
      ids,
      rows,
      landings,
      earliest: Math.min(...starts),
      oldest,
      recipientsFrom,
    }),
    ...noteLatestVisits(
      stored.map(({ analyticsSessionId }) => analyticsSessionId),
      Date.now(),
    ),
  ]);
  pageOrThrow(page);
  throwIfOld(starts, Math.max(oldest, removed?.value ?? 0));
  if (unknown?.kind === 'audience')
    throw new FootfallError('audience_not_found', `The page has no audience ${unknown.id}.`);
  if (unknown) throw new FootfallError('version_not_found', `The audience has no version ${unknown.id}.`);
  if (holder) throwIfHeld('session_conflict', holder.field, shownId(holder.id));
  return { importedCount: inserted.length, existingCount: sessions.length - inserted.length };
}
