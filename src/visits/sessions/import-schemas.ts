import * as z from 'zod/mini';
import { longestSession } from '../../analytics/lifetime.ts';
import { described, object } from '../../http/described.ts';
import { campaignText, country, referrerHost, visitedUrl } from '../../http/dimension-schemas.ts';
import { changed, given } from '../../http/identifier-schemas.ts';
import { broken, count, idInput, instant, text } from '../../http/schemas.ts';
import { codeOf } from '../../http/validate.ts';
import { devices } from '../../lib/devices.ts';
import { clockTolerance } from '../../lib/durations.ts';
import { each } from '../../lib/each.ts';
import { sessionCounts } from '../../vocabulary/counts.ts';
import { campaigns } from '../../vocabulary/dimensions.ts';
import { namesOf, visitFacts } from '../../vocabulary/visit-facts.ts';
import { formIdentifiers } from './form-identifiers.ts';
import { derivedId, isForeign } from './ids.ts';
import { eventCount, type IdentifierType, identifierTypes, percentage } from './schemas.ts';

const label = z.nullish(text(1, 255));

const rules = { email: given.email, linkedin: given.linkedinProfile, tel: given.phoneNumber };

interface Identified {
  formSubmissionEmail?: string | null | undefined;
  formSubmissionPhone?: string | null | undefined;
  formSubmissionIdentifier?: string | null | undefined;
  formSubmissionIdentifierType?: IdentifierType | null | undefined;
}

function identifierIssues({
  formSubmissionIdentifier: value,
  formSubmissionIdentifierType: type,
}: Identified) {
  const { error } = value == null || type == null ? {} : rules[type].safeParse(value);
  return (error?.issues ?? []).map((issue) =>
    broken(['formSubmissionIdentifier'], issue.message, codeOf(issue)),
  );
}

/** The session with its identifier, by default the email or else the phone, in the form of persons. */
function withIdentifier<Session extends Identified>(session: Session): Session {
  const { formSubmissionIdentifier: value, formSubmissionIdentifierType: type } = session;
  if (value != null && type != null) {
    const { success, data } = rules[type].safeParse(value);
    // Of a text that stands for nothing nothing is left.
    if (!success || data !== undefined) return { ...session, formSubmissionIdentifier: data ?? value };
    return withIdentifier({ ...session, formSubmissionIdentifier: null, formSubmissionIdentifierType: null });
  }
  if (value != null || type != null) return session;
  for (const { type: senderType, column } of formIdentifiers) {
    const sender = column && session[column];
    if (sender != null)
      return { ...session, formSubmissionIdentifier: sender, formSubmissionIdentifierType: senderType };
  }
  return session;
}

const foreign = 'must not begin with audience_session_, as ids of our own do, nor be . or ..';

export const ImportedSession = z
  .strictObject({
    analyticsSessionId: text(1, 255).check(z.refine(isForeign, foreign)),
    audienceSessionId: described(
      z.nullish(text(1, 272)),
      'Left out, or as the list has it, it is made of analyticsSessionId.',
    ),
    audienceId: z.nullish(idInput()),
    versionId: described(z.nullish(idInput()), 'A version of the audience.'),
    pageTitle: z.nullish(text(1, 300)),
    pageUrl: z.nullish(visitedUrl),
    computationStatus: z._default(z.enum(['completed', 'failed']), 'completed'),
    formSubmissionId: label,
    formSubmissionEmail: changed.email,
    formSubmissionPhone: changed.phoneNumber,
    formSubmissionIdentifier: described(
      z.nullish(text(1, 2048)),
      'Must fit its type; by default the email, else the phone.',
    ),
    formSubmissionIdentifierType: z.nullish(z.enum(identifierTypes)),
    hasConversion: z._default(z.boolean(), false),
    hasFormSubmit: z._default(z.boolean(), false),
    maxScrollDepthPercentage: z.nullish(percentage),
    ...each(sessionCounts, () => z._default(eventCount, 0)),
    timeSpentSeconds: z
      .nullish(
        z
          .number()
          .check(
            z.minimum(0, 'must be at least 0'),
            z.maximum(longestSession / 1000, 'must be at most 86,400 (a day)'),
          ),
      )
      .check(z.meta({ format: 'double' })),
    sessionStartedAt: described(instant, '1970 or later, and not after sessionEndedAt.'),
    sessionEndedAt: described(instant, 'At most 5 minutes ahead of the clock of the service.'),
    ...each(campaigns.toSorted(), () => z.nullish(campaignText)),
    ...each(namesOf('request'), (name) => z.nullish(text(1, visitFacts[name].max))),
    referrer: z.nullish(referrerHost),
    country: z.nullish(country),
    device: z.nullish(z.enum(devices)),
  })
  .check(
    z.superRefine((session, context) => {
      const refuse = (path: string, message: string) => context.addIssue(broken([path], message));
      const [start, end] = [Date.parse(session.sessionStartedAt), Date.parse(session.sessionEndedAt)];
      if (start < 0) refuse('sessionStartedAt', 'must be 1970 or later');
      if (end > Date.now() + clockTolerance)
        refuse('sessionEndedAt', 'must be at most 5 minutes ahead of now');
      if (end < start) refuse('sessionEndedAt', 'must not be before sessionStartedAt');
      else if (Math.round((session.timeSpentSeconds ?? 0) * 1000) > end - start)
        refuse('timeSpentSeconds', 'must not be longer than the session');
      const { analyticsSessionId, audienceSessionId: id } = session;
      if (id != null && id !== derivedId(analyticsSessionId) && !isForeign(id))
        refuse('audienceSessionId', foreign);
      if (id != null && session.audienceId == null) refuse('audienceSessionId', 'must come with audienceId');
      if ((session.formSubmissionIdentifier == null) !== (session.formSubmissionIdentifierType == null))
        refuse('formSubmissionIdentifierType', 'must come with formSubmissionIdentifier');
      for (const issue of identifierIssues(session)) context.addIssue(issue);
    }),
    z.overwrite(withIdentifier),
    z.meta({ id: 'ImportedSession' }),
  );
export type ImportedSession = z.infer<typeof ImportedSession>;

export const SessionImport = z
  .strictObject({
    sessions: z
      .array(ImportedSession)
      .check(
        z.minLength(1, 'must have at least one session'),
        z.maxLength(500, 'must have at most 500 sessions'),
      ),
  })
  .check(
    z.superRefine(({ sessions }, context) => {
      const seen = new Map<string, number>();
      for (const [index, session] of sessions.entries()) {
        for (const name of ['analyticsSessionId', 'audienceSessionId'] as const) {
          const value = session[name];
          if (value == null) continue;
          if (seen.has(value) && seen.get(value) !== index) {
            context.addIssue(
              broken(['sessions', index, name], 'must not occur twice in a call', 'not_allowed'),
            );
          }
          seen.set(value, index);
        }
      }
    }),
    z.meta({ id: 'SessionImport' }),
  );
export type SessionImport = z.infer<typeof SessionImport>;

export const SessionImported = object('SessionImported', {
  importedCount: count,
  existingCount: described(count, 'Sessions that were there already and stay as they are.'),
});
export type SessionImported = z.infer<typeof SessionImported>;
