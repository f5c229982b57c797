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

const place = [
  'analyticsSessionId',
  'audienceSessionId',
  'audienceId',
  'pageId',
  'pageTitle',
  'pageUrl',
] as const;
const form = [
  'formSubmissionId',
  'formSubmissionEmail',
  'formSubmissionPhone',
  'formSubmissionIdentifier',
  'formSubmissionIdentifierType',
] as const;
const origin = [...sessionDimensions, 'personId', 'recipientPersonId', 'recipientAccountId'] as const;

/** The columns of an AudienceSession. */
export const sessionColumns = {
  ...pick(audienceSessions, [...place, 'computationStatus', 'failure', 'formState', ...form]),
  ...pick(audienceSessions, ['hasConversion', 'maxScrollDepth', ...sessionCounts]),
  ...pick(audienceSessions, ['engagedMs', 'sessionStartedAt', 'activeMs', ...origin]),
};
type SessionRow = Pick<typeof audienceSessions.$inferSelect, keyof typeof sessionColumns>;

/** The audienceSessionId of a session. Null for a session without an audience. */
export const audienceSessionIdOf = ({ audienceSessionId, audienceId, analyticsSessionId }: SessionRow) =>
  audienceSessionId ?? (audienceId === null ? null : derivedId(shownId(analyticsSessionId)));

/** Whether a visitor did something: what keeps a short visit from being a bounce. */
const isActive = ({ totalClicksCount, questionsAskedCount, formState, hasConversion }: SessionRow) =>
  totalClicksCount + questionsAskedCount > 0 || formState > 0 || hasConversion;

/** A session for an answer at a time. */
export function toSession(row: SessionRow, now: number): AudienceSession {
  const status = statusOf(row, now);
  return {
    ...pick(row, place),
    analyticsSessionId: shownId(row.analyticsSessionId),
    audienceSessionId: audienceSessionIdOf(row),
    computationStatus: status,
    ...pick(row, form),
    hasConversion: row.hasConversion,
    hasFormSubmit: row.formState > 0,
    isBounce: status === 'completed' && isBounce(row.engagedMs, isActive(row)),
    maxScrollDepthPercentage: row.maxScrollDepth === null ? null : row.maxScrollDepth / 100,
    ...each(sessionCounts, (name) => row[name] ?? 0),
    timeSpentSeconds: row.engagedMs === null ? null : row.engagedMs / 1000,
    sessionStartedAt: toTimestamp(row.sessionStartedAt),
    sessionEndedAt: status === 'pending' ? null : toTimestamp(row.sessionStartedAt + row.activeMs),
    ...pick(row, origin),
    computationError: row.failure,
  };
}
