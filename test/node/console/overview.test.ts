import type { AudienceSession } from '@footfall/client';
import { expect } from 'vitest';
import { alter, hold } from './answers.ts';
import { get, send } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openReady, readToEnd } from './open.ts';
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

consoleTest('without visits it says what to do next, in place of zeros and an empty chart', async () => {
  const page = await openReady('#/accounts', 'Accounts');
  type Totals = Record<'total' | 'comparedTotal', object>;
  await alter<Totals>(page, /\/v0\/analytics\/pages\?/, ({ total, comparedTotal, ...answer }) => ({
    ...answer,
    items: [],
    total: { ...total, totalSessions: 0 },
    comparedTotal: { ...comparedTotal, totalSessions: 0 },
  }));
  await go(page, '#/?range=7d');
  await page.getByRole('link', { name: 'Show the last 12 months' }).waitFor();
  await isReady(page, 'Overview');
  await page.getByRole('link', { name: 'See your pages' }).waitFor();
  expect(await page.locator('.stat, .chart, .feed').count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  const none = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };
  await page.route(/\/v0\/(pages|accounts|audience_sessions|persons\/search|page_links\/search)\?/, (route) =>
    route.fulfill({ json: none }),
  );
  await page.reload();
  const steps = page.locator('.guide-step');
  await page.getByText('0 of 5 done').waitFor();
  expect(await steps.first().getAttribute('aria-current')).toBe('step');
  expect(await page.getByRole('figure').textContent()).toMatch(/^Example/);
  // No range and no share link over nothing.
  expect(await page.locator('.toolbar, .chart, .feed').count()).toBe(0);
  await isReady(page, 'Overview');
  expect(await violations(page)).toEqual([]);
  for (const [at, heading] of [
    ['#/pages', 'Pages'],
    ['#/persons?list=all', 'Persons'],
    ['#/links', 'Links'],
  ] as const) {
    await goTo(page, at, heading);
    await page.getByRole('link', { name: 'Show me how' }).waitFor();
    expect(await page.locator('.toolbar').count(), heading).toBe(0);
  }
  await goTo(page, '#/', 'Overview');
  // What is loaded is said on each screen, with a way to remove it.
  await page.route('**/v0/sample_data', (route) =>
    route.fulfill({ json: { loadedAt: '2026-03-04T12:00:00.000Z' } }),
  );
  await page.getByRole('button', { name: 'Load sample data' }).waitFor();
  await page.reload();
  await isReady(page, 'Overview');
  await page.getByRole('button', { name: 'Remove the sample data' }).click();
  await page.getByRole('dialog', { name: 'Remove the sample data?' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Create the first page' }).click();
  await page.getByRole('dialog', { name: 'New page' }).waitFor();

  const only = await send<{ pageId: string; url: string }>('POST', 'pages', {
    title: 'The only page',
    url: 'https://only.example/',
  });
  await page.route(/\/v0\/pages\?/, (route) =>
    route.fulfill({ json: { ...none, items: [only], totalCount: 1 } }),
  );
  await page.goBack();
  await page.reload();
  await page.getByText('No visits yet').waitFor();
  await page.getByText('1 of 5 done').waitFor();
  expect(await steps.first().textContent()).toMatch(/Create a page: done$/);
  expect(await steps.nth(1).getAttribute('aria-current')).toBe('step');
  expect(await violations(page)).toEqual([]);
  await page.route(/\/v0\/topics\?/, (route) => route.fulfill({ json: none }));
  await goTo(page, '#/topics', 'Topics');
  await page.getByText('No topics yet').waitFor();
  expect(await page.locator('.toolbar').count()).toBe(0);
  await goTo(page, '#/visits', 'Visits');
  await page.getByRole('link', { name: 'Show me how' }).waitFor();
  expect(await page.locator('.toolbar').count()).toBe(0);
});

consoleTest('the overview says what happened last, with the filter of its address', async () => {
  const { items } = await get<{ items: AudienceSession[] }>('audience_sessions?limit=100&device=mobile');
  const old = items.at(-1);
  const page = await openReady('#/?device=mobile', 'Overview');
  await readToEnd(page);
  const latest = await page
    .locator('.latest > li')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('.badge')?.textContent, one.querySelector('time')?.dateTime ?? '']),
    );
  expect(latest).toHaveLength(10);
  // Other tests send visits meanwhile, after those that were answered.
  const said = new Map(
    items.map(({ hasConversion, hasFormSubmit, sessionStartedAt }) => [
      sessionStartedAt,
      hasConversion ? 'Converted' : hasFormSubmit ? 'Sent a form' : 'Visited',
    ]),
  );
  const known = latest.filter(([, at]) => said.has(at ?? ''));
  expect(known.length).toBeGreaterThan(0);
  expect(known.map(([what]) => what)).toEqual(known.map(([, at]) => said.get(at ?? '')));
  expect(latest.every(([, at = '']) => at >= (old?.sessionStartedAt ?? ''))).toBe(true);
});

consoleTest('what is slow says so once a card, in a card, and what failed says what it is', async () => {
  expectErrors(/500/);
  const page = await openReady('#/topics', 'Topics', {
    own: true,
    width: 390,
    height: 844,
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answers = /\/v0\//;
  const release = await hold(page, answers);
  await page.evaluate(() => {
    location.hash = '#/';
  });
  await page.locator('.stat-empty').first().waitFor();
  await page.locator('.who-came .await').waitFor();
  await page.clock.runFor(3000);
  const notes = page.locator('.slow');
  await notes.first().waitFor();
  const cards = await notes.evaluateAll((all) => all.map((one) => one.closest('section, .card')?.className));
  expect(cards).toEqual(['who-came', 'card']);
  expect((await notes.first().boundingBox())?.y).toBeLessThan(844);
  expect(await page.getByText('Hot: a conversion').filter({ visible: true }).count()).toBe(0);
  expect((await page.locator('.came-item .skeleton').first().boundingBox())?.width).toBeGreaterThan(200);
  await page.evaluate(() => {
    location.hash = '#/accounts';
  });
  const colours = await page
    .locator('main .await > .skeleton')
    .evaluate((room) => [room, document.body].map((one) => getComputedStyle(one).backgroundColor));
  expect(colours[0]).toBe('rgb(255, 255, 255)');
  expect(colours[1]).not.toBe(colours[0]);
  await page.clock.resume();
  release();
  await isReady(page, 'Accounts');
  await page.unroute(answers);

  await page.route(/\/v0\/analytics\/pages\?/, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '' }),
  );
  await go(page, '#/?range=7d');
  const failed = page.getByRole('alert').filter({ hasText: 'We could not load your figures' });
  await failed.getByText('The service answered 500. Nothing was lost.').waitFor();
});
