import type { LeftOutList } from '@footfall/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inTurn } from '../../turns.ts';
import { collect, get, markup, service } from './api.ts';
import { shown } from './figures.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openReady } from './open.ts';
import { submit, violations } from './tab.ts';

const october = 'from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin';
const instants = 'startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z';
const mostVisits = `analytics/pages?timezone=Europe/Berlin&${instants}&sort=-totalSessions`;

/** The visits in the rows of the table. */
const visitsIn = (page: Page): Promise<string[]> =>
  page.locator('.table tbody tr td:nth-child(2)').allTextContents();

consoleTest('the list has the figures of the API, is searched and sorted in the address', async () => {
  const { items } = await get<{ items: { totalSessions: number }[] }>(mostVisits);
  const page = await openReady(`#/pages?${october}`, 'Pages');
  await expect
    .poll(async () => (await visitsIn(page)).slice(0, items.length))
    .toEqual(items.map(({ totalSessions }) => shown(totalSessions)));
  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  await page.waitForURL(/sort=visits/);
  await expect.poll(async () => (await visitsIn(page)).at(-1)).toBe(shown(items[0]?.totalSessions ?? 0));

  await page.getByRole('searchbox').fill('pricing');
  await page.waitForURL(/q=pricing/);
  await expect.poll(() => page.locator('.row-link').count()).toBe(1);
  await page.getByRole('searchbox').fill('nothing has this name');
  await page.getByText('No page matches').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show all pages' }).click();
  await expect.poll(() => page.locator('.row-link').count()).toBeGreaterThanOrEqual(5);
});

/** The service lists so many newer pages before its own. Answers how often the list was asked for. */
async function newerPages(page: Page, count: number): Promise<() => number> {
  let asked = 0;
  await page.route(/\/v0\/pages\?/, async (route) => {
    asked++;
    const url = new URL(route.request().url());
    const cursor = url.searchParams.get('cursor') ?? 'newer-0';
    const [, from] = /^newer-(\d+)$/.exec(cursor) ?? [];
    if (from === undefined) return route.continue();
    const next = Number(from) + 100;
    url.searchParams.delete('cursor');
    const items = Array.from({ length: 100 }, (_, index) => {
      const name = String(Number(from) + index);
      return {
        pageId: `page_${name.padStart(26, '0')}`,
        title: `Newer ${name}`,
        url: `https://www.acme.example/${name}`,
        audiencesCount: 0,
        createdAt: '2026-11-01T00:00:00Z',
        updatedAt: '2026-11-01T00:00:00Z',
      };
    });
    if (next < count)
      return route.fulfill({ json: { items, hasMore: true, nextCursor: `newer-${next}`, totalCount: null } });
    const first = (await (await route.fetch({ url: url.href })).json()) as { items: object[] };
    return route.fulfill({ json: { ...first, items: [...items, ...first.items] } });
  });
  return () => asked;
}

const numbers = [
  { newer: 200, lists: 2, what: 'the list is loaded until it has them' },
  { newer: 2000, lists: 10, what: 'they are loaded by their ids' },
];
consoleTest.each(inTurn(numbers))(
  'the pages with the most visits come first, also below $newer newer ones: $what',
  async ({ newer, lists }) => {
    const { items } = await get<{ items: { totalSessions: number }[] }>(mostVisits);
    let asked = () => 0;
    const page = await openReady(`#/pages?${october}`, 'Pages', {
      before: async (of) => {
        asked = await newerPages(of, newer);
      },
    });
    const expected = items.map(({ totalSessions }) => shown(totalSessions));
    expect((await visitsIn(page)).slice(0, items.length + 1)).toEqual([...expected, '0']);
    expect(asked()).toBe(lists);
    const partial = page.getByText('newest pages and older ones with many visits');
    expect(await partial.count()).toBe(0);

    await page.getByRole('button', { name: 'Page', exact: true }).click();
    await page.waitForURL(/sort=page/);
    await isReady(page, 'Pages');
    expect(await partial.count()).toBe(newer > 1000 ? 1 : 0);
    expect(await violations(page)).toEqual([]);

    // The overview names them too.
    await goTo(page, `#/?${october}`, 'Overview');
    const { title } = await get<{ title: string }>(`pages/${service.pageId}`);
    await page.getByRole('table', { name: 'Pages' }).getByRole('link', { name: title }).waitFor();
    expect(await page.getByText(/^page_/).count()).toBe(0);
  },
);

consoleTest('a page is created, and shows the script tag with a key of its own, ready to copy', async () => {
  const page = await openReady('#/pages', 'Pages');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New page' });
  await dialog.getByLabel('Title').fill(markup);
  await dialog.getByLabel('Address').fill('no address');
  expectErrors(/400|422/);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await violations(page)).toEqual([]);
  await submit(dialog, { Address: 'https://www.acme.example/new' }, 'Create');
  await page.waitForURL(/#\/pages\/page_\w+$/);
  await isReady(page, markup);
  expect(await page.locator('main img').count()).toBe(0);
  const pageId = /page_\w+/.exec(page.url())?.[0];

  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  const tag = page.locator('.script-tag code', { hasText: `data-page="${pageId}"` });
  await expect.poll(() => tag.textContent()).toMatch(/data-key="ff_main_[^…"]{20,}"/);
  const key = /data-key="([^"]+)"/.exec((await tag.textContent()) ?? '')?.[1] ?? '';

  // A program is no visit, which is explained.
  expect(await collect({ pageId }, 'bot', key)).toMatchObject({ accepted: false });
  await expect
    .poll(async () => (await get<{ items: unknown[] }>(`analytics/left_out?pageId=${pageId}`)).items.length)
    .toBe(1);
  await go(page, `#/pages/${pageId}?few=why`);
  await page.reload();
  await isReady(page, markup);
  await page.getByText('1 visit excluded in this range').waitFor();
  await page.getByText('Bots', { exact: true }).waitFor();
});

consoleTest('a page says by reason how many visits were excluded, and only its own', async () => {
  // The demo has none of October.
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [from, to, end] = [dayOf(-6), dayOf(0), dayOf(1)];
  const query = `startDate=${from}T00:00:00Z&endDate=${end}T00:00:00Z&limit=100&pageId=${service.pageId}`;
  const { items } = await get<LeftOutList>(`analytics/left_out?${query}`);
  expect(items.length).toBeGreaterThan(0);
  const counts = new Map<string, number>();
  for (const { reason, count } of items) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const page = await openReady(
    `#/pages/${service.pageId}?from=${from}&to=${to}&zone=UTC&few=why`,
    'Trailmark',
  );
  expect(await page.locator('.left-out-part dd.number').allTextContents()).toEqual(
    [...counts.values()].toSorted((a, b) => b - a).map(shown),
  );
  await page.getByText('Do you miss one visit? See the days').click();
  const lines = await page.locator('.left-out-part details li').allTextContents();
  expect(lines.map((line) => /: ([\d,]+) visits?$/.exec(line)?.[1])).toEqual(
    items.slice(0, 100).map(({ count }) => shown(count)),
  );
});
