import type { VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { noneFound } from '../../support/none-found.ts';
import { countsAs, type Step, type Values } from './model.ts';

// What is sent of a visit at one of its steps: a beacon, or a session that another service has.

/** The identifiers of a form. */
export interface Form {
  email: string | null;
  phone: string | null;
}

export interface Sent {
  id: string;
  pageId: string;
  audienceId: string | null;
  versionId?: string | undefined;
  start: number;
  step: Step;
  values: Values;
  pageUrl: string | undefined;
  form: Form | undefined;
}

/** A beacon as the queue has it. */
export function messageOf({
  id,
  pageId,
  audienceId,
  versionId,
  start,
  step,
  values,
  pageUrl,
  form,
}: Sent): VisitMessage {
  const { country = null, referrer = null, device = null, utmSource, utmTerm } = values;
  return {
    workspace: 'main',
    receivedAt: start + step.elapsed,
    visit: {
      analyticsSessionId: id,
      pageId,
      audienceId,
      versionId,
      elapsedMs: step.elapsed,
      activeMs: step.active,
      engagedMs: step.engaged,
      maxScrollDepthPercentage: step.scroll / 100,
      ...countsAs('beacon', step),
      hasConversion: step.conversion,
      ...(utmSource === undefined ? {} : { utmSource }),
      ...(utmTerm === undefined ? {} : { utmTerm }),
      ...(pageUrl === undefined ? {} : { pageUrl }),
      ...(form
        ? {
            formSubmit: {
              formSubmissionId: 'form',
              ...(form.email === null ? {} : { email: form.email }),
              ...(form.phone === null ? {} : { phone: form.phone }),
            },
          }
        : {}),
    },
    dimensions: { ...noneFound, country, referrer, device: device as 'mobile' | null },
  };
}

/** A session as another service would import it. */
export function importOf({ id, audienceId, start, step, values, pageUrl, form }: Sent) {
  const { landingPath: _, pageLinkId: __, ...fields } = values;
  return {
    analyticsSessionId: id,
    audienceId,
    hasConversion: step.conversion,
    hasFormSubmit: step.form,
    maxScrollDepthPercentage: step.scroll / 100,
    ...countsAs('field', step),
    timeSpentSeconds: step.engaged / 1000,
    sessionStartedAt: new Date(start).toISOString(),
    sessionEndedAt: new Date(start + step.active).toISOString(),
    pageUrl,
    formSubmissionEmail: form?.email,
    formSubmissionPhone: form?.phone,
    ...fields,
  };
}
