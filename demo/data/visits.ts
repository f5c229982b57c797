import type { ImportedSession } from '../../src/sessions/import-schemas.ts';
import { demoPersons } from './persons.ts';
import { createRandom, type Random } from './random.ts';
import { day, hour, minute } from './time.ts';

/** A session to import. Its audience is given by its person's email or its custom name, as in pages.ts. */
export type DemoVisit = Omit<ImportedSession, 'pageTitle' | 'pageUrl' | 'audienceId'> & {
  audience: string | null;
};

/** The sessions of the page that has this URL. */
export interface DemoVisits {
  pageUrl: string;
  visits: DemoVisit[];
}

type Utm = Pick<ImportedSession, 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'>;

/** Sources of visitors. A source that is listed twice is twice as frequent. */
const sources = {
  search: [
    {},
    {},
    { utmSource: 'google', utmMedium: 'organic' },
    { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'footfall-brand', utmTerm: 'people counter' },
    { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'footfall-brand', utmTerm: 'visitor counting' },
    { utmSource: 'bing', utmMedium: 'cpc', utmCampaign: 'footfall-brand' },
    { utmSource: 'linkedin', utmMedium: 'social', utmCampaign: 'staffing-webinar' },
  ],
  social: [
    { utmSource: 'linkedin', utmMedium: 'paid-social', utmCampaign: 'industries', utmContent: 'video' },
    { utmSource: 'linkedin', utmMedium: 'paid-social', utmCampaign: 'industries', utmContent: 'carousel' },
    { utmSource: 'linkedin', utmMedium: 'social' },
    {},
  ],
  news: [
    { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'comparing-periods', utmContent: 'button' },
    { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'comparing-periods', utmContent: 'footer' },
    {},
  ],
  mail: [{ utmSource: 'sales', utmMedium: 'email', utmCampaign: 'personal-pages' }, {}],
} satisfies Record<string, Utm[]>;

/**
 * The visitors of a path: audience, number, share that bounces, median seconds of those who stay, clicks of those who
 * click; shares of those who stay that ask, submit and convert; source; days before `until`, 1 to 35 by default.
 */
type Crowd = [
  audience: string | null,
  count: number,
  bounces: number,
  seconds: number,
  clicks: number,
  asks: number,
  submits: number,
  converts: number,
  source: keyof typeof sources,
  days?: [last: number, first: number],
];

const crowds: Record<string, Crowd[]> = {
  '/': [
    [null, 700, 0.48, 34, 2, 0.03, 0.02, 0.02, 'search'],
    ['Logistics', 240, 0.31, 52, 2, 0.07, 0.05, 0.05, 'social'],
    ['Retail', 330, 0.36, 46, 3, 0.05, 0.04, 0.07, 'social'],
    ['Returning customers', 140, 0.22, 21, 1, 0.04, 0, 0.01, 'news'],
    ['Autumn launch', 70, 0.4, 38, 2, 0.02, 0.06, 0.09, 'news', [21, 35]],
    ['zoe.lindqvist@northwind.example', 20, 0.1, 95, 4, 0.25, 0.1, 0.05, 'mail'],
  ],
  '/pricing': [
    [null, 480, 0.33, 58, 2, 0.08, 0.05, 0.04, 'search'],
    ['Above 200 seats', 130, 0.18, 104, 3, 0.16, 0.14, 0.02, 'social'],
    ['mthistlewood@oakmere.example', 14, 0.1, 120, 3, 0.2, 0, 0.1, 'mail'],
    ['a.schafer@lindenhof.example', 16, 0.1, 140, 4, 0.35, 0.15, 0.05, 'mail'],
  ],
  '/customers/ridgeline-outdoor': [
    [null, 180, 0.41, 88, 1, 0.02, 0.01, 0.01, 'search'],
    ['Store managers', 95, 0.24, 122, 2, 0.06, 0.06, 0.03, 'social'],
    ['mcastellanos@ridgeline.example', 10, 0, 150, 2, 0.1, 0, 0, 'mail'],
  ],
  '/request-demo': [
    [null, 300, 0.21, 66, 2, 0.05, 0.24, 0.11, 'search'],
    ['Webinar on staffing', 130, 0.14, 71, 2, 0.09, 0.38, 0.19, 'news', [1, 14]],
    ['eleanor.ashworth@kestrel.example', 15, 0.05, 80, 3, 0.3, 0.1, 0.3, 'mail'],
  ],
  '/download-guide': [
    [null, 90, 0.37, 40, 1, 0.01, 0.22, 0.2, 'search'],
    ['Analysts', 40, 0.2, 75, 2, 0.08, 0.35, 0.33, 'news'],
  ],
};

/** How many of a hundred visits begin in each hour (UTC): most before and after lunch, few at night. */
const hours = [1, 0, 0, 0, 0, 1, 2, 5, 9, 11, 10, 8, 6, 8, 10, 9, 7, 5, 3, 2, 1, 1, 1, 0];
const hourChoices = hours.flatMap((weight, index) => Array.from({ length: weight }, () => index));
/** The share of the drawn visits that is kept on each day of the week, Sunday first. */
const weekdays = [0.22, 0.9, 1, 0.97, 0.92, 0.75, 0.3];

const emails = demoPersons().flatMap(({ email }) => email ?? []);

function startOf(random: Random, today: number, [last, first]: [number, number]): number {
  for (;;) {
    const midnight = today - random.int(last, first) * day;
    if (random.chance(weekdays[new Date(midnight).getUTCDay()] ?? 1))
      return midnight + random.pick(hourChoices) * hour + random.int(0, hour - 1);
  }
}

/**
 * Milliseconds of attention of a visitor who stays. Half stay longer than the median, and a few stay many times as
 * long.
 */
function attentionOf(random: Random, median: number): number {
  const part = random.int(100, 900) / 1000;
  return Math.round(Math.min((10 + ((median - 10) * part) / (1 - part)) * 1000, 25 * minute));
}

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

function visitOf(random: Random, crowd: Crowd, id: string, today: number): DemoVisit {
  const [audience, , bounces, median, clicks, asks, submits, converts, source, days = [1, 35]] = crowd;
  const isBounce = random.chance(bounces);
  const does = (share: number) => !isBounce && random.chance(share);
  const engaged = isBounce ? random.int(400, 9900) : attentionOf(random, median);
  // Visitors may look away or leave the tab in the background.
  const lasted = engaged + random.int(0, random.chance(0.4) ? 12 * minute : 4000);
  const startedAt = Math.min(startOf(random, today, days), today - lasted);
  const [asked, submitted, converted] = [does(asks) ? random.int(1, 3) : 0, does(submits), does(converts)];
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
    ...random.pick<Utm>(sources[source]),
  };
}

/**
 * Returns the visits of the 35 days before the day (UTC) of `until`. Their ids are the same for every date, so an
 * import on another day recognises them.
 */
export function demoVisits(until: Date): DemoVisits[] {
  const random = createRandom(4);
  const today = Math.floor(until.getTime() / day) * day;
  return Object.entries(crowds).map(([path, ofPage]) => ({
    pageUrl: `https://www.trailmark.example${path}`,
    visits: ofPage.flatMap((crowd, index) =>
      Array.from({ length: crowd[1] }, (_, n) =>
        visitOf(
          random,
          crowd,
          `demo-visit-${path.slice(path.lastIndexOf('/') + 1) || 'home'}-${index}-${n}`,
          today,
        ),
      ),
    ),
  }));
}
