import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { refuse } from './answers.ts';
import { get } from './api.ts';
import { consoleTest, expectErrors, goTo, openReady, readToEnd } from './open.ts';

/** What a click on a button for a file gives: its name, and its rows by the names of the columns. */
async function fileOf(page: Page, what: string | RegExp) {
  const coming = page.waitForEvent('download');
  const name = typeof what === 'string' ? `Download as CSV: ${what}` : what;
  await page.getByRole('button', { name, exact: true }).click();
  const download = await coming;
  const text = readFileSync(await download.path(), 'utf8');
  const rows = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<
    string,
    string
  >[];
  return { name: download.suggestedFilename(), rows };
}

const range = 'from=2026-11-02&to=2026-11-15';
const asked = 'startDate=2026-11-02T00:00:00%2B01:00&endDate=2026-11-16T00:00:00%2B01:00';

consoleTest('what the overview shows is downloaded with its range and its filters', async () => {
  const page = await openReady(`#/?${range}&zone=Europe/Berlin&country=DE`, 'Overview');
  await readToEnd(page);
  type Items = { items: { value?: string; pageId?: string; totalSessions: number }[] };
  const { items } = await get<Items>(`analytics/breakdown?by=referrer&limit=100&country=DE&${asked}`);
  const referrers = await fileOf(page, 'Visits by Referrer');
  expect(referrers.name).toMatch(/^footfall-visits-by-referrer-\d{4}-\d\d-\d\d\.csv$/);
  expect(referrers.rows.map(({ value, totalSessions }) => [value, Number(totalSessions)])).toEqual(
    items.map(({ value, totalSessions }) => [value ?? '', totalSessions]),
  );
  expect(items.length).toBeGreaterThan(0);

  const pages = await get<Items>(`analytics/pages?sort=-totalSessions&country=DE&${asked}`);
  const file = await fileOf(page, 'Visits by page');
  expect(file.rows.map(({ pageId, totalSessions }) => [pageId, Number(totalSessions)])).toEqual(
    pages.items.map(({ pageId, totalSessions }) => [pageId, totalSessions]),
  );
  expect(file.rows[0]?.name).not.toBe('');

  const series = await get<Items>(
    `analytics/timeseries?interval=day&timezone=Europe/Berlin&country=DE&${asked}`,
  );
  const steps = await fileOf(page, /^Download as CSV: Visits per day, 2\s?–\s?15 Nov 2026$/);
  expect(steps.rows.map(({ totalSessions }) => Number(totalSessions))).toEqual(
    series.items.map(({ totalSessions }) => totalSessions),
  );
  for (const name of ['Visits by audience', 'Companies that visited', 'Visits by Country'])
    expect((await fileOf(page, name)).rows.length, name).toBeGreaterThan(0);
});

consoleTest('lists are downloaded with all of their rows', async () => {
  const page = await openReady('#/persons', 'Persons');
  const count = async () => (await get<{ totalCount: number }>('persons/search?limit=1')).totalCount;
  // Other tests create and erase persons: a file counts between two numbers that are the same.
  let [before, rows] = [await count(), (await fileOf(page, 'Persons')).rows.length];
  for (let after = await count(); after !== before; after = await count())
    [before, rows] = [after, (await fileOf(page, 'Persons')).rows.length];
  expect(rows).toBe(before);
  for (const [at, heading, what] of [
    ['#/accounts', 'Accounts', 'Accounts'],
    ['#/links', 'Links', 'Links'],
    ['#/topics', 'Topics', 'Topics'],
    ['#/pages', 'Pages', 'Visits by page'],
    ['#/settings', 'Settings', 'All keys'],
  ] as const) {
    await goTo(page, at, heading);
    expect((await fileOf(page, what)).rows.length, what).toBeGreaterThan(0);
  }
});

consoleTest('a file that cannot be made says why, and one that breaks off is not kept', async () => {
  const page = await openReady('#/accounts', 'Accounts', { own: true });
  const button = page.getByRole('button', { name: 'Download as CSV: Accounts' });
  expectErrors(/Failed to load resource/);
  const file = '**/v0/accounts?*format=csv*';
  await refuse(page, file, 400, {
    code: 'too_many_rows',
    title: 'The file would have too many rows',
    detail: 'The list has 60000 items, and a CSV file at most 45000.',
  });
  await button.click();
  await page
    .getByText(
      'The file “Accounts” was not downloaded. The file would have too many rows. The list has 60000 items, and a CSV file at most 45000.',
    )
    .waitFor();
  await page.unroute(file);
  await page.route(file, (route) => route.abort());
  let isDownloaded = false;
  page.on('download', () => {
    isDownloaded = true;
  });
  await button.click();
  await page.getByText('The service did not answer').waitFor();
  expect(isDownloaded).toBe(false);
});
