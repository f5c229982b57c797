import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inTurn } from '../../turns.ts';
import { hold } from './answers.ts';
import { type Figures, get, importVisits, newPage, send, service } from './api.ts';
import { type Comparison, changeOf, figuresShown, rowsOf, shown, shownRate, sixFigures } from './figures.ts';
import { consoleTest, go, goTo, isReady, openConsole, openReady, readToEnd } from './open.ts';
import { violations } from './tab.ts';

const home = 'Trailmark: know who walks in';
const zone = 'timezone=Europe/Berlin';
const october = `${zone}&startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z`;
/** The same weekdays five weeks before. */
const september = `${zone}&startDate=2026-08-26T22:00:00Z&endDate=2026-09-26T22:00:00Z`;
const inOctober = 'from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin';
const address = (more = '') => `#/pages/${service.pageId}?${inOctober}${more}`;
const analytics = <T>(of: string, query: string) =>
  get<T>(`pages/${service.pageId}/analytics/${of}?${query}`);

/** Waits for a page and all its lists. */
async function isRead(page: Page): Promise<void> {
  await isReady(page, home);
  await readToEnd(page);
}

async function ofPage(query: string): Promise<Figures> {
  const { items } = await get<{ items: (Figures & { pageId: string })[] }>(`analytics/pages?${query}`);
  const found = items.find(({ pageId }) => pageId === service.pageId);
  if (!found) throw new Error('the page has no figures');
  return found;
}

consoleTest('figures, funnel and table are the API’s, and keys switch the views', async () => {
  const [now, before] = await Promise.all([ofPage(october), ofPage(september)]);
  const page = await openConsole(address());
  await isRead(page);
  const figures = await sixFigures(page);
  expect(figures).toEqual(figuresShown(now));
  expect(figures).toHaveLength(6);
  expect(await page.locator('.stat .change').first().textContent()).toBe(
    changeOf(now.totalSessions, before.totalSessions),
  );
  await page.getByText(`${shown(before.totalSessions)} before`).waitFor();

  // The funnel says its sample: engaged are visits that did not bounce.
  const counts = await page.locator('.funnel b').allTextContents();
  expect(counts).toEqual(
    [
      now.totalSessions,
      now.bounceEligibleSessions - now.bounceCount,
      now.formSubmitCount,
      now.conversionCount,
    ].map(shown),
  );
  await page.getByText(`of ${shown(now.bounceEligibleSessions)} did not bounce`).waitFor();

  const series = await analytics<{ items: Figures[] }>('timeseries', `${october}&interval=day`);
  const earlier = await analytics<{ items: Figures[] }>('timeseries', `${september}&interval=day`);
  await page.getByRole('link', { name: 'Conversions', exact: true }).click();
  await page.waitForURL(/metric=conversions/);
  await page.keyboard.press('t');
  const cells = (column: number) =>
    page.locator(`.figures tbody tr td:nth-child(${column})`).allTextContents();
  await expect.poll(() => cells(2)).toEqual(series.items.map((step) => shown(step.conversionCount)));
  expect(await cells(3)).toEqual(earlier.items.map((step) => shown(step.conversionCount)));
  // The lists are of the conversions now, too.
  await isRead(page);

  await page.keyboard.press('2');
  await page.waitForURL(/view=audiences/);
  await page.keyboard.press('3');
  await page.waitForURL(/view=sessions/);
  await page.keyboard.press('1');
  await page.waitForURL((url) => !url.hash.includes('view='));
  await isRead(page);
  const row = page.getByRole('table', { name: 'Referrer' }).locator('.row-link').first();
  await row.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/referrer/);
});

consoleTest('a value of a list filters figures and chart exactly, and a click removes it', async () => {
  interface Item extends Figures {
    value: string | null;
  }
  const { items } = await analytics<{ items: Item[] }>('breakdown', `${october}&by=utmCampaign&limit=8`);
  const page = await openConsole(address());
  await isRead(page);
  await page.getByRole('link', { name: 'Campaign', exact: true }).click();
  await page.getByRole('table', { name: 'Campaign' }).waitFor();
  await isRead(page);
  const before = await analytics<{ items: Item[] }>('breakdown', `${september}&by=utmCampaign&limit=100`);
  const visitsBefore = new Map(before.items.map(({ value, totalSessions }) => [value, totalSessions]));
  const campaigns = items.filter(({ value }) => value !== null);
  const expected = campaigns.map((item) => [
    item.value,
    shown(item.totalSessions),
    changeOf(item.totalSessions, visitsBefore.get(item.value) ?? 0),
    shownRate(item.conversionCount, item.totalSessions),
  ]);
  await expect.poll(() => rowsOf(page, 'Campaign')).toEqual(expected);
  // The list says which visits are in none of its rows.
  const without = items.find(({ value }) => value === null)?.totalSessions ?? 0;
  await page
    .getByText(`${shown(without)} of ${shown((await ofPage(october)).totalSessions)} visits have no campaign`)
    .waitFor();
  const chosen = items.find(({ value }) => value !== null);
  if (!chosen?.value) throw new Error('there is no campaign');
  await page.getByRole('link', { name: chosen.value, exact: true }).click();
  await page.waitForURL(/utmCampaign=/);
  await isRead(page);
  expect(await sixFigures(page)).toEqual(figuresShown(chosen));
  const series = await analytics<{ items: Figures[] }>(
    'timeseries',
    `${october}&interval=day&utmCampaign=${chosen.value}`,
  );
  await page.keyboard.press('t');
  await expect
    .poll(() => page.locator('.figures tbody tr td:nth-child(2)').allTextContents())
    .toEqual(series.items.map((step) => shown(step.totalSessions)));
  expect(await rowsOf(page, 'Campaign')).toHaveLength(1);
  await page.getByRole('link', { name: chosen.value, exact: true }).click();
  await page.waitForURL((url) => !url.hash.includes('utmCampaign='));

  // So does an audience.
  const audiences = await analytics<{ items: (Figures & { audienceId: string })[] }>(
    'audiences',
    `${october}&limit=1`,
  );
  const [most] = audiences.items;
  if (!most) throw new Error('no audience had visits');
  await go(page, address(`&audience=${most.audienceId}`));
  await isRead(page);
  expect(await sixFigures(page)).toEqual(figuresShown(most));
});

consoleTest(
  'values are excluded by the keyboard alone, and one that is clicked then is shown alone',
  async () => {
    const page = await openConsole(address(''));
    await isRead(page);
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog', { name: 'Filter the visits' });
    await dialog.getByLabel('By', { exact: true }).selectOption('device');
    await dialog.getByLabel('Visits where it').selectOption('not');
    await dialog.getByLabel('Value').selectOption('mobile');
    await dialog.getByLabel('Value').press('Enter');
    await page.waitForURL(/not=device/);
    await isRead(page);
    const asked = `${october}&device=mobile&not=device`;
    const { items } = await get<{ items: (Figures & { pageId: string })[] }>(`analytics/pages?${asked}`);
    const found = items.find(({ pageId }) => pageId === service.pageId);
    expect(await sixFigures(page)).toEqual(found && figuresShown(found));
    expect(await page.locator('.pill').allTextContents()).toEqual(['Not Device: Mobile']);
    await page.getByRole('link', { name: 'Device', exact: true }).click();
    await page.getByRole('table', { name: 'Device' }).getByRole('link', { name: 'Desktop' }).click();
    await page.waitForURL((url) => !url.hash.includes('not='));
    expect(await page.locator('.pill').allTextContents()).toEqual(['Device: Desktop']);
  },
);

consoleTest('filters together hold for figures, chart, lists and visits; each can be removed', async () => {
  const both = 'utmCampaign=industries&utmCampaign=webinar&device=mobile&unknown=utmCampaign';
  const asked = `${october}&${both}`;
  const { items } = await get<{ items: (Figures & { pageId: string })[] }>(`analytics/pages?${asked}`);
  const found = items.find(({ pageId }) => pageId === service.pageId);
  if (!found) throw new Error('nobody came by phone');
  const page = await openConsole(address(`&${both}&metric=forms`));
  await isRead(page);
  expect(await sixFigures(page)).toEqual(figuresShown(found));
  expect(await page.locator('.pill').allTextContents()).toEqual([
    ...['Campaign: industries', 'or webinar', 'or No campaign', 'Device: Mobile'],
  ]);
  // The lists are of these visits too, in the order of the figure that is shown.
  const countries = await analytics<{ items: (Figures & { value: string | null })[] }>(
    'breakdown',
    `${asked}&by=country&sort=-formSubmitCount&limit=100`,
  );
  const rateOf = ({ formSubmitCount, totalSessions }: Figures) =>
    totalSessions < 30 ? -1 : formSubmitCount / totalSessions;
  const expected = countries.items
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => rateOf(b) - rateOf(a))
    .slice(0, 8)
    .map((item) => [shown(item.formSubmitCount), shownRate(item.formSubmitCount, item.totalSessions)]);
  const cells = await rowsOf(page, 'Country');
  expect(cells.map((row) => [row[1], row.at(-1)])).toEqual(expected);
  await page.getByRole('link', { name: 'Device', exact: true }).click();
  await page.getByRole('table', { name: 'Device' }).waitFor();
  const devices = await rowsOf(page, 'Device');
  expect(devices.map(([name]) => name)).toEqual(['Mobile']);

  await page.getByRole('link', { name: 'Remove the filter Campaign: No campaign' }).click();
  await page.waitForURL((url) => !url.hash.includes('unknown'));
  await page.getByRole('link', { name: 'See these visits one by one' }).click();
  await isReady(page, home);
  const visits = await get<{ items: { sessionStartedAt: string }[]; totalCount: number }>(
    `pages/${service.pageId}/audience_sessions?${both.replace('&unknown=utmCampaign', '')}&limit=100` +
      '&startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z',
  );
  const times = page.locator('.visits tbody time');
  const began = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(began.slice(0, 50)).toEqual(
    visits.items.slice(0, 50).map(({ sessionStartedAt }) => sessionStartedAt),
  );
  await page.getByText(`${shown(visits.totalCount)} visits`).waitFor();
  await page.getByRole('link', { name: 'Clear', exact: true }).click();
  await expect.poll(() => page.locator('.pill').count()).toBe(0);
});

consoleTest('the audiences have the figures of the API, sort, and lead to the audience', async () => {
  const { items, other, comparison } = await analytics<{
    items: (Figures & { audienceId: string })[];
    other: Figures;
    comparison: Comparison;
  }>('audiences', `${october}&sort=-totalSessions&limit=100`);
  if (!comparison) throw new Error('no two audiences had 30 visits');
  const large = items.filter(({ totalSessions }) => totalSessions >= 30);
  const best = large.toSorted((a, b) => b.conversionRate - a.conversionRate)[0];
  if (!best) throw new Error('no audience had 30 visits');
  const page = await openReady(address('&view=audiences'), home);
  const { first, against } = comparison;
  const said = page.locator('.answer p').first();
  expect((await page.locator('.answer').boundingBox())?.y).toBeLessThan(300);
  expect(await said.textContent()).toContain(
    comparison.isMoreThanChance
      ? `(${shown(first.conversionCount)} of ${shown(first.totalSessions)} visits)`
      : `: ${first.name} (${shown(first.conversionCount)} of ${shown(first.totalSessions)} visits) against ${against.name} (${shown(against.conversionCount)} of ${shown(against.totalSessions)})`,
  );
  const numbers = async () =>
    (await rowsOf(page, 'Audiences compared')).map((cells) => [cells[2], cells[4], cells[5]]);
  const expected = (of: Figures[]) =>
    of.map((item) => [
      shown(item.totalSessions),
      shown(item.conversionCount),
      shownRate(item.conversionCount, item.totalSessions),
    ]);
  expect(await numbers()).toEqual(expected(items));
  await page
    .getByText(
      `${shown(other.totalSessions)}, ${shownRate(other.conversionCount, other.totalSessions)} converted`,
    )
    .waitFor();

  await page.getByRole('button', { name: 'Conversion rate' }).click();
  await page.waitForURL(/sort=-rate/);
  const small = items.filter(({ totalSessions }) => totalSessions < 30);
  const byRate = [...large.toSorted((a, b) => b.conversionRate - a.conversionRate), ...small];
  await expect.poll(numbers).toEqual(expected(byRate));
  await page.reload();
  await isReady(page, home);
  expect(await numbers()).toEqual(expected(byRate));

  await page.locator('.row-link').first().click();
  await page.waitForURL(new RegExp(`/audiences/${best.audienceId}`));
});

/** A page with more audiences than an answer has, and visits of each. */
async function manyAudiences(): Promise<string> {
  const pageId = await newPage('Many audiences');
  const ids: string[] = [];
  for (let from = 0; from < 105; from += 15) {
    const made = Array.from({ length: 15 }, (_, index) =>
      send<{ audienceId: string }>('POST', `pages/${pageId}/audiences`, {
        customName: `Audience ${from + index}`,
      }),
    );
    ids.push(...(await Promise.all(made)).map(({ audienceId }) => audienceId));
  }
  const sessions = ids.flatMap((audienceId, index) =>
    Array.from({ length: 1 + (index % 4) }, (_, visit) => ({
      audienceId,
      hasConversion: visit < index % 3,
    })),
  );
  await importVisits(pageId, Date.now() - 7_200_000, ...sessions);
  return pageId;
}

consoleTest('with more than 100 audiences the service sorts, and all are listed by cursor', async () => {
  const pageId = await manyAudiences();
  const page = await openReady(
    `#/pages/${pageId}?view=audiences&range=7d&sort=-conversions`,
    'Many audiences',
  );
  await page.getByText('The 100 audiences with the most conversions').waitFor();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const { items } = await get<{ items: Figures[] }>(
    `pages/${pageId}/analytics/audiences?sort=-conversionCount&limit=100&endDate=${tomorrow}`,
  );
  const rows = await rowsOf(page, 'Audiences compared');
  expect(rows.map((cells) => cells[4])).toEqual(items.map((item) => shown(item.conversionCount)));
  await expect.poll(async () => (await rowsOf(page, 'Audiences compared'))[0]?.[0]).toMatch(/^Audience \d+$/);
  await page.getByText('No two audiences with 30 visits').waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'All audiences', exact: true }).click();
  await page.getByText('105 audiences, newest first').waitFor();
  await page.locator('.row-link').last().scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.row-link').count()).toBe(105);
});

consoleTest.each(inTurn([1280, 360]))(
  'at %i px slow numbers say so, and nothing moves when they come',
  async (width) => {
    const page = await openReady('#/accounts', 'Accounts', { width });
    const release = await hold(page, /analytics\//);
    await go(page, address());
    await page.locator('.panels').waitFor();
    // How high the title and the address are depends on their length.
    await page.getByRole('heading', { level: 1, name: home }).waitFor();
    const top = () => page.locator('.panels').evaluate((panels) => panels.getBoundingClientRect().top);
    const before = await top();
    await page.getByText('This takes longer than usual').waitFor();
    expect(await page.getByText('This takes longer than usual').count()).toBe(1);
    expect(await top()).toBe(before);
    release();
    await isReady(page, home);
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  },
);

consoleTest('today is compared with the same weekday until the same time of day', async () => {
  const now = new Date();
  now.setUTCMinutes(Math.floor(now.getUTCMinutes() / 10) * 10, 0, 0);
  const began = now.getTime() - 7 * 86_400_000;
  const pageId = await newPage('Compared');
  // Noon or so of the zone: the day a week before has visits on both sides of this time.
  const zoneName = now.getUTCHours() < 12 ? 'Etc/GMT-12' : 'UTC';
  for (const start of [now.getTime() - 60_000, began - 60_000, began + 1_800_000])
    await importVisits(pageId, start, {});
  const page = await openReady(
    `#/pages/${pageId}?range=today&zone=${encodeURIComponent(zoneName)}`,
    'Compared',
  );
  await page.getByText('1 before').first().waitFor();
  const title = await page.getByRole('button', { name: /^vs\. / }).getAttribute('title');
  expect(title).toMatch(/^Compared with \w+ .*, until \d\d:\d0 \(x\)$/);
});

consoleTest('on a phone, names are read whole in the panels, and to two lines in lists', async () => {
  const page = await openConsole(address(), { width: 360, height: 740 });
  await isRead(page);
  const notWhole = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
          .map(({ textContent }) => textContent),
      );
  const names = await page.locator('.panel-table tbody th').allTextContents();
  expect(names).toEqual(expect.arrayContaining(['United Kingdom', 'United States', 'Returning customers']));
  // Which hosts are among the first depends on the day: the demo data end today. One of the two with a long name is.
  expect(names.some((name) => /[\w-]{15,}\.example$/.test(name))).toBe(true);
  expect(await notWhole('.panel-table tbody th')).toEqual([]);
  // A change stands beside its figure, also beside a long one.
  await goTo(page, `#/?${inOctober}`, 'Overview');
  const bottoms = (of: string) =>
    page.locator(of).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  const [figures, changes] = [await bottoms('.stat .figure'), await bottoms('.stat .change')];
  expect(changes).toHaveLength(figures.length);
  for (const [index, bottom] of figures.entries())
    expect(Math.abs(bottom - (changes[index] ?? 0))).toBeLessThan(10);
  await goTo(page, '#/pages', 'Pages');
  await page.locator('.row-link').filter({ hasText: home }).first().waitFor();
  expect(await notWhole(`.row-link:has-text("${home}")`)).toEqual([]);
});
