import type { ImportedSession } from '#footfall/client';
import type { Origin } from '../data/sources.ts';
import type { Shown } from '../load/shown.ts';
import type { Totals } from './beacons.ts';

/** Where visits are sent, the key of the website, and the address of the website that they come from. */
export interface Collector {
  address: string;
  websiteKey: string;
  site: string;
}

const nothingYet: Totals & { elapsedMs: number } = {
  elapsedMs: 0,
  activeMs: 0,
  engagedMs: 0,
  maxScrollDepthPercentage: 0,
  clicksCount: 0,
  questionsAskedCount: 0,
  hasConversion: false,
};

/** What a visitor of a test reports besides. */
type OfTest = { [Name in 'experimentId' | 'unit']: string | null | undefined };

/** A beacon, without the totals that are 0. */
type Beacon = Pick<ImportedSession, 'analyticsSessionId'> & { pageId: string } & Partial<
    typeof nothingYet & Shown & Origin & { leftOut: 'automated'; foundFields: string } & OfTest
  >;

/** What a local server takes for `request.cf`, where Cloudflare says of which country a request is. */
const cfHeader = 'mf-cf-blob';

/** Sends a beacon as the browser of a visitor does, from a country. Throws when the collector does not take it. */
export async function sendVisit(
  { address, websiteKey, site }: Collector,
  agent: string,
  beacon: Beacon,
  country?: string | null,
): Promise<void> {
  const response = await fetch(`${address}/v0/visits`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': websiteKey,
      'user-agent': agent,
      origin: site,
      ...(country && { [cfHeader]: JSON.stringify({ country }) }),
    },
    body: JSON.stringify({ ...nothingYet, ...beacon }),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`POST /v0/visits: ${response.status} ${text}`);
}
