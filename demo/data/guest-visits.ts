import { guestsOf } from './guests.ts';
import { demoPages } from './pages.ts';
import { createRandom, type Random } from './random.ts';
import { day, hour, minute } from './time.ts';
import { browsers, countryOf, visitors } from './visitors.ts';
import { type DemoVisit, type DemoVisits, mostConverters } from './visits.ts';

/** How far the visits of guests go back, in days. */
const longest = 90;

/** When a visit began: most are of the last days. Those of a weekend came on its Friday, and none is of tomorrow. */
function startOf(random: Random, hoursLater: number, latest: number): number {
  const part = random.int(0, 999) / 1000;
  const midnight = Math.floor(latest / day) * day - Math.floor(longest * part ** 2.2) * day;
  const weekend = midnight + day > latest ? 0 : ({ 0: 2, 6: 1 }[new Date(midnight).getUTCDay()] ?? 0);
  const at = midnight - weekend * day + (7 + hoursLater) * hour + random.int(0, 10 * hour);
  // In what is left of the day, nobody has come yet.
  const lately = latest - random.int(0, 4 * hour);
  return at > latest ? lately : at;
}

/** A visit of the page of a guest, at some time before `until`. */
export function guestVisit(random: Random, email: string, id: string, until: number): DemoVisit {
  const device = random.choose(visitors.searching.devices);
  const [country, hoursLater] = countryOf(email);
  const isBounce = random.chance(0.12);
  const engaged = isBounce ? random.int(900, 8000) : random.int(15_000, 240_000);
  const lasted = engaged + random.int(0, 4 * minute);
  const startedAt = startOf(random, hoursLater, until - lasted);
  const does = (share: number) => random.chance(share) && !isBounce;
  const [asked, converted] = [does(0.15) ? 1 : 0, does(0.08)];
  const submitted = does(0.12) || (converted && random.chance(mostConverters));
  const form = {
    formSubmissionId: `${id}-form`,
    formSubmissionEmail: email,
    formSubmissionIdentifier: email,
    formSubmissionIdentifierType: 'email' as const,
  };
  return {
    analyticsSessionId: id,
    audience: email,
    computationStatus: 'completed',
    hasConversion: converted,
    hasFormSubmit: submitted,
    ...(submitted && form),
    maxScrollDepthPercentage: isBounce ? random.int(8, 40) : Math.min(100, random.int(35, 125)),
    questionsAskedCount: asked,
    totalClicksCount: (does(0.6) ? random.int(1, 5) : 0) + asked + Number(submitted) + Number(converted),
    timeSpentSeconds: engaged / 1000,
    sessionStartedAt: new Date(startedAt).toISOString(),
    sessionEndedAt: new Date(startedAt + lasted).toISOString(),
    ...(random.chance(0.7) && { utmSource: 'sales', utmMedium: 'email', utmCampaign: 'personal-pages' }),
    country,
    device,
    browser: random.choose(browsers[device]),
  };
}

/**
 * Returns the visits of the audiences of guests, up to `until`. Their ids are the same for every date, so an import on
 * another day recognises them.
 */
export function guestVisits(until: Date): DemoVisits[] {
  const random = createRandom(5);
  return demoPages.map(({ url }) => ({
    pageUrl: url,
    visits: guestsOf(new URL(url).pathname).flatMap(({ email, visits }) =>
      Array.from({ length: visits }, (_, n) =>
        guestVisit(random, email, `demo-guest-${email.replace('.example', '')}-${n}`, until.getTime()),
      ),
    ),
  }));
}
