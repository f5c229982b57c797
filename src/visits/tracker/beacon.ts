/**
 * A beacon is one request of the tracker to the collector: the totals of one session on one page so far. Times are
 * milliseconds.
 */
export interface Beacon {
  analyticsSessionId: string;
  pageId: string;
  audienceId?: string | undefined;
  elapsedMs: number;
  activeMs: number;
  engagedMs: number;
  maxScrollDepthPercentage: number;
  clicksCount: number;
  questionsAskedCount: number;
  hasConversion: boolean;
  formSubmit?: FormSubmit;
  pageTitle?: string | undefined;
  pageUrl?: string | undefined;
  utmSource?: string | undefined;
  utmMedium?: string | undefined;
  utmCampaign?: string | undefined;
  utmTerm?: string | undefined;
  utmContent?: string | undefined;
}

export interface Identifiers {
  email?: string | undefined;
  phone?: string | undefined;
  linkedin?: string | undefined;
}

export interface FormSubmit extends Identifiers {
  formSubmissionId: string;
}

/** A page of Footfall, and the audience for which it is shown. */
export interface Target {
  page: string;
  audience?: string | null | undefined;
}

/** A random id that the collector accepts. Not randomUUID, which is missing on http. */
export const newId = (): string =>
  crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(5)).join('-');

/**
 * The text if the collector accepts it: at most `max` characters, no control characters, no lone surrogates.
 * Otherwise undefined.
 */
export const printable = (text: string | null, max: number): string | undefined =>
  text
    ?.slice(0, max)
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim() || undefined;

/** The totals of a session that starts now. The URL has no fragment, because fragments often contain secrets. */
export function newBeacon({ page, audience }: Target): Beacon {
  const query = new URLSearchParams(location.search);
  const beacon: Beacon = {
    analyticsSessionId: newId(),
    pageId: page,
    audienceId: audience || undefined,
    elapsedMs: 0,
    activeMs: 0,
    engagedMs: 0,
    maxScrollDepthPercentage: 0,
    clicksCount: 0,
    questionsAskedCount: 0,
    hasConversion: false,
    pageUrl: (location.origin + location.pathname + location.search).slice(0, 2048),
  };
  for (const name of ['Source', 'Medium', 'Campaign', 'Term', 'Content'] as const)
    beacon[`utm${name}`] = printable(query.get(`utm_${name.toLowerCase()}`), 255);
  return beacon;
}
