import { audienceSessions } from '../../db/tables/sessions.ts';
import { toTimestamp } from '../../lib/time.ts';
import { derivedId, shownId } from '../ids.ts';
import type { AudienceSession } from '../schemas.ts';

/** The columns of an AudienceSession. */
export const sessionColumns = {
  analyticsSessionId: audienceSessions.analyticsSessionId,
  audienceSessionId: audienceSessions.audienceSessionId,
  audienceId: audienceSessions.audienceId,
  pageId: audienceSessions.pageId,
  pageTitle: audienceSessions.pageTitle,
  pageUrl: audienceSessions.pageUrl,
  computationStatus: audienceSessions.computationStatus,
  failure: audienceSessions.failure,
  formState: audienceSessions.formState,
  formSubmissionId: audienceSessions.formSubmissionId,
  formSubmissionEmail: audienceSessions.formSubmissionEmail,
  formSubmissionPhone: audienceSessions.formSubmissionPhone,
  formSubmissionIdentifier: audienceSessions.formSubmissionIdentifier,
  formSubmissionIdentifierType: audienceSessions.formSubmissionIdentifierType,
  hasConversion: audienceSessions.hasConversion,
  isBounce: audienceSessions.isBounce,
  maxScrollDepth: audienceSessions.maxScrollDepth,
  questionsAskedCount: audienceSessions.questionsAskedCount,
  totalClicksCount: audienceSessions.totalClicksCount,
  engagedMs: audienceSessions.engagedMs,
  sessionStartedAt: audienceSessions.sessionStartedAt,
  activeMs: audienceSessions.activeMs,
  closeAt: audienceSessions.closeAt,
  utmCampaign: audienceSessions.utmCampaign,
  utmContent: audienceSessions.utmContent,
  utmMedium: audienceSessions.utmMedium,
  utmSource: audienceSessions.utmSource,
  utmTerm: audienceSessions.utmTerm,
  personId: audienceSessions.personId,
};
type SessionRow = Pick<typeof audienceSessions.$inferSelect, keyof typeof sessionColumns>;

/** The audienceSessionId of a session. Null for a session without an audience. */
export const audienceSessionIdOf = ({ audienceSessionId, audienceId, analyticsSessionId }: SessionRow) =>
  audienceSessionId ?? (audienceId === null ? null : derivedId(shownId(analyticsSessionId)));

/** A session for an answer. */
export const toSession = (row: SessionRow): AudienceSession => ({
  analyticsSessionId: shownId(row.analyticsSessionId),
  audienceSessionId: audienceSessionIdOf(row),
  audienceId: row.audienceId,
  pageId: row.pageId,
  pageTitle: row.pageTitle,
  pageUrl: row.pageUrl,
  computationStatus: row.computationStatus,
  formSubmissionId: row.formSubmissionId,
  formSubmissionEmail: row.formSubmissionEmail,
  formSubmissionPhone: row.formSubmissionPhone,
  formSubmissionIdentifier: row.formSubmissionIdentifier,
  formSubmissionIdentifierType: row.formSubmissionIdentifierType,
  hasConversion: row.hasConversion,
  hasFormSubmit: row.formState > 0,
  isBounce: row.isBounce ?? false,
  maxScrollDepthPercentage: row.maxScrollDepth === null ? null : row.maxScrollDepth / 100,
  questionsAskedCount: row.questionsAskedCount,
  totalClicksCount: row.totalClicksCount,
  timeSpentSeconds: row.engagedMs === null ? null : row.engagedMs / 1000,
  sessionStartedAt: toTimestamp(row.sessionStartedAt),
  sessionEndedAt: row.closeAt === null ? toTimestamp(row.sessionStartedAt + row.activeMs) : null,
  utmCampaign: row.utmCampaign,
  utmContent: row.utmContent,
  utmMedium: row.utmMedium,
  utmSource: row.utmSource,
  utmTerm: row.utmTerm,
  personId: row.personId,
  computationError: row.failure,
});
