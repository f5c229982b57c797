import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { alter } from './answers.ts';
import { send } from './api.ts';
import { consoleTest, go, goTo, isReady, openReady, readToEnd } from './open.ts';
import { submit, violations } from './tab.ts';

consoleTest('a range is chosen by a key and in a dialog, back restores it, and a row keeps it', async () => {
  const page = await openReady('#/', 'Overview');
  await page.keyboard.press('w');
  await page.waitForURL(/range=7d/);
  await isReady(page, 'Overview');
  expect(await page.getByRole('link', { name: '7 days', exact: true }).getAttribute('aria-current')).toBe(
    'true',
  );
  await page.goBack();
  await page.waitForURL(/#\/$/);

  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Range' });
  await submit(dialog, { 'First day': '2026-03-01', 'Last day': '2026-03-09' }, 'Show');
  await page.getByRole('button', { name: /^1\s?–\s?9 Mar 2026$/ }).waitFor();
  expect(page.url()).toContain('from=2026-03-01&to=2026-03-09');

  await goTo(page, '#/?range=90d', 'Overview');
  await page.locator('.table .row-link').first().click();
  await page.waitForURL(/#\/pages\/page_\w+\?range=90d$/);
});

consoleTest('the list of audiences shows eight, and all of them when it is asked for more', async () => {
  const page = await openReady('#/?range=12m', 'Overview');
  await readToEnd(page);
  const panel = page.getByRole('region', { name: 'Audiences' });
  const names = () => panel.locator('.row-link').allTextContents();
  const first = await names();
  expect(first).toHaveLength(8);
  await panel.getByRole('link', { name: 'Show more' }).click();
  await expect.poll(async () => (await names()).length).toBeGreaterThan(8);
  expect((await names()).slice(0, 8)).toEqual(first);
  await panel.getByRole('link', { name: 'Show less' }).click();
  await expect.poll(names).toEqual(first);
  // A name that a list cuts off can be read.
  const pageName = page.getByRole('table', { name: 'Pages' }).locator('.row-link').first();
  expect(await pageName.getAttribute('title')).toBe(await pageName.textContent());
});

/**
 * The answers of the overview's figures with these counts in place of those of the demo.
 * The numbers of the range that is shown, and of the one before it: `isNow` tells them apart.
 */
async function withFigures(
  page: Page,
  change: (total: Record<string, number>, isNow: boolean) => void,
): Promise<void> {
  type Total = Record<string, number>;
  type Answer = { items: object[]; total: Total; comparedTotal?: Total };
  await alter<Answer>(page, /\/v0\/analytics\/pages\?/, (answer) => {
    change(answer.total, true);
    if (answer.comparedTotal) change(answer.comparedTotal, false);
    return answer.total.totalSessions === 0 ? { ...answer, items: [] } : answer;
  });
}

consoleTest('a visit that is not over is not judged; without visits it says what to do next', async () => {
  const page = await openReady('#/accounts', 'Accounts');
  await withFigures(page, (total) =>
    Object.assign(total, {
      totalSessions: 1,
      bounceEligibleSessions: 0,
      bounceCount: 0,
      conversionCount: 0,
    }),
  );
  await goTo(page, '#/', 'Overview');
  const stats = page.locator('.stat');
  expect(await stats.nth(4).textContent()).toBe('Bounce rate–no finished visit yet');
  // One visit of one is no change in percent.
  expect(await page.locator('.stat .change').count()).toBe(0);

  await page.unroute(/\/v0\/analytics\/pages\?/);
  await withFigures(page, (total, isNow) => {
    if (isNow) Object.assign(total, { totalSessions: 0, avgTimeSpentSeconds: 0 });
  });
  await goTo(page, '#/?range=90d', 'Overview');
  expect(await stats.nth(5).textContent()).toBe('Engaged time–no visits');

  // In place of zeros and an empty chart.
  await page.unroute(/\/v0\/analytics\/pages\?/);
  await withFigures(page, (total) => Object.assign(total, { totalSessions: 0 }));
  await go(page, '#/?range=7d');
  await page.getByRole('link', { name: 'Show the last 12 months' }).waitFor();
  await isReady(page, 'Overview');
  await page.getByRole('link', { name: 'See your pages' }).waitFor();
  expect(await page.locator('.stat, .chart, .feed').count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await page.route(/\/v0\/pages\?/, (route) =>
    route.fulfill({ json: { items: [], hasMore: false, nextCursor: null, totalCount: 0 } }),
  );
  await page.reload();
  await page.getByText('Nothing is measured yet').waitFor();
  const steps = page.getByRole('list', { name: 'Get your first visit' }).getByRole('listitem');
  expect(await steps.allTextContents()).toEqual(['1 Create a page', '2 Paste its script', '3 First visit']);
  expect(await steps.first().getAttribute('aria-current')).toBe('step');
  expect(await page.locator('.stat').count()).toBe(0);
  await isReady(page, 'Overview');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create the first page' }).click();
  await page.getByRole('dialog', { name: 'New page' }).waitFor();

  const only = await send<{ pageId: string; url: string }>('POST', 'pages', {
    title: 'The only page',
    url: 'https://only.example/',
  });
  await page.unroute(/\/v0\/pages\?/);
  await page.route(/\/v0\/pages\?/, (route) =>
    route.fulfill({ json: { items: [only], hasMore: false, nextCursor: null, totalCount: 1 } }),
  );
  await page.goBack();
  await page.reload();
  await page.getByText('No visits yet').waitFor();
  expect(await steps.first().textContent()).toMatch(/Create a page: done$/);
  expect(await steps.nth(1).getAttribute('aria-current')).toBe('step');
  expect(await violations(page)).toEqual([]);
});
