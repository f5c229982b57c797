import type { ImportedSession } from '#footfall/client';
import type { visitors } from './visitors.ts';
import type { Period } from './year.ts';

/** What a link says of itself, and the host it stands on. */
export type Origin = Pick<
  ImportedSession,
  'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'referrer'
>;

/** Links that lead to a page. The weight is the part of the page's visits, on the first day of the campaign. */
export type Channel = [weight: number, who: keyof typeof visitors, origin: Origin, period?: Period];

const newsletter = (utmCampaign: string, utmContent: string): Origin => ({
  utmSource: 'newsletter',
  utmMedium: 'email',
  utmCampaign,
  utmContent,
});
const google = (utmCampaign: string, utmTerm: string): Origin => ({
  utmSource: 'google',
  utmMedium: 'cpc',
  utmCampaign,
  utmTerm,
  referrer: 'google.com',
});
const bing: Origin = { utmSource: 'bing', utmMedium: 'cpc', utmCampaign: 'brand', referrer: 'bing.com' };
const linkedin = (utmMedium: string, utmCampaign?: string, utmContent?: string): Origin => ({
  utmSource: 'linkedin',
  utmMedium,
  ...(utmCampaign && { utmCampaign }),
  ...(utmContent && { utmContent }),
  referrer: 'linkedin.com',
});
const fair = (utmContent: string): Origin => ({
  utmSource: 'spring-fair',
  utmMedium: 'qr',
  utmCampaign: 'spring-fair',
  utmContent,
});
const partner = (name: string): Origin => ({
  utmSource: name,
  utmMedium: 'referral',
  referrer: `${name}.example`,
});

/** Campaigns begin and end, on the same days of every year. */
const springFair: Period = { first: '03-16', last: '03-27', halfLife: 3 };
const springFollowUp: Period = { first: '03-24', last: '04-24', halfLife: 8 };
const onHackerNews: Period = { first: '05-12', last: '05-16', halfLife: 0.8 };
const openingHours: Period = { first: '01-20', last: '04-30', halfLife: 25 };
const heatMaps: Period = { first: '05-05', last: '08-31', halfLife: 25 };
const autumnLaunch: Period = { first: '09-15', last: '10-31', halfLife: 12 };
const comparingPeriods: Period = { first: '10-06', last: '12-20', halfLife: 25 };
const webinar: Period = { first: '11-03', last: '11-21', halfLife: 8 };

const always: Channel[] = [
  [27, 'searching', {}],
  [38, 'searching', { referrer: 'google.com' }],
  [5, 'searching', { referrer: 'bing.com' }],
  [4, 'searching', { referrer: 'duckduckgo.com' }],
  [2, 'searching', { referrer: 'ecosia.org' }],
  [1.5, 'searching', { utmSource: 'chatgpt.com', referrer: 'chatgpt.com' }],
  [6, 'searching', google('brand', 'trailmark')],
  [7, 'searching', google('visitor-counting', 'people counter')],
  [4, 'searching', google('visitor-counting', 'visitor counting')],
  [2.5, 'searching', bing],
  [4, 'scrolling', linkedin('social')],
  [5, 'reading', partner('shopfitters-journal')],
  [1.5, 'reading', partner('sensor-partners')],
];
const newsletters: Channel[] = [
  [40, 'reading', newsletter('opening-hours', 'button'), openingHours],
  [16, 'reading', newsletter('opening-hours', 'footer'), openingHours],
  [44, 'reading', newsletter('heat-maps', 'button'), heatMaps],
  [18, 'reading', newsletter('heat-maps', 'footer'), heatMaps],
  [44, 'reading', newsletter('comparing-periods', 'button'), comparingPeriods],
  [18, 'reading', newsletter('comparing-periods', 'footer'), comparingPeriods],
];

/** Where the visitors of a page come from. */
export const sources = {
  web: [
    ...always,
    [190, 'standing', fair('booth'), springFair],
    [60, 'standing', fair('flyer'), springFair],
    [44, 'reading', newsletter('spring-fair', 'follow-up'), springFollowUp],
    [1300, 'curious', { referrer: 'news.ycombinator.com' }, onHackerNews],
    [20, 'searching', google('autumn-launch', 'people counter'), autumnLaunch],
    [24, 'scrolling', linkedin('paid-social', 'autumn-launch', 'video'), autumnLaunch],
    [12, 'scrolling', linkedin('paid-social', 'autumn-launch', 'carousel'), autumnLaunch],
    [10, 'scrolling', linkedin('social', 'staffing-webinar'), webinar],
  ],
  /** Most come from another page of the website, which is no referrer. */
  site: [
    [72, 'searching', {}],
    [12, 'searching', { referrer: 'google.com' }],
    [2, 'searching', { referrer: 'bing.com' }],
    [8, 'searching', google('brand', 'trailmark')],
    [2, 'reading', partner('sensor-partners')],
    [26, 'searching', google('autumn-launch', 'people counter'), autumnLaunch],
    [110, 'standing', fair('booth'), springFair],
    [20, 'reading', newsletter('spring-fair', 'follow-up'), springFollowUp],
  ],
  social: [
    [38, 'scrolling', linkedin('paid-social', 'industries', 'video')],
    [26, 'scrolling', linkedin('paid-social', 'industries', 'carousel')],
    [14, 'scrolling', linkedin('social')],
    [22, 'searching', {}],
  ],
  news: [[30, 'reading', {}], ...newsletters],
  launch: [
    [70, 'reading', newsletter('autumn-launch', 'button'), autumnLaunch],
    [30, 'reading', newsletter('autumn-launch', 'footer'), autumnLaunch],
  ],
  webinar: [
    [60, 'reading', newsletter('staffing-webinar', 'button'), webinar],
    [28, 'scrolling', linkedin('social', 'staffing-webinar'), webinar],
    [12, 'reading', {}, webinar],
  ],
  mail: [
    [60, 'searching', { utmSource: 'sales', utmMedium: 'email', utmCampaign: 'personal-pages' }],
    [40, 'searching', {}],
  ],
} satisfies Record<string, Channel[]>;
