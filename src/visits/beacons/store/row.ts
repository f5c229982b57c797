import type { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { countsOf } from '../../../vocabulary/counts.ts';
import { type Landing, landingOf } from '../../page-links/landing.ts';
import { identifiersOf } from '../form.ts';
import type { SentVisit, VisitMessage } from '../schemas.ts';

/** The columns of a new session. */
export type NewSession = typeof audienceSessions.$inferInsert;

function formOf({ formSubmit: form }: SentVisit) {
  if (!form) return { formState: 0 };
  const [sender] = identifiersOf(form);
  return {
    formState: sender ? 2 : 1,
    formSubmissionId: form.formSubmissionId,
    formSubmissionEmail: form.email,
    formSubmissionPhone: form.phone,
    formSubmissionIdentifier: sender?.key,
    formSubmissionIdentifierType: sender?.type,
  };
}

/** The row of a session that consists of this visit only, and where it landed. */
export function toRow({ receivedAt, visit, dimensions }: VisitMessage): NewSession & Landing {
  const { elapsedMs, maxScrollDepthPercentage, formSubmit: _, ...fields } = visit;
  // The visitor's clock may be wrong, so the start is computed from the elapsed time. The visit with the least delay
  // gives the earliest start, which is the most accurate one.
  const sessionStartedAt = receivedAt - elapsedMs;
  return {
    ...fields,
    ...dimensions,
    ...formOf(visit),
    ...landingOf(visit.pageUrl),
    computationStatus: 'pending',
    ...countsOf(visit),
    maxScrollDepth: Math.round(maxScrollDepthPercentage * 100),
    sessionStartedAt,
  };
}
