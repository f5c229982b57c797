import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { importVisits, newPage } from './api.ts';
import { consoleTest, goTo, isReady, openReady } from './open.ts';

/** A visit of a page a moment ago. */
const visit = (pageId: string) => importVisits(pageId, Date.now() - 60_000, {});

/** A screen whose time a test moves. */
async function openWithClock(at: string, heading: string): Promise<Page> {
  const page = await openReady('#/settings', 'Settings', { own: true });
  await page.clock.install();
  await goTo(page, `?clock${at}`, heading);
  return page;
}

const setVisible = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** The visits of each step of the chart's table, by its name. An hour may begin while a test runs. */
async function steps(page: Page): Promise<Map<string, number>> {
  const rows = await page
    .locator('.figures tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  return new Map(rows.map(([name = '', visits = '']) => [name, Number(visits.replaceAll(',', ''))]));
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);

consoleTest('figures, chart and feed of the overview show a new visit by one answer each', async () => {
  const title = `Followed ${process.pid}`;
  const pageId = await newPage(title);
  await visit(pageId);
  const page = await openWithClock('#/?range=7d&compare=off', 'Overview');
  const row = page.getByRole('row', { name: new RegExp(title) });
  const visits = () => row.locator('td').nth(1).textContent();
  const feed = page.getByRole('region', { name: 'Latest activity' });
  // The feed and the lists are loaded once the reader comes near them.
  await expect.poll(() => page.mouse.wheel(0, 3000).then(() => feed.count())).toBe(1);
  await isReady(page, 'Overview');
  await page.keyboard.press('t');
  expect(await visits()).toBe('1');
  const before = await steps(page);
  expect(sum(before)).toBeGreaterThan(0);
  const layout = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().height);
  const height = await layout();
  // What other tests have sent meanwhile is seen first.
  await page.clock.runFor(30_000);
  await isReady(page, 'Overview');
  const requests = askedBy(page);
  await visit(pageId);
  await page.clock.runFor(30_000);
  await expect.poll(visits).toBe('2');
  const hasGrown = async () =>
    [...(await steps(page))].some(([name, visits]) => visits > (before.get(name) ?? 0));
  await expect.poll(hasGrown).toBe(true);
  await expect.poll(() => feed.getByRole('link', { name: title }).count()).toBeGreaterThan(1);
  await isReady(page, 'Overview');
  expect(Math.abs((await layout()) - height)).toBeLessThan(1);
  const count = (end: string) => requests.filter(({ path }) => path.endsWith(end)).length;
  expect(count('/analytics/pages')).toBe(1);
  expect(count('/analytics/timeseries')).toBe(1);
  // The feed, and how many visitors are here now.
  expect(count('/audience_sessions')).toBe(2);
});

consoleTest('the overview asks twice in 30 s while nothing changes, and never in a hidden tab', async () => {
  const page = await openReady('#/settings', 'Settings', { own: true });
  await page.clock.install();
  // Other tests may send visits: here nothing changes.
  const kept = new Map<string, string>();
  await page.route(/\/v0\/(analytics\/pages|audience_sessions)\?/, async (route) => {
    const url = route.request().url();
    const body = kept.get(url) ?? (await (await route.fetch()).text());
    kept.set(url, body);
    await route.fulfill({ body, contentType: 'application/json' });
  });
  // The last that the overview asks for when it opens.
  const tests = page.waitForRequest(/\/v0\/experiments\?/);
  await goTo(page, '?clock#/?compare=off', 'Overview');
  await tests;
  await isReady(page, 'Overview');
  const requests = askedBy(page);
  for (let minute = 0; minute < 4; minute++) {
    await page.clock.runFor(30_000);
    await isReady(page, 'Overview');
  }
  const each = ['/v0/analytics/pages', '/v0/audience_sessions'];
  const paths = () => requests.map(({ path }) => path);
  expect(paths().toSorted()).toEqual(each.flatMap((path) => Array(4).fill(path)));
  await setVisible(page, 'hidden');
  await page.clock.runFor(300_000);
  await isReady(page, 'Overview');
  expect(requests).toHaveLength(8);
  // When one comes back, it is asked at once. The clock goes on, so the next questions may follow.
  await setVisible(page, 'visible');
  await expect.poll(() => paths().slice(8, 10).toSorted()).toEqual(each);
});

consoleTest('what has not changed is not sent again, and stays on the screen', async () => {
  const title = `Unchanged ${process.pid}`;
  const pageId = await newPage(title);
  await visit(pageId);
  const page = await openWithClock(`#/pages/${pageId}?range=7d&compare=off`, title);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/analytics/timeseries')) statuses.push(response.status());
  });
  await page.clock.runFor(30_000);
  await expect.poll(() => statuses).toEqual([304]);
  const visits = page.locator('.stats').getByText('1', { exact: true });
  expect(await visits.count()).toBeGreaterThan(0);
  await visit(pageId);
  await page.clock.runFor(30_000);
  await expect.poll(() => statuses.slice(0, 2)).toEqual([304, 200]);
  await page.locator('.stats').getByText('2', { exact: true }).first().waitFor();
  await page.keyboard.press('t');
  await expect.poll(async () => sum(await steps(page))).toBe(2);
  await page.locator('.panels').scrollIntoViewIfNeeded();
  await page.getByText('2 of 2 visits have no known country').waitFor();
});
