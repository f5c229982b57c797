import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hold } from './answers.ts';
import { send, service } from './api.ts';
import { consoleTest, go, goTo, isReady, openConsole, openReady, readToEnd } from './open.ts';
import { overflow } from './tab.ts';

/** The edges of the first element, in whole pixels. */
const edges = (page: Page, selector: string): Promise<Record<'left' | 'right' | 'top', number>> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top } = element.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right), top: Math.round(top) };
    });

consoleTest('a wide window is used: lines end where the cards do, and panels fill their rows', async () => {
  const page = await openReady('#/', 'Overview', { width: 1920, height: 1080 });
  await readToEnd(page);
  const { left, right } = await edges(page, 'main .card');
  expect(right - left).toBeGreaterThanOrEqual(1500);
  // The bar at the top begins and ends there, and so does its menu.
  expect(await edges(page, '.top .brand')).toMatchObject({ left });
  expect(await edges(page, '.top > .icon-button')).toMatchObject({ right });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = await edges(page, '#menu');
  expect(Math.abs((menu.right ?? 0) - (right ?? 0))).toBeLessThanOrEqual(8);
  await page.keyboard.press('Escape');
  // Countries and campaigns are read whole, and each list begins at one height.
  const cut = await page
    .locator('.panel')
    .filter({ has: page.getByRole('heading', { name: /Campaigns|Countries and devices/ }) })
    .locator('.row-link')
    .evaluateAll(
      (links) =>
        links.filter(
          (link) =>
            link.closest('th') &&
            (link.closest('th') as Element).scrollWidth > (link.closest('th') as Element).clientWidth,
        ).length,
    );
  expect(cut).toBe(0);
  const heads = page.locator('.panels thead');
  expect(
    await heads.evaluateAll(
      (all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size,
    ),
  ).toBe(2);
  for (const section of ['.who-came', 'section[aria-labelledby="overview-pages"]'])
    expect(await edges(page, section)).toMatchObject({ left, right });
  expect(await edges(page, 'section:has(.latest)')).toMatchObject({ left, right });
  // The mark is the icon of the tab.
  const mark = page.getByRole('link', { name: 'Footfall', exact: true }).locator('.mark');
  const icon = await page.locator('link[rel="icon"]').evaluate((link: HTMLLinkElement) => link.href);
  expect(await mark.evaluate((element) => getComputedStyle(element).backgroundImage)).toBe(`url("${icon}")`);
  expect((await page.request.get(icon)).headers()['content-type']).toContain('image/svg');
  expect((await mark.boundingBox())?.width).toBe(20);

  // The panels of a page fill their rows, and a hint takes no card.
  await goTo(page, `#/pages/${service.pageId}`, 'Trailmark');
  await readToEnd(page);
  const boxes = () =>
    page
      .locator('.panels > .panel')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const width of [1440, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const ends = new Map<number, number>();
    for (const { top, right } of await boxes())
      ends.set(top, Math.max(ends.get(top) ?? 0, Math.round(right)));
    expect(ends.size, `${width} px`).toBeGreaterThan(1);
    expect(new Set(ends.values()).size, `${width} px`).toBe(1);
  }
  // However many lines the choices of a panel have, its button stands in that of its heading.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const apart = await page.locator('.panel header').evaluateAll((heads) =>
      heads.map((head) => {
        const [title, button] = ['h2', '.download'].map((of) =>
          head.querySelector(of)?.getBoundingClientRect(),
        );
        return Math.abs((title?.top ?? 0) - (button?.top ?? 99));
      }),
    );
    expect(Math.max(...apart), `${width} px`).toBeLessThan(4);
  }
  await page.setViewportSize({ width: 1100, height: 900 });
  const hint = page.locator('section', {
    has: page.getByRole('heading', { name: 'Fewer visits than expected' }),
  });
  expect((await hint.boundingBox())?.height).toBeLessThan(60);
});

consoleTest(
  'a dialog keeps its top while it grows, and the name of a page moves nothing on a phone',
  async () => {
    const page = await openConsole('#/nothing', { width: 390, height: 844 });
    // Where nothing is, there is a heading that says so.
    await page.getByRole('heading', { level: 1, name: 'There is no such screen' }).waitFor();
    const open = await hold(page, '**/v0/webhooks*');
    await go(page, '#/settings?part=alerts&new=alert');
    await page.locator('dialog .skeleton').waitFor();
    const before = await edges(page, 'dialog');
    expect(before.top).toBeGreaterThan(0);
    open();
    await page.locator('dialog form').waitFor();
    expect(await edges(page, 'dialog')).toEqual(before);

    const name = await hold(page, `**/v0/pages/${service.pageId}`);
    await go(page, `?again#/pages/${service.pageId}`);
    await page.getByRole('heading', { level: 1, name: 'Page' }).waitFor();
    const tabs = await edges(page, '.tabs');
    name();
    await isReady(page, 'Trailmark');
    expect(await edges(page, '.tabs')).toEqual(tabs);
  },
);

/** How much the layout has shifted since the document was loaded. It runs in the page. */
const shifted = () =>
  new Promise<number>((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 50));
  });

/** The most that a screen may shift. */
const mostShifted = 0.02;

consoleTest('on a phone nothing moves while answers come one after the other', async () => {
  const page = await openConsole('#/nothing', { width: 390, height: 844 });
  let turn: Promise<unknown> = Promise.resolve();
  await page.route('**/v0/**', async (route) => {
    turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await turn;
    await route.continue();
  });
  const shifts: Record<string, number> = {};
  for (const [at, heading] of [
    ['#/links', 'Links'],
    [`#/links?open=${service.pageLinkId}`, 'Links'],
    [`#/persons?q=zoe&open=${service.personId}&new=erase`, 'Persons'],
    [
      `#/pages/${service.pageId}?view=sessions&range=90d&open=visit:${service.pageId}:${service.visitId}`,
      'Trailmark',
    ],
  ] as const) {
    await goTo(page, `?${Object.keys(shifts).length}${at}`, heading);
    shifts[at] = await page.evaluate(shifted);
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift > mostShifted)).toEqual([]);
});

consoleTest('the chart keeps its place while the excluded visits above it arrive', async () => {
  const page = await openConsole('#/nothing', { width: 1440, height: 900 });
  const arrive = await hold(page, '**/v0/analytics/left_out?*');
  await go(page, '#/?few=why');
  await page.locator('.in-short .skeleton').waitFor();
  await page.locator('main .card .plot canvas').waitFor();
  const room = async () => (await page.locator('.in-short').boundingBox())?.height;
  const before = await room();
  arrive();
  await isReady(page, 'Overview');
  expect(await room()).toBe(before);
});

consoleTest('a record that opens at the side moves no list, and cuts off no time', async () => {
  const visits = { at: `#/pages/${service.pageId}?view=sessions&range=90d`, heading: 'Trailmark' };
  // The first of all persons may be one whom another test erases.
  const persons = { at: '#/persons?q=northwind', heading: 'Persons' };
  const page = await openConsole('#/', { width: 1440 });
  for (const { at, heading } of [visits, persons]) {
    await goTo(page, at, heading);
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const before = await edges(page, '.table tbody tr');
      await page.locator('.row-link').first().click();
      await page.locator('.drawer .record-name').waitFor();
      const after = await edges(page, '.table tbody tr');
      expect([after.left, after.top], `${heading} at ${width} px`).toEqual([before.left, before.top]);
      const drawer = await edges(page, '.drawer');
      expect(after.right).toBeLessThanOrEqual(drawer.left);
      const cut = await page
        .locator('.table :is(th, td):has(time), .table td.number')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
      expect(cut, `${heading} at ${width} px`).toBe(0);
      await page.keyboard.press('Escape');
      await page.locator('.drawer').waitFor({ state: 'detached' });
    }
  }
});

consoleTest('beside an open record the address of a person stands in one line', async () => {
  const names = ['Rafael Dominguez', 'Priscilla Vance', 'Konstantin Andersen', 'Bo Li', 'Marguerite Olufsen'];
  for (const name of names)
    await send('POST', 'persons', { name, email: `${name.toLowerCase().replace(' ', '.')}@oneline.example` });
  const page = await openReady(`#/persons?q=oneline&open=${service.personId}`, 'Persons', { width: 1280 });
  const addresses = page.locator('.table tbody td:has-text("@oneline.example")');
  expect(await addresses.count()).toBe(names.length);
  const broken = await addresses.evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length > 1 ? (cell.textContent ?? '') : [];
    }),
  );
  expect(broken).toEqual([]);
});

consoleTest(
  'another range moves nothing, names the chart, and on a phone it is in sight with the way to the others',
  async () => {
    const page = await openReady('#/?range=7d', 'Overview', { width: 1280 });
    await page.getByRole('img', { name: 'Visits per day, last 7 days' }).first().waitFor();
    const top = (await edges(page, '.stats')).top;
    await goTo(page, '#/?from=2026-10-01&to=2026-10-31&zone=America/New_York', 'Overview');
    await page.getByRole('figure', { name: /^Visits per day, 1\s?–\s?31 Oct 2026$/ }).waitFor();
    expect(await page.locator('.table thead th').nth(1).textContent()).toMatch(/^1\s?–\s?31 Oct 2026$/);
    expect((await edges(page, '.stats')).top).toBe(top);

    // On a phone the range is in sight, and the others are in its menu.
    await page.setViewportSize({ width: 390, height: 800 });
    await goTo(page, '#/?from=2026-10-01&to=2026-11-10&zone=America/New_York', 'Overview');
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const choice = await edges(page, '.range .choice');
      const ends = await page
        .locator('.range .choice > :is(a, button):visible')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect(ends).toHaveLength(1);
      expect(Math.max(...ends)).toBeLessThanOrEqual(choice.right);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.locator('.range .choice > button').click();
      for (const name of ['Today', 'Last 7 days', 'Last 12 months', 'Last week'])
        await page.locator('.range .menu-item', { hasText: name }).waitFor();
      await page.keyboard.press('Escape');
    }
  },
);

consoleTest('a window that becomes narrower does not scroll to the side before its chart does', async () => {
  const page = await openConsole('#/', { width: 390, own: true });
  await page.addInitScript(() => {
    window.ResizeObserver = class extends ResizeObserver {
      constructor() {
        super(() => {});
      }
    };
  });
  await page.reload();
  await isReady(page, 'Overview');
  const canvas = page.locator('.plot-canvas canvas').first();
  await canvas.waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await canvas.evaluate((element) => element.clientWidth)).toBe(390 - 2 * (16 + 13));
});
