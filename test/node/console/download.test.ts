import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { refuse } from './answers.ts';
import { get } from './api.ts';
import { rowsOf } from './figures.ts';
import { consoleTest, expectErrors, goTo, isReady, openReady, readToEnd } from './open.ts';

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

/** Sorts a table by a column, until its rows are in order. */
async function sortBy(page: Page, label: string) {
  const head = page.getByRole('columnheader').filter({ hasText: new RegExp(`^${label}$`) });
  await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).not.toBeNull();
  await isReady(page, (await page.getByRole('heading', { level: 1 }).textContent()) ?? '');
}

consoleTest('the file of a screen has the rows and figures that it shows, in its order', async () => {
  const screens = [
    {
      at: '#/accounts',
      title: 'Accounts',
      sorts: ['Visits', 'Visits', 'Company', 'Conversions'],
      // Beside the name, which has initials before it, and the line of visits.
      shown: ([, domain, people, , ...figures]: string[]) => [
        domain,
        people?.split(' ')[0],
        ...figures.slice(0, 3),
      ],
      filed: (row: Record<string, string>) => [
        row['account.domain'],
        row.peopleCount,
        row.totalSessions,
        row.engagedSessions,
        row.conversionCount,
      ],
    },
    {
      at: '#/persons',
      title: 'Persons',
      sorts: ['Visits', 'Engaged'],
      shown: ([, contact, , ...figures]: string[]) => [contact, ...figures.slice(0, 3)],
      filed: (row: Record<string, string>) => [
        row['person.email'],
        row.totalSessions,
        row.engagedSessions,
        row.conversionCount,
      ],
    },
    {
      at: '#/links',
      title: 'Links',
      sorts: ['Visits', 'Link', 'Leads to'],
      shown: ([link = '', , , visits]: string[]) => [link.slice(link.indexOf('/')), visits],
      filed: (row: Record<string, string>) => [row.path, row['visits.totalSessions']],
    },
    {
      at: '#/visits',
      title: 'Visits',
      sorts: ['Who', 'Began'],
      // With the company, behind the name, and with the page, which a phone shows there.
      shown: ([, who = '', , page = '']: string[]) => [
        (who.endsWith(page) ? who.slice(0, who.length - page.length) : who).split(' · ')[1] ?? '',
      ],
      filed: (row: Record<string, string>) => [row.companyName ?? ''],
    },
  ];
  const page = await openReady('#/topics', 'Topics');
  for (const { at, title, sorts, shown, filed } of screens) {
    await goTo(page, `${at}?${range}&zone=Europe/Berlin`, title);
    for (const label of ['', ...sorts]) {
      if (label) await sortBy(page, label);
      // A table draws the rows in the window, and a gap in place of the others.
      const drawn = (await rowsOf(page, title)).filter((row) => row.length > 1);
      const rows = drawn.map((row) => shown(row.map((text) => text ?? '')));
      const file = await fileOf(page, title);
      expect(rows.length, `${title} by ${label}`).toBeGreaterThan(5);
      expect(file.rows.slice(0, rows.length).map(filed), `${title} by ${label}`).toEqual(rows);
    }
  }
});

consoleTest('lists are downloaded with all of their rows', async () => {
  const page = await openReady('#/persons?list=all', 'Persons');
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
  const page = await openReady('#/accounts?list=all', 'Accounts', { own: true });
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
