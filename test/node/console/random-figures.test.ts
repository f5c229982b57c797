import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seed } from '../../turns.ts';
import { api, type Figures, shown, shownRate } from './api.ts';
import { changeOf, figuresShown, rowsOf, sixFigures } from './figures.ts';
import { consoleTest, isReady, openConsole, readToEnd, service } from './open.ts';

// Random questions: a range, a zone, a comparison and filters, put to the console by its address and to the API. npm test
// takes some by its seed; FIGURES_RUNS=100 takes more.

const { FIGURES_RUNS = '4' } = process.env;
const runs = Number(FIGURES_RUNS);

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
type Item = Figures & { value: string | null; pageId: string };

/** The figures that can be chosen: their count, the count and the sample of the rate in lists, and the order of the API. */
const metrics = {
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
type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

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

/** A list beside the chart, as the console must show it. */
function rowsExpected(
  items: Item[],
  before: Item[] | undefined,
  metric: Question['metric'],
): (string | null)[][] {
  const [count, hits, sample] = metrics[metric];
  const rate = (item: Item) => (item[sample] < 30 ? -1 : item[hits] / item[sample]);
  const isByRate = metric === 'forms' || metric === 'bounces';
  const sorted = isByRate ? items.toSorted((a, b) => rate(b) - rate(a)) : items;
  const change = (item: Item) => {
    const then = before?.find(({ value }) => value === item.value)?.[count] ?? 0;
    return item[count] === 0 && then === 0 ? '–' : changeOf(item[count], then);
  };
  return sorted
    .slice(0, 8)
    .map((item) => [
      shown(item[count]),
      ...(before ? [change(item)] : []),
      shownRate(item[hits], item[sample]),
    ]);
}

async function compare(page: Page, question: Question): Promise<void> {
  const { isOverview, zone, metric, by } = question;
  const until = daysLater(dateOf(Date.now()), -1 - question.end);
  const from = daysLater(until, -question.days);
  const days = comparedDays(question, from, until);
  const filters = await filtersOf(question);
  const [span, spanBefore] = [spanOf(from, until, zone), days && spanOf(...days, zone)];
  const scope = isOverview ? '' : `pages/${service.pageId}/`;
  const [count, , , sort] = metrics[metric];
  const interval = question.days <= 2 ? 'hour' : 'day';
  const ask = <T>(of: string, query: string | undefined) =>
    query === undefined ? undefined : api<T>(`${scope}analytics/${of}&${query}${filters}`);
  const series = (query: string | undefined) =>
    ask<{ items: Figures[]; total: Figures }>(`timeseries?interval=${interval}`, query);
  const list = (query: string | undefined) =>
    ask<{ items: Item[] }>(`breakdown?by=${by}&sort=${sort}&limit=100`, query);
  const [now, then, values, valuesBefore, pages] = await Promise.all([
    ...[series(span), series(spanBefore), list(span), list(spanBefore)],
    api<{ items: Item[] }>(`analytics/pages?${span}${filters}`),
  ] as const);
  if (!now || !values) throw new Error('the range is asked for');

  const last = daysLater(until, -1);
  const compared = question.compare && `&compare=${question.compare}`;
  const query = `?from=${from}&to=${last}&zone=${encodeURIComponent(zone)}${compared}${filters}&metric=${metric}`;
  const place = isOverview ? '#/' : `#/pages/${service.pageId}`;
  const at = `${place}${query}`;
  await page.goto('about:blank');
  await page.goto(`${service.address}/console/${at}`);
  await isReady(page, isOverview ? 'Overview' : 'Trailmark');
  await readToEnd(page);
  expect(await sixFigures(page), at).toEqual(figuresShown(now.total));
  if (now.total.totalSessions === 0) return;
  if (then)
    await page
      .getByText(`${shown(then.total.totalSessions)} before`, { exact: true })
      .first()
      .waitFor();

  await page.keyboard.press('t');
  const column = (nth: number) => page.locator(`.figures tbody tr td:nth-child(${nth})`).allTextContents();
  expect(await column(2), at).toEqual(now.items.map((step) => shown(step[count])));
  if (then) {
    const steps = now.items.map((_, index) => then.items[index]);
    expect(await column(3), at).toEqual(steps.map((step) => (step ? shown(step[count]) : '–')));
  }
  const table = await rowsOf(page, by === 'country' ? 'Country' : 'Referrer');
  const expected = rowsExpected(values.items, valuesBefore?.items, metric);
  expect(
    table.map(([, ...cells]) => cells),
    at,
  ).toEqual(expected);
  if (!isOverview) return;
  const rows = await rowsOf(page, 'Pages');
  expect(
    rows.map((cells) => cells[2]),
    at,
  ).toEqual(
    pages.items
      .map(({ totalSessions }) => totalSessions)
      .toSorted((a, b) => b - a)
      .map(shown),
  );
}

consoleTest(`any figures are those of the API, for ${runs} random questions`, async () => {
  const page = await openConsole('#/nothing');
  for (const question of fc.sample(questions, { seed: seed === 'all' ? 1 : seed, numRuns: runs }))
    await compare(page, question);
});
