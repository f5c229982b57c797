import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inTurn } from '../../turns.ts';
import { get, service } from './api.ts';
import { consoleTest, go, goTo, isReady, openConsole, openReady, readToEnd } from './open.ts';
import { allViolations, overflow, press, submit, violations } from './tab.ts';

interface Totals {
  total: { totalSessions: number };
}

/** The visits of all pages between two days of Berlin, which has summer time then. */
async function visits(first: string, until: string): Promise<string> {
  const midnight = (day: string) => encodeURIComponent(`${day}T00:00:00+02:00`);
  const span = `startDate=${midnight(first)}&endDate=${midnight(until)}`;
  const { total } = await get<Totals>(`analytics/pages?timezone=Europe/Berlin&${span}`);
  return total.totalSessions.toLocaleString('en-GB');
}

const may = 'from=2026-05-01&to=2026-05-30&zone=Europe%2FBerlin';
const more = (page: Page) => page.getByRole('navigation', { name: 'Range' }).getByRole('button');
const versus = (page: Page) => page.getByRole('button', { name: /^vs\. / });
const before = (page: Page) => page.getByText(/ before$/).first();

consoleTest('ranges without a button are in a menu, which keys open, leave and choose from', async () => {
  const page = await openReady('#/?compare=year', 'Overview');
  // Today's part of a day stands beside a whole one: chart and table say so.
  const whole = page.getByText('The gray line shows full days.');
  expect(await whole.textContent()).toContain('figures are compared up to the same time of day');
  const table = page.getByRole('figure', { name: 'Visits per day' }).locator('table');
  expect(await table.getAttribute('aria-describedby')).toBe(await whole.getAttribute('id'));
  await more(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Yesterday/ }).waitFor();
  for (const name of ['This week', 'Last week', 'Last month', 'This year'])
    await page.getByRole('link', { name: new RegExp(`^${name} ?\\d`) }).waitFor();
  await page.getByText('Weeks begin on Monday.').waitFor();
  expect(await page.getByLabel('Time zone', { exact: true }).inputValue()).toBe('Europe/Berlin');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Yesterday/ }).waitFor({ state: 'detached' });
  expect(await more(page).evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Yesterday/ }).waitFor();
  await press(page, 'Tab', 'Enter');
  await page.waitForURL(/#\/\?compare=year&range=yesterday$/);
  await isReady(page, 'Overview');
  expect(await more(page).textContent()).toBe('Yesterday');
  expect(await more(page).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await page.locator('.menu-item:visible').count()).toBe(0);

  // Two keys do the same.
  await press(page, 'b', 'w');
  await page.waitForURL(/range=last-week/);
  await page.getByRole('button', { name: 'Last week', exact: true }).waitFor();
});

consoleTest('a range is compared with the same weekdays, the days or year before, or nothing', async () => {
  const page = await openReady(`#/?${may}`, 'Overview');
  expect(await page.getByText('shows full days.').count()).toBe(0);
  expect(await page.locator('.stat .figure').first().textContent()).toBe(
    await visits('2026-05-01', '2026-05-31'),
  );
  const choose = async (name: RegExp) => {
    await page.locator('.range .toggle.opens-menu').click();
    await page.getByRole('link', { name }).click();
    await isReady(page, 'Overview');
  };
  // May the first was a Friday, as was the 27th of March. Clocks changed on the 29th.
  await expect.poll(() => versus(page).textContent()).toMatch(/^vs\. 27 Mar\s?–\s?25 Apr$/);
  await choose(/^30 days before/);
  expect(page.url()).toContain('compare=previous');
  expect(await before(page).textContent()).toBe(`${await visits('2026-04-01', '2026-05-01')} before`);
  await choose(/^Same dates, a year before/);
  expect(page.url()).toContain('compare=year');
  expect(await versus(page).textContent()).toMatch(/^vs\. 1\s?–\s?30 May 2025$/);
  // The demo has no visits then.
  await page.getByText(/^No visits to compare with: 1\s?–\s?30 May 2025 has none\.$/).waitFor();
  expect(await page.getByText(/ before$/).count()).toBe(0);
  await choose(/^Nothing/);
  expect(page.url()).toContain('compare=off');
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
  await choose(/^Same weekdays, 5 weeks before/);
  expect(page.url()).not.toContain('compare');
});

consoleTest('figures are compared with days that one chooses, and another range forgets them', async () => {
  const page = await openReady(`#/?${may}`, 'Overview');
  await versus(page).click();
  await page.getByRole('button', { name: 'Choose the days …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare with' });
  await submit(dialog, { 'First day': '2026-04-20', 'Last day': '2026-04-19' }, 'Compare');
  await dialog.getByText('The last day must not be before the first.').waitFor();
  await dialog.getByLabel('First day').fill('2026-04-06');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await page.waitForURL(/compare=custom&compareFrom=2026-04-06&compareTo=2026-04-19/);
  await isReady(page, 'Overview');
  expect(await versus(page).textContent()).toMatch(/^vs\. 6\s?–\s?19 Apr$/);
  expect(await before(page).textContent()).toBe(`${await visits('2026-04-06', '2026-04-20')} before`);
  // The chart shows them as far as they go.
  await page.keyboard.press('t');
  const cells = await page.locator('.figures tbody td:nth-child(3)').allTextContents();
  expect(cells.map((cell) => cell === '–')).toEqual(Array.from({ length: 30 }, (_, index) => index >= 14));
  await page.keyboard.press('w');
  await page.waitForURL(/range=7d/);
  expect(page.url()).not.toContain('compare');
});

consoleTest('range and zone go from screen to screen, and the zone waits for the next visit', async () => {
  const page = await openReady('#/?range=90d', 'Overview', { own: true });
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Range' });
  await dialog.getByLabel('Time zone').selectOption('America/New_York');
  await dialog.getByRole('button', { name: 'Show' }).click();
  const zone = page.getByRole('button', { name: 'Time zone America/New York' });
  await zone.waitFor();
  // Days that were not changed are those of the range.
  expect(page.url()).toMatch(/range=90d&zone=America%2FNew_York$/);

  const main = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Accounts', 'Settings', 'Links']) {
    await main.getByRole('link', { name }).click();
    await isReady(page, name);
  }
  expect(page.url()).toMatch(/#\/links\?range=90d&zone=America%2FNew_York$/);
  await zone.waitFor();
  await press(page, 'g', 'o');
  await page.waitForURL(/#\/\?range=90d&zone=America%2FNew_York$/);

  // Links of a screen take them along, too.
  await isReady(page, 'Overview');
  await readToEnd(page);
  await page.getByRole('region', { name: 'Latest activity' }).locator('a[href^="#/pages/"]').first().click();
  await page.waitForURL(/#\/pages\/page_\w+\?range=90d&zone=America%2FNew_York$/);

  // The next visit: the address says what the screen shows.
  await goTo(page, '?again#/pages', 'Pages');
  await page.waitForURL(/#\/pages\?zone=America%2FNew_York$/);
  await zone.waitFor();
  // An address with a zone wins.
  await goTo(page, '?again#/pages?zone=Europe/Berlin', 'Pages');
  expect(await zone.count()).toBe(0);
  await go(page, `?again#/pages`);
  await zone.click();
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL(/#\/pages$/);
  expect(await zone.count()).toBe(0);
});

const looks = (['light', 'dark'] as const).flatMap((theme) => [1440, 360].map((width) => ({ theme, width })));

consoleTest.each(inTurn(looks))(
  'the menus of the range have no barriers in the $theme theme, at $width px',
  async ({ theme, width }) => {
    const page = await openReady('#/?zone=America/Argentina/Buenos_Aires', 'Overview', { theme, width });
    for (const opener of [more(page), versus(page)]) {
      await opener.click();
      const menu = page.locator('.menu-below:popover-open');
      await menu.locator('.menu-item:visible').first().waitFor();
      const box = await menu.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await allViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  },
);

consoleTest('months of which only the last had visits are nothing to compare with', async () => {
  // The demo has visits of a year.
  for (const at of ['#/?range=12m', `#/pages/${service.pageId}?range=12m`]) {
    const page = await openConsole(at);
    await page.getByText(/^No visits to compare with( before 1 \w+ \d{4}|: .* has none)\.$/).waitFor();
    expect(await page.getByText(/^[\d,]+ before$/).count()).toBe(0);
    expect(await page.getByText('Period before').count()).toBe(0);
  }
});
