import fc from 'fast-check';
import { seed } from '../../turns.ts';
import { api, type Figures } from './api.ts';
import {
  comparedDays,
  type Days,
  dateOf,
  daysIn,
  daysLater,
  elapsedSpan,
  openDays,
  openRanges,
  spanOf,
  todayIn,
} from './days.ts';

// Random questions: a range, a zone, a comparison and filters, put to the console by its address and to the API. npm test
// takes some by its seed; FIGURES_RUNS=100 takes more.

const { FIGURES_RUNS = '4' } = process.env;
/** How many questions a test puts. */
export const runs = Number(FIGURES_RUNS);
/** How many more it puts of ranges that are not over, or twice as many. */
export const openRuns = Math.ceil(runs / 4);

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
/** What visits are filtered by. */
const dimensions = [
  'referrer',
  'utmCampaign',
  'utmSource',
  'landingPath',
  'country',
  'device',
  'browser',
] as const;
/** An item of a breakdown, of pages or of audiences. */
export type Item = Figures & { value: string | null; pageId: string; audienceId?: string };

/** The figures that can be chosen: their count, the count and the sample of the rate in lists, and the order of the API. */
export const metrics = {
  visits: ['totalSessions', 'conversionCount', 'totalSessions', '-totalSessions'],
  conversions: ['conversionCount', 'conversionCount', 'totalSessions', '-conversionCount'],
  forms: ['formSubmitCount', 'formSubmitCount', 'totalSessions', '-formSubmitCount'],
  bounces: ['bounceCount', 'bounceCount', 'bounceEligibleSessions', '-bounceCount'],
} as const;

/** What every question has. */
const asked = {
  isOverview: fc.boolean(),
  zone: fc.constantFrom(...zones),
  compare: fc.constantFrom('', 'previous', 'year', 'off'),
  metric: fc.constantFrom(...(Object.keys(metrics) as (keyof typeof metrics)[])),
  /** Values by their place among those that the page's visits have; of the same dimension they are alternatives. */
  filters: fc.array(fc.tuple(fc.constantFrom(...dimensions), fc.nat(5)), { maxLength: 3 }),
  /** Which of the records that there are. */
  pick: fc.noBias(fc.nat(1000)),
};

const questions = fc.record({
  ...asked,
  range: fc.record({
    /** Days before yesterday. */
    end: fc.integer({ min: 0, max: 150 }),
    days: fc.oneof(fc.integer({ min: 3, max: 70 }), fc.constantFrom(1, 2, 7, 28)),
  }),
});
/** Those of ranges that are not over: the service may get visits of them at any time. */
const openQuestions = fc.record({ ...asked, range: fc.constantFrom(...openRanges) });

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Question = Of<typeof questions> | Of<typeof openQuestions>;

/** The filters of a question as a part of an address and of a query, of values that there are. */
async function filtersOf({ filters }: Question): Promise<string> {
  const parts = await Promise.all(
    filters.map(async ([by, place]) => {
      const { items } = await api<{ items: Item[] }>(`analytics/breakdown?by=${by}&limit=6`);
      const value = items[place % items.length]?.value ?? null;
      return value === null ? `unknown=${by}` : `${by}=${encodeURIComponent(value)}`;
    }),
  );
  return [...new Set(parts)].map((part) => `&${part}`).join('');
}

/** A question as the API takes it, and as the console has it in its address. */
export interface Asked {
  /** Parts of a query of the API. The spans that are compared are undefined for none. */
  span: string;
  /** What the chart compares with. */
  spanBefore: string | undefined;
  /** What figures are compared with: as much of it as has passed of the range. */
  spanElapsed: string | undefined;
  filters: string;
  /** The query of the address. */
  query: string;
  interval: 'hour' | 'day' | 'month';
  zone: string;
}

/** The interval of a range's steps. */
function intervalOf(days: Days): Asked['interval'] {
  if (daysIn(days) <= 2) return 'hour';
  return daysIn(days) <= 92 ? 'day' : 'month';
}

/** How a question is put now. */
export async function askedBy(question: Question): Promise<Asked> {
  const { zone, metric, compare, range } = question;
  const isOpen = typeof range === 'string';
  const until = isOpen ? '' : daysLater(dateOf(Date.now()), -1 - range.end);
  const days = isOpen ? openDays(range, todayIn(zone)) : { from: daysLater(until, -range.days), until };
  const comparing = { compare, name: isOpen ? range : undefined };
  const before = comparedDays(comparing, days);
  const filters = await filtersOf(question);
  const inAddress = isOpen ? `range=${range}` : `from=${days.from}&to=${daysLater(until, -1)}`;
  return {
    span: spanOf(days, zone),
    spanBefore: before && spanOf(before, zone),
    spanElapsed: elapsedSpan(comparing, days, zone),
    filters,
    query: `?${inAddress}&zone=${encodeURIComponent(zone)}${compare && `&compare=${compare}`}${filters}&metric=${metric}`,
    interval: intervalOf(days),
    zone,
  };
}

/**
 * The random questions of this run: `count` of days that are over, `openCount` of ranges that are not. `place` takes
 * others than those of another test.
 */
export function questionsOf(place: number, count = runs, openCount = openRuns): Question[] {
  const by = { seed: (seed === 'all' ? 1 : seed) + place };
  return [
    ...fc.sample(questions, { ...by, numRuns: count }),
    ...fc.sample(openQuestions, { ...by, numRuns: openCount }),
  ];
}
