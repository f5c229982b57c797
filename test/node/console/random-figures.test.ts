import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { api, type Figures, shown, shownRate } from './api.ts';
import { changeOf, figuresShown, rowsOf, sixFigures } from './figures.ts';
import { consoleTest, isReady, openConsole, readToEnd, service } from './open.ts';
import { askedBy, type Item, metrics, type Question, questionsOf, runs } from './questions.ts';

// The figures, chart and lists of the overview and of a page, under random questions.

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
  const { isOverview, metric, by } = question;
  const { span, spanBefore, filters, query: address, interval } = await askedBy(question);
  const scope = isOverview ? '' : `pages/${service.pageId}/`;
  const [count, , , sort] = metrics[metric];
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

  const at = `${isOverview ? '#/' : `#/pages/${service.pageId}`}${address}`;
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
  for (const question of questionsOf(0)) await compare(page, question);
});
