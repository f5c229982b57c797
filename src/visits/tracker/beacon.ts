import { withoutPrivateValues } from '../../lib/private-values.ts';
import type { BeaconCounts } from '../../vocabulary/counts.ts';
import type { Campaign } from '../../vocabulary/dimensions.ts';
import { ofDocument } from './browser.ts';

/** One request of the tracker to the collector: the totals of one session on one page so far, in milliseconds. */
export interface Beacon extends BeaconCounts, Partial<Record<Campaign, string | undefined>> {
  analyticsSessionId: string;
  pageId: string;
  audienceId?: string | null | undefined;
  versionId?: string | null | undefined;
  experimentId?: string | null | undefined;
  unit?: string | null | undefined;
  elapsedMs: number;
  activeMs: number;
  engagedMs: number;
  maxScrollDepthPercentage: number;
  hasConversion: boolean;
  /** Whether the visitor has clicked on the action of the page. */
  hasActionClick?: true;
  /** Whether the visitor has moved, typed, clicked or touched anything. Scanners of mail gateways have not. */
  hasInput?: true;
  /** Why this visit is not measured. Such a beacon has no other data. */
  leftOut?: LeftOut | undefined;
  formSubmit?: FormSubmit;
  pageTitle?: string | undefined;
  pageUrl?: string | undefined;
  /** Names of fields, until the first beacon that is answered. */
  foundFields?: string | undefined;
  /** The host of the website that led here. */
  referrer?: string | undefined;
}

/** A visit of the website's own people, or of a program that drives a browser. */
export type LeftOut = 'own' | 'automated';

export interface Identifiers {
  email?: string | undefined;
  phone?: string | undefined;
  linkedin?: string | undefined;
}

export interface FormSubmit extends Identifiers {
  formSubmissionId: string;
  /** What the website has opted in, by the names of the fields. Missing without an identifier. */
  fields?: Record<string, string | undefined>;
}

/** A page of Footfall, the audience for which it is shown, and in which version. */
export interface Target {
  page: string;
  audience?: string | null | undefined;
  version?: string | null | undefined;
  /** The test that the visitor is in, and the hash of both. */
  experiment?: string | null | undefined;
  unit?: string | null | undefined;
}

/**
 * A random id that the collector accepts. Not randomUUID, which is missing on http. It begins with the half-hour, so the
 * database has sessions of the same time side by side, and reads them four times as fast. More digits would tell the
 * clock of the device.
 */
export const newId = (): string =>
  ((Date.now() / 18e5) | 0) + crypto.getRandomValues(new Uint32Array(3)).join('');

/** The first `max` characters of a text. Undefined if it is blank. */
export const textOf = (text: string | null, max: number): string | undefined =>
  [...(text ?? '')].slice(0, max).join('').trim() || undefined;

/** The host that led to this document, if it is another than the document's own. Text that is no address has none. */
export const referrerHost = (): string | undefined => {
  const found = /:\/\/(www\.)?(\[.*?]|[^/:?#]+)/.exec(ofDocument('referrer'));
  return found?.[2] === location.hostname.replace(/^www\./, '') ? undefined : found?.[0].slice(3);
};

/** The totals of a session that starts now. The URL has no fragment, because fragments often contain secrets. */
export function newBeacon(shown: Target, referrer?: string, leftOut?: LeftOut): Beacon {
  const beacon: Beacon = {
    analyticsSessionId: newId(),
    pageId: shown.page,
    elapsedMs: 0,
    activeMs: 0,
    engagedMs: 0,
    maxScrollDepthPercentage: 0,
    clicksCount: 0,
    questionsAskedCount: 0,
    hasConversion: false,
    leftOut,
  };
  if (leftOut) return beacon;
  beacon.audienceId = shown.audience;
  beacon.versionId = shown.version;
  beacon.experimentId = shown.experiment;
  beacon.unit = shown.unit;
  const url = withoutPrivateValues(location.href.replace(/#.*/, ''));
  beacon.pageUrl = url.slice(0, 2048);
  beacon.referrer = referrer;
  // Links that people have put together have `&amp;utm_source=` or a second `?`.
  const parameters = new URLSearchParams(url.replace(/[?;](?=utm_)/g, '&'));
  for (const name of ['Source', 'Medium', 'Campaign', 'Term', 'Content'] as const)
    beacon[`utm${name}`] = textOf(parameters.get(`utm_${name}`.toLowerCase()), 255);
  return beacon;
}

/**
 * Why visits of this browser are not measured; undefined if they are. `#footfall=ignore` in the address switches them
 * off, `#footfall=count` on. The address loses it, and no route before it,
 * when this is stored, so that a copied link switches no one else off.
 */
export function leftOutAs(): LeftOut | undefined {
  const [address = '', order] = location.href.split('#footfall=');
  try {
    if (order) {
      localStorage['footfall:ignore'] = +(order === 'ignore');
      history.replaceState(history.state, '', address);
    }
    if (localStorage['footfall:ignore'] === '1') return 'own';
  } catch {
    // Blocked or full.
  }
  return navigator.webdriver ? 'automated' : undefined;
}
