import fc from 'fast-check';
import { seed } from '../../turns.ts';
import { api, type Figures } from './api.ts';

// Random questions: a range, a zone, a comparison and filters, put to the console by its address and to the API. npm test
// takes some by its seed; FIGURES_RUNS=100 takes more.

const { FIGURES_RUNS = '4' } = process.env;
/** How many questions a test puts. */
export const runs = Number(FIGURES_RUNS);

const dayMs = 86_400_000;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const dimensions = [
  'referrer',
  'utmCampaign',
  'utmSource',
  'landingPath',
  'country',
  'device',
  'browser',
] as const;
type Dimension = (typeof dimensions)[number];
/** An item of a breakdown, of pages or of audiences. */
export type Item = Figures & { value: string | null; pageId: string; audienceId?: string };

/** The figures that can be chosen: their count, the count and the sample of the rate in lists, and the order of the API. */
export const metrics = {
  visits: ['totalSessions', 'conversionCount', 'totalSessions', '-totalSessions'],
  conversions: ['conversionCount', 'conversionCount', 'totalSessions', '-conversionCount'],
  forms: ['formSubmitCount', 'formSubmitCount', 'totalSessions', '-formSubmitCount'],
  bounces: ['bounceCount', 'bounceCount', 'bounceEligibleSessions', '-bounceCount'],
} as const;

const questions = fc.record({
  isOverview: fc.boolean(),
  /** Days before yesterday. */
  end: fc.integer({ min: 0, max: 150 }),
  days: fc.oneof(fc.integer({ min: 3, max: 70 }), fc.constantFrom(1, 2, 7, 28)),
  zone: fc.constantFrom(...zones),
  compare: fc.constantFrom('', 'previous', 'year', 'off'),
  metric: fc.constantFrom(...(Object.keys(metrics) as (keyof typeof metrics)[])),
  by: fc.constantFrom<Dimension>('country', 'referrer'),
  /** Values by their place among those that the page's visits have; of the same dimension they are alternatives. */
  filters: fc.array(fc.tuple(fc.constantFrom(...dimensions), fc.nat(5)), { maxLength: 3 }),
});
export type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

/** The day (UTC) of a time. */
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const daysLater = (date: string, days: number) => dateOf(Date.parse(date) + days * dayMs);

/** The first moment of a day in a zone, found by what its clocks show. Clocks of these zones change in the small hours. */
function startOf(date: string, zone: string): string {
  const shownAt = (at: number) =>
    Date.parse(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(' ', 'T')}Z`,
    );
  const wanted = Date.parse(`${date}T00:00:00Z`);
  let at = wanted;
  for (let turn = 0; turn < 3; turn++) at += wanted - shownAt(at);
  return new Date(at).toISOString();
}

/** The days from one to another, as a part of a query. */
const spanOf = (from: string, until: string, zone: string) =>
  `timezone=${zone}&startDate=${startOf(from, zone)}&endDate=${startOf(until, zone)}`;

/** The days that a question compares with, moved back as the documents say; undefined for none. */
function comparedDays(
  { compare, days }: Question,
  from: string,
  until: string,
): [string, string] | undefined {
  if (compare === 'off') return undefined;
  const move = compare === 'previous' ? days : 7 * Math.ceil(days / 7);
  if (compare !== 'year') return [daysLater(from, -move), daysLater(until, -move)];
  const back = (date: string) => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return [back(from), daysLater(back(daysLater(until, -1)), 1)];
}

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
  /** Parts of a query of the API. The span that is compared is undefined for none. */
  span: string;
  spanBefore: string | undefined;
  filters: string;
  /** The query of the address. */
  query: string;
  interval: 'hour' | 'day';
}

/** How a question is put. */
export async function askedBy(question: Question): Promise<Asked> {
  const { zone, metric, compare, end } = question;
  const until = daysLater(dateOf(Date.now()), -1 - end);
  const from = daysLater(until, -question.days);
  const days = comparedDays(question, from, until);
  const filters = await filtersOf(question);
  const range = `from=${from}&to=${daysLater(until, -1)}&zone=${encodeURIComponent(zone)}`;
  return {
    span: spanOf(from, until, zone),
    spanBefore: days && spanOf(...days, zone),
    filters,
    query: `?${range}${compare && `&compare=${compare}`}${filters}&metric=${metric}`,
    interval: question.days <= 2 ? 'hour' : 'day',
  };
}

/** The random questions of this run; `place` takes others than those of another test. */
export const questionsOf = (place: number, count = runs): Question[] =>
  fc.sample(questions, { seed: (seed === 'all' ? 1 : seed) + place, numRuns: count });
