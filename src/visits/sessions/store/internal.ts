import { pick } from 'es-toolkit/object';
import { statusOf } from '../../../analytics/lifetime.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { each } from '../../../lib/each.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { sessionCounts } from '../../../vocabulary/counts.ts';
import { sessionDimensions } from '../../../vocabulary/dimensions.ts';
import { isBounce } from '../../../vocabulary/measures.ts';
import { derivedId, shownId } from '../ids.ts';
import type { AudienceSession } from '../schemas.ts';

/** The columns of an AudienceSession. */
export const sessionColumns = {
  ...pick(audienceSessions, ['analyticsSessionId', 'audienceSessionId', 'audienceId', 'pageId', 'pageTitle']),
  ...pick(audienceSessions, ['pageUrl', 'computationStatus', 'failure', 'formState', 'formSubmissionId']),
  ...pick(audienceSessions, ['formSubmissionEmail', 'formSubmissionPhone', 'formSubmissionIdentifier']),
  ...pick(audienceSessions, ['formSubmissionIdentifierType', 'hasConversion', 'maxScrollDepth']),
  ...pick(audienceSessions, [...sessionCounts, 'engagedMs', 'sessionStartedAt', 'activeMs']),
  ...pick(audienceSessions, [...sessionDimensions, 'personId', 'recipientPersonId', 'recipientAccountId']),
};
type SessionRow = Pick<typeof audienceSessions.$inferSelect, keyof typeof sessionColumns>;

/** The audienceSessionId of a session. Null for a session without an audience. */
export const audienceSessionIdOf = ({ audienceSessionId, audienceId, analyticsSessionId }: SessionRow) =>
  audienceSessionId ?? (audienceId === null ? null : derivedId(shownId(analyticsSessionId)));

/** Whether a visitor did something: what keeps a short visit from being a bounce. */
const isActive = ({ totalClicksCount, questionsAskedCount, formState, hasConversion }: SessionRow) =>
  totalClicksCount + questionsAskedCount > 0 || formState > 0 || hasConversion;

/**
 * A session for an answer at a time, in milliseconds since 1970. The fields that are named here are not spread from
 * others: with more than thirty fields, that takes ten times as long.
 */
export function toSession(row: SessionRow, now: number): AudienceSession {
  const status = statusOf(row, now);
  return {
    analyticsSessionId: shownId(row.analyticsSessionId),
    audienceSessionId: audienceSessionIdOf(row),
    audienceId: row.audienceId,
    pageId: row.pageId,
    pageTitle: row.pageTitle,
    pageUrl: row.pageUrl,
    computationStatus: status,
    formSubmissionId: row.formSubmissionId,
    formSubmissionEmail: row.formSubmissionEmail,
    formSubmissionPhone: row.formSubmissionPhone,
    formSubmissionIdentifier: row.formSubmissionIdentifier,
    formSubmissionIdentifierType: row.formSubmissionIdentifierType,
    hasConversion: row.hasConversion,
    hasFormSubmit: row.formState > 0,
    isBounce: status === 'completed' && isBounce(row.engagedMs, isActive(row)),
    maxScrollDepthPercentage: row.maxScrollDepth === null ? null : row.maxScrollDepth / 100,
    ...each(sessionCounts, (name) => row[name] ?? 0),
    timeSpentSeconds: row.engagedMs === null ? null : row.engagedMs / 1000,
    sessionStartedAt: toTimestamp(row.sessionStartedAt),
    sessionEndedAt: status === 'pending' ? null : toTimestamp(row.sessionStartedAt + row.activeMs),
    ...pick(row, sessionDimensions),
    personId: row.personId,
    recipientPersonId: row.recipientPersonId,
    recipientAccountId: row.recipientAccountId,
    computationError: row.failure,
  };
}
