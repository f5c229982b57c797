import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Figures, get, service } from './api.ts';
import { consoleTest, openReady } from './open.ts';
import { violations } from './tab.ts';

const plots = (page: Page) =>
  page.locator('.plot .u-over').evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top } = one.getBoundingClientRect();
      return { left, right, top };
    }),
  );
const tips = (page: Page) => page.locator('.plot-tip tr:first-child th').allTextContents();
const hashOf = (page: Page) => new URL(page.url()).hash;

const days = { range: 'from=2026-10-01&to=2026-10-31&zone=Europe/Berlin', steps: 31 };
const span = `startDate=${encodeURIComponent('2026-09-30T22:00:00.000Z')}&endDate=${encodeURIComponent('2026-10-31T23:00:00.000Z')}`;

consoleTest('a second measure has a chart below, over the same time; the pointer reads both', async () => {
  const page = await openReady(`#/?${days.range}`, 'Overview');
  expect(await plots(page)).toHaveLength(1);
  await page.getByRole('button', { name: '+ Compare with a measure' }).click();
  const choices = page.locator('.notes .menu-item');
  expect(await choices.allTextContents()).toEqual(['Conversions', 'Forms', 'Bounces', 'Engaged time']);
  expect(await violations(page)).toEqual([]);
  await choices.getByText('Engaged time').click();
  await expect.poll(() => page.locator('.plot .u-over').count()).toBe(2);
  expect(hashOf(page)).toContain('and=time');
  // Numbers as long as "1m 40s" move both charts.
  await expect.poll(async () => new Set((await plots(page)).map(({ left }) => left)).size).toBe(1);
  const [first, second] = await plots(page);
  expect(second?.right).toBe(first?.right);
  expect(second?.top).toBeGreaterThan(first?.top ?? 0);

  for (const nth of [0, 1]) {
    await page
      .locator('.plot .u-over')
      .nth(nth)
      .hover({ position: { x: 300, y: 60 } });
    await expect.poll(async () => (await tips(page)).length).toBe(2);
    const [above, below] = await tips(page);
    expect(above).toMatch(/\d+ Oct/);
    expect(below).toBe(above);
  }
  await page.mouse.move(2, 2);
  await expect.poll(() => tips(page)).toEqual([]);

  // Both as tables, with the numbers of the service.
  await page.keyboard.press('t');
  await expect.poll(() => page.locator('.chart .figures').count()).toBe(2);
  const query = `analytics/timeseries?${span}&timezone=Europe/Berlin&interval=day&limit=1`;
  const { items } = await get<{ items: Figures[] }>(query);
  const shown = (nth: number) =>
    page.locator('.chart').nth(nth).locator('tbody tr td:nth-child(2)').allTextContents();
  expect(await shown(0)).toEqual(items.map(({ totalSessions }) => String(totalSessions)));
  expect(await shown(1)).toHaveLength(days.steps);
  expect((await shown(1)).map((text) => text === '–')).toEqual(
    items.map(({ totalSessions }) => totalSessions === 0),
  );
  await page.locator('.chart').nth(1).getByRole('button', { name: 'Chart', exact: true }).click();
  await expect.poll(() => page.locator('.chart .figures').count()).toBe(1);
  await page.keyboard.press('t');
  await expect.poll(() => page.locator('.chart .figures').count()).toBe(0);
});

consoleTest('the second measure stays in the address until it is removed or is the first', async () => {
  const at = `#/pages/${service.pageId}?range=90d&metric=conversions&and=bounces`;
  const page = await openReady(at, 'Trailmark', { width: 360, height: 740 });
  const names = () => page.locator('figure.chart').evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(await names()).toEqual([
    expect.stringMatching(/^Conversions per/),
    expect.stringMatching(/^Bounces per/),
  ]);
  const stats = page.locator('.stats');
  // Its own line is not drawn twice, also not that of a rate of the same count.
  await stats.getByRole('link', { name: 'Bounce rate' }).click();
  await expect.poll(names).toEqual([expect.stringMatching(/^Bounces per/)]);
  await stats.getByRole('link', { name: 'Visits' }).click();
  await expect
    .poll(names)
    .toEqual([expect.stringMatching(/^Visits per/), expect.stringMatching(/^Bounces per/)]);
  await page.getByRole('link', { name: 'Remove the chart of Bounces' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([expect.stringMatching(/^Visits per/)]);
  expect(hashOf(page)).not.toContain('and=');
  // What added it has the focus.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('+ Compare with a measure');
  await page.goBack();
  await expect.poll(names).toHaveLength(2);
});
