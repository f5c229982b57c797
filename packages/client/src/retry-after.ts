/** The milliseconds since 1970 of a date in a header field (IMF-fixdate). NaN for anything else. */
const dateIn = (text: string | null) => (text?.endsWith('GMT') ? Date.parse(text) : Number.NaN);

/**
 * The seconds that `Retry-After` names, or undefined when it names none. A date is compared with the `Date` of the same
 * answer, because the clock of this machine may be wrong.
 */
export function retryAfterIn(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const now = dateIn(headers.get('date')) || Date.now();
  const seconds = (dateIn(text) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
