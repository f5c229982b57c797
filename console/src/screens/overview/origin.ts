import { country } from '../../lib/format.ts';

interface Origin {
  referrer: string | null;
  country: string | null;
  device: string | null;
}

/** Where a visit came from, in a line: "from google.com · Germany · desktop". A device alone is not an origin. */
export const originOf = (visit: Origin): string =>
  [visit.referrer && `from ${visit.referrer}`, visit.country && country(visit.country), visit.device]
    .filter(Boolean)
    .join(' · ');
