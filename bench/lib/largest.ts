import { pathOf, valuesOf } from './flood.ts';
import type { Loaded } from './state.ts';
import { until } from './visits.ts';

/** A request, and what a table says of it. */
export interface Step {
  name: string;
  route: string;
}

const day = 86_400_000;
type Query = Record<string, string | number>;
const rangeOf = (start: number, end: number) => ({
  startDate: new Date(start).toISOString(),
  endDate: new Date(end).toISOString(),
});

/** Builds steps of a page, and of the workspace. */
function stepsOf(pageId: string) {
  const step = (name: string, path: string, query: Query): Step => ({
    name,
    route: `/v0/${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  });
  return {
    list: (name: string, query: Query) =>
      step(`list, ${name}`, `pages/${pageId}/audience_sessions`, { limit: 100, ...query }),
    file: (name: string, query: Query) =>
      step(`file, ${name}`, `pages/${pageId}/audience_sessions`, { format: 'csv', ...query }),
    fileOfAll: (what: string, name: string, query: Query) =>
      step(`file of ${what}, ${name}`, `analytics/${what}`, { format: 'csv', ...query }),
    ofPage: (what: string, name: string, query: Query) =>
      step(`${what}, ${name}`, `pages/${pageId}/analytics/${what}`, query),
    ofAll: (what: string, name: string, query: Query) =>
      step(`workspace ${what}, ${name}`, `analytics/${what}`, { limit: 100, ...query }),
  };
}

/** The largest questions about the loaded sessions. */
export function largestQuestions({ pageId, second, accounts }: Loaded): Step[] {
  const { list, file, fileOfAll, ofPage, ofAll } = stepsOf(pageId);
  const year = rangeOf(until - 365 * day, until);
  const hours = { ...rangeOf(until - 41 * day, until), interval: 'hour' };
  const days = { ...year, interval: 'day' };
  const rare = { utmTerm: 'price of 150 seats' };
  const two = { country: 'DE', browser: 'Safari' };
  const many = { ...two, device: 'mobile', unknown: 'utmTerm' };
  return [
    list('all', {}),
    list('a rare utmTerm', rare),
    list('country, browser, device, no utmTerm', many),
    list('with a conversion, a rare landingPath', {
      hasConversion: 'true',
      landingPath: '/landing/product-24',
    }),
    file('a year', year),
    fileOfAll('audiences', 'a year beside the one before', {
      ...year,
      compareStartDate: new Date(until - 730 * day).toISOString(),
      compareEndDate: new Date(until - 365 * day).toISOString(),
    }),
    fileOfAll('breakdown', 'a year by utmTerm', { ...year, by: 'utmTerm' }),
    ofPage('timeseries', '984 hours', hours),
    ofPage('timeseries', '984 hours, a rare utmTerm', { ...hours, ...rare }),
    ofPage('timeseries', 'a year of days', days),
    ofPage('timeseries', 'a year of days, country, browser, device, no utmTerm', { ...days, ...many }),
    ofPage('breakdown', 'a year by utmTerm', { ...year, by: 'utmTerm', limit: 100 }),
    ofPage('breakdown', 'a year by landingPath', { ...year, by: 'landingPath', limit: 100 }),
    ofPage('breakdown', 'a year by utmTerm, country, browser', {
      ...year,
      by: 'utmTerm',
      limit: 100,
      ...two,
    }),
    ofPage('audiences', 'a year', year),
    ofPage('audiences', 'a year, a rare utmTerm', { ...year, ...rare }),
    stepsOf(second.pageId).ofPage('audiences', `a year of ${second.audienceIds.length}`, year),
    ofAll('timeseries', 'a year of days', days),
    ofAll('timeseries', 'a year of days, country, browser', { ...days, ...two }),
    ofAll('breakdown', 'a year by utmTerm', { ...year, by: 'utmTerm' }),
    ofAll('breakdown', 'a year by referrer, country, browser', { ...year, by: 'referrer', ...two }),
    ofAll('pages', 'a year', year),
    ofAll('pages', 'a year, country, browser', { ...year, ...two }),
    ...(accounts
      ? [
          ofAll('accounts', 'a year', year),
          ofAll('accounts', 'a year by day, by people', { ...year, interval: 'day', sort: '-peopleCount' }),
          ofAll('persons', 'a year', year),
          ofPage('breakdown', 'a year by pageLinkId', { ...year, by: 'pageLinkId', limit: 100 }),
        ]
      : []),
  ];
}

/** Questions that read the values of a flood of a page within the day up to `end`. */
export function floodQuestions(pageId: string, end: number): Step[] {
  const { list, file, ofPage, ofAll } = stepsOf(pageId);
  const range = rangeOf(end - day, end);
  const hours = { ...range, interval: 'hour' };
  const { pageUrl: _, ...one } = { ...valuesOf(17), landingPath: pathOf(17) };
  const { landingPath, utmTerm } = one;
  return [
    list('all', range),
    list('a utmTerm', { ...range, utmTerm }),
    list('a landingPath', { ...range, landingPath }),
    list('a value of each', { ...range, ...one }),
    file('all', range),
    ofPage('timeseries', 'a day of hours', hours),
    ofPage('timeseries', 'a day of hours, a landingPath', { ...hours, landingPath }),
    ofPage('timeseries', 'a day of hours, a value of each', { ...hours, ...one }),
    ofPage('breakdown', 'by utmTerm', { ...range, by: 'utmTerm', limit: 100 }),
    ofPage('breakdown', 'by referrer', { ...range, by: 'referrer', limit: 100 }),
    ofPage('breakdown', 'by landingPath', { ...range, by: 'landingPath', limit: 100 }),
    ofPage('breakdown', 'by landingPath, a value of each', {
      ...range,
      ...one,
      by: 'landingPath',
      limit: 100,
    }),
    ofPage('audiences', 'a landingPath', { ...range, landingPath }),
    ofAll('timeseries', 'a day of hours', hours),
    ofAll('timeseries', 'a day of hours, a landingPath', { ...hours, landingPath }),
    ofAll('breakdown', 'by utmCampaign', { ...range, by: 'utmCampaign' }),
    ofAll('breakdown', 'by landingPath', { ...range, by: 'landingPath' }),
    ofAll('pages', 'a landingPath', { ...range, landingPath }),
  ];
}
