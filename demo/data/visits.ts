import { mapValues } from 'es-toolkit/object';
import type { ImportedSession } from '#footfall/client';
import type { Device } from '../../src/lib/devices.ts';
import { demoPersons } from './persons.ts';
import { type Choices, createRandom, type Random } from './random.ts';
import { type Channel, sources } from './sources.ts';
import { day, hour, minute } from './time.ts';
import { browsers, type Country, countryOf, visitors } from './visitors.ts';
import { strengthOn, visitsOn, yearDays } from './year.ts';

/** A session to import. Its audience is given by its person's email or its custom name, as in pages.ts. */
export type DemoVisit = Omit<ImportedSession, 'pageTitle' | 'pageUrl' | 'audienceId'> & {
  audience: string | null;
};

/** The visit with a form whose sender is not known. */
export const anonymous = <Visit extends DemoVisit>({
  formSubmissionEmail: _,
  formSubmissionIdentifier: __,
  formSubmissionIdentifierType: ___,
  ...visit
}: Visit) => visit;

/** The sessions of the page that has this URL. */
export interface DemoVisits {
  pageUrl: string;
  visits: DemoVisit[];
}

/**
 * The visitors of a path: audience, number in a year, share that bounces, median seconds of those who stay, clicks of
 * those who click; shares of those who stay that ask, submit and convert; where they come from.
 */
export type Crowd = [
  audience: string | null,
  count: number,
  bounces: number,
  seconds: number,
  clicks: number,
  asks: number,
  submits: number,
  converts: number,
  source: keyof typeof sources,
];

/** The visitors of each path. */
export const crowds: Record<string, Crowd[]> = {
  '/': [
    [null, 3700, 0.48, 34, 2, 0.03, 0.02, 0.02, 'web'],
    ['Logistics', 850, 0.31, 52, 2, 0.07, 0.05, 0.03, 'social'],
    ['Retail', 1200, 0.36, 46, 3, 0.05, 0.04, 0.09, 'social'],
    ['Returning customers', 600, 0.22, 21, 1, 0.04, 0, 0.01, 'news'],
    ['Autumn launch', 280, 0.4, 38, 2, 0.02, 0.06, 0.02, 'launch'],
    ['zoe.lindqvist@northwind.example', 50, 0.1, 95, 4, 0.25, 0.1, 0.05, 'mail'],
  ],
  '/pricing': [
    [null, 2050, 0.33, 58, 2, 0.08, 0.05, 0.04, 'site'],
    ['Above 200 seats', 470, 0.18, 104, 3, 0.16, 0.14, 0.02, 'social'],
    ['mthistlewood@oakmere.example', 40, 0.1, 120, 3, 0.2, 0, 0.1, 'mail'],
    ['a.schafer@lindenhof.example', 45, 0.1, 140, 4, 0.35, 0.15, 0.05, 'mail'],
  ],
  '/customers/ridgeline-outdoor': [
    [null, 780, 0.41, 88, 1, 0.02, 0.01, 0.01, 'web'],
    ['Store managers', 350, 0.24, 122, 2, 0.06, 0.06, 0.03, 'social'],
    ['mcastellanos@ridgeline.example', 30, 0, 150, 2, 0.1, 0, 0, 'mail'],
  ],
  '/request-demo': [
    [null, 1100, 0.21, 66, 2, 0.05, 0.24, 0.11, 'site'],
    ['Webinar on staffing', 220, 0.14, 71, 2, 0.09, 0.38, 0.19, 'webinar'],
    ['eleanor.ashworth@kestrel.example', 45, 0.05, 80, 3, 0.3, 0.1, 0.3, 'mail'],
  ],
  '/download-guide': [
    [null, 340, 0.37, 40, 1, 0.01, 0.22, 0.2, 'site'],
    ['Analysts', 120, 0.2, 75, 2, 0.08, 0.35, 0.33, 'news'],
  ],
};

/** How many of a hundred visits begin in each hour: most before and after lunch, few at night. */
export const hours = [1, 0, 0, 0, 0, 1, 2, 5, 9, 11, 10, 8, 6, 8, 10, 9, 7, 5, 3, 2, 1, 1, 1, 0];
const hourChoices: Choices<number> = hours.map((weight, index) => [index, weight]);

const emails = demoPersons().flatMap(({ email }) => email ?? []);

/** A day (UTC), and the channels that bring visitors on it. */
export interface Day {
  midnight: number;
  channels: Choices<Channel>;
}

/** The days of the year before `today`, each with the weight of its visits. */
function daysOf(source: Channel[], today: number): Choices<Day> {
  return Array.from({ length: yearDays }, (_, index) => {
    const midnight = today - (index + 1) * day;
    const channels = source.map((channel) => {
      const [weight, , , period] = channel;
      return [channel, period ? weight * strengthOn(midnight, period) : weight] as const;
    });
    const weight = channels.reduce((sum, [, part]) => sum + part, 0);
    return [{ midnight, channels }, weight * visitsOn(midnight, index + 1)];
  });
}

/**
 * Milliseconds of attention of a visitor who stays. Half stay longer than the median, and a few stay many times as
 * long.
 */
function attentionOf(random: Random, median: number): number {
  const part = random.int(100, 900) / 1000;
  return Math.round(Math.min((10 + ((median - 10) * part) / (1 - part)) * 1000, 25 * minute));
}

/** How many of those who convert send a form too. */
export const mostConverters = 0.8;

/** A submitted form, in most cases with an email address. */
function formOf(random: Random, id: string, audience: string | null) {
  const email = audience?.includes('@') ? audience : random.pick(emails);
  const identifier = {
    formSubmissionEmail: email,
    formSubmissionIdentifier: email,
    formSubmissionIdentifierType: 'email' as const,
  };
  return { formSubmissionId: `${id}-form`, ...(random.chance(0.9) && identifier) };
}

/** A visit of one of these days. It has ended when `today` begins. */
export function visitOf(
  random: Random,
  crowd: Crowd,
  id: string,
  days: Choices<Day>,
  today: number,
): DemoVisit {
  const [audience, , bounces, median, clicks, asks, submits, converts] = crowd;
  const { midnight, channels } = random.choose(days);
  const [, who, origin] = random.choose(channels);
  const device = random.choose<Device>(visitors[who].devices);
  const chosen = random.choose<Country>(visitors[who].countries);
  const [country, hoursLater] = audience?.includes('@') ? countryOf(audience) : chosen;
  const isBounce = random.chance(Math.min(0.95, bounces * visitors[who].bounces));
  const does = (share: number) => !isBounce && random.chance(share);
  const engaged = isBounce ? random.int(400, 9900) : attentionOf(random, median);
  // Visitors may look away or leave the tab in the background.
  const lasted = engaged + random.int(0, random.chance(0.4) ? 12 * minute : 4000);
  const localHour = random.choose(hourChoices);
  const at = midnight + ((localHour + hoursLater + 24) % 24) * hour + random.int(0, hour - 1);
  const startedAt = Math.min(at, today - lasted);
  const [asked, converted] = [does(asks) ? random.int(1, 3) : 0, does(converts)];
  // Most who convert leave their address, where a form asks for it.
  const hasForm = submits > 0 || audience?.includes('@') === true;
  const submitted = does(submits) || (converted && hasForm && random.chance(mostConverters));
  return {
    analyticsSessionId: id,
    audience,
    computationStatus: 'completed',
    hasConversion: converted,
    hasFormSubmit: submitted,
    ...(submitted && formOf(random, id, audience)),
    maxScrollDepthPercentage: isBounce ? random.int(8, 40) : Math.min(100, random.int(25, 125)),
    questionsAskedCount: asked,
    // A question, a form submit and a conversion each include a click.
    totalClicksCount:
      (does(0.5) ? random.int(1, 2 * clicks) : 0) + asked + Number(submitted) + Number(converted),
    timeSpentSeconds: engaged / 1000,
    sessionStartedAt: new Date(startedAt).toISOString(),
    sessionEndedAt: new Date(startedAt + lasted).toISOString(),
    ...origin,
    country,
    device,
    browser: random.choose(browsers[device]),
  };
}

/**
 * Returns the visits of the year before the day (UTC) of `until`. Their ids are the same for every date, so an import
 * on another day recognises them.
 */
export function demoVisits(until: Date): DemoVisits[] {
  const random = createRandom(4);
  const today = Math.floor(until.getTime() / day) * day;
  const days = mapValues(sources, (source: Channel[]) => daysOf(source, today));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1) || 'home';
  return Object.entries(crowds).map(([path, ofPage]) => ({
    pageUrl: `https://www.trailmark.example${path}`,
    visits: ofPage.flatMap((crowd, index) =>
      Array.from({ length: crowd[1] }, (_, n) =>
        visitOf(random, crowd, `demo-visit-${nameOf(path)}-${index}-${n}`, days[crowd[8]], today),
      ),
    ),
  }));
}
