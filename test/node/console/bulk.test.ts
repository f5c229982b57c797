import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { askedBy, refuse } from './answers.ts';
import { get, type Made, newAudience, newKey, newLink, newPage, send } from './api.ts';
import { consoleTest, expectErrors, go, isReady, openConsole, openReady } from './open.ts';
import { clipboard, overflow, press, violations } from './tab.ts';

/** The fragment of all audiences of a page. */
const list = (pageId: string) => `#/pages/${pageId}?view=audiences&list=all`;
/** The title of their page. */
const title = 'A page of a test';

/** Audiences of a new page: their list shows the last first. */
async function audiencesOf(...names: string[]): Promise<{ pageId: string; made: Made[] }> {
  const pageId = await newPage(title);
  const made: Made[] = [];
  for (const customName of names.toReversed()) made.unshift(await newAudience({ customName }, pageId));
  return { pageId, made };
}

/** The box that chooses a row. */
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
/** The bar with what can be done. */
const bar = (page: Page) => page.getByRole('group', { name: /^The selected/ });
/** The names of the rows that are chosen. */
const chosen = (page: Page) => page.locator('tbody tr:has(.choose :checked) .row-link').allTextContents();
/** What is said of what was done. */
const account = (page: Page) => page.getByRole('region', { name: 'Bulk actions' });
/** Whether audiences are archived. */
const states = (made: Made[]) =>
  Promise.all(made.map(async ({ read }) => ((await read()).archivedAt === null ? 'here' : 'archived')));

consoleTest('rows are chosen by a click, a range, all and keys, and Escape lets them go', async () => {
  const { pageId } = await audiencesOf('A', 'B', 'C', 'D', 'E');
  const page = await openReady(list(pageId), title);
  const opacity = (name: string) => box(page, name).evaluate((one) => getComputedStyle(one).opacity);
  await page.mouse.move(0, 0);
  expect(await opacity('B')).toBe('0');
  await page.getByRole('link', { name: 'B', exact: true }).hover();
  expect(await opacity('B')).toBe('1');
  await box(page, 'B').click();
  expect(await opacity('E')).toBe('1');
  await bar(page).getByText('1 selected').waitFor();
  await box(page, 'D').click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['B', 'C', 'D']);
  await expect.poll(() => page.locator('[aria-live]').allTextContents()).toContain('3 selected');
  expect(await violations(page)).toEqual([]);
  // A range is let go, too.
  await box(page, 'C').click();
  await box(page, 'B').click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['D']);
  await bar(page).getByRole('button', { name: 'Select all 5' }).click();
  expect(await chosen(page)).toEqual(['A', 'B', 'C', 'D', 'E']);
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  expect(await chosen(page)).toEqual([]);
  // The button is gone, and the box of all has the focus: from there the keys go on.
  const all = page.getByRole('checkbox', { name: 'Select all 5' });
  await expect.poll(() => all.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  expect(await chosen(page)).toHaveLength(5);
  await page.keyboard.press('Space');
  expect(await chosen(page)).toEqual([]);

  await press(page, 'j', 'x', 'j', 'j', 'Shift+X');
  expect(await chosen(page)).toEqual(['A', 'B', 'C']);
  // From a box, too.
  await box(page, 'E').focus();
  await press(page, 'x', 'k', 'x');
  expect(await chosen(page)).toEqual(['A', 'B', 'C', 'D', 'E']);
  // What is not in the list any more is not chosen.
  await page.getByLabel('Search names and titles').fill('b');
  await bar(page).getByText('1 selected').waitFor();
});

consoleTest('many drafts go live after one question that names those that cannot', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms', 'Mills', 'Docks', 'Yards', 'Live', 'Old');
  await made[5]?.publish();
  await send('POST', `${made[6]?.route}/archive`, {});
  const page = await openReady(list(pageId), title);
  await page.getByRole('checkbox', { name: 'Select all 7' }).click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish 5 audiences?' });
  await dialog.getByText('Their drafts go live within seconds.').waitFor();
  await dialog.getByText('2 of the 7 selected are skipped:').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Without a draft: Live',
    'Archived: Old',
  ]);
  expect(await violations(page)).toEqual([]);

  // Each to the state that was read, each with a key of its own.
  const asked: { match: string | undefined; operationKey: string }[] = [];
  await page.route('**/publish', async (route) => {
    const { operationKey } = route.request().postDataJSON() as { operationKey: string };
    asked.push({ match: route.request().headers()['if-match'], operationKey });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Publish 5' }).click();
  await account(page).getByText('5 audiences go live within seconds').waitFor();
  await expect
    .poll(() => page.locator('[aria-live]').allTextContents())
    .toContain('5 audiences go live within seconds');
  expect(asked.every(({ match }) => match)).toBe(true);
  expect(new Set(asked.map(({ operationKey }) => operationKey)).size).toBe(5);
  // The list follows until they are live.
  await expect
    .poll(() => page.locator('tbody .badges').allTextContents())
    .toEqual([...Array.from({ length: 6 }, () => 'Live v1'), 'Archived']);
  await account(page).getByRole('button', { name: 'Close' }).click();
  await account(page).waitFor({ state: 'detached' });

  await box(page, 'Old').click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  const none = page.getByRole('dialog', { name: 'There is nothing to publish' });
  await none.waitFor();
  expect(await none.getByRole('button').allTextContents()).toEqual(['Close']);
});

consoleTest('what changed since it was listed is not published before it is tried again', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms');
  const page = await openReady(list(pageId), title);
  await made[0]?.change({ metadataOverride: { title: 'Something new' } });
  await page.getByRole('checkbox', { name: 'Select all 2' }).click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish 2' }).click();
  await account(page).getByText('1 audience goes live within seconds').waitFor();
  const failure = account(page).getByRole('list', { name: 'What failed' }).getByRole('listitem');
  expect(await failure.allTextContents()).toEqual([expect.stringMatching(/^Ports It changed/)]);
  expect((await made[0]?.read())?.latestVersion.status).toBe('draft');
  await account(page).getByRole('button', { name: 'Try it again' }).click();
  await account(page).getByText('2 audiences go live within seconds').waitFor();
  await expect.poll(async () => (await made[0]?.read())?.publishedVersion?.versionNumber).toBe(1);
});

consoleTest('what failed is named and tried again on any screen, and undo takes back the rest', async () => {
  expectErrors(/409/);
  const { pageId, made } = await audiencesOf('Ports', 'Farms', 'Mills');
  const page = await openReady(list(pageId), title);
  await page.getByRole('checkbox', { name: 'Select all 3' }).click();
  const farms = made[1]?.audience.audienceId;
  const busy = { code: 'invalid_transition', title: 'Not now', detail: 'It is busy <b>.' };
  await refuse(page, `**/${farms}/archive`, 409, busy);
  await bar(page).getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive 3' }).click();
  await account(page).getByText('2 audiences were archived').waitFor();
  expect(await account(page).getByRole('list', { name: 'What failed' }).allTextContents()).toEqual([
    expect.stringContaining('Farms Not now. It is busy <b>.'),
  ]);
  expect(await states(made)).toEqual(['archived', 'here', 'archived']);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  // Both are in sight: neither covers the other.
  await box(page, 'Ports').click();
  const [one, other] = await Promise.all([
    bar(page).boundingBox(),
    account(page).locator('.job').boundingBox(),
  ]);
  const isAbove = (a: typeof one, b: typeof one) => (a?.y ?? 0) + (a?.height ?? 0) <= (b?.y ?? 0);
  expect(isAbove(one, other) || isAbove(other, one)).toBe(true);
  await page.getByLabel('Search names and titles').fill('nothing like this');
  await page.getByText('No audiences match').waitFor();
  await bar(page).waitFor({ state: 'detached' });
  await page.getByLabel('Search names and titles').fill('');
  await page.getByLabel('Search names and titles').blur();
  await bar(page).waitFor();
  await page.keyboard.press('Escape');

  // The account is there on another screen, and goes on from there.
  await page.getByRole('link', { name: 'Topics' }).click();
  await isReady(page, 'Topics');
  const asked = askedBy(page);
  await page.unrouteAll();
  await account(page).getByRole('button', { name: 'Try it again' }).click();
  await account(page).getByText('3 audiences were archived').waitFor();
  const sent = asked.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(sent).toEqual([expect.stringContaining(`${farms}/archive`)]);
  expect(await states(made)).toEqual(['archived', 'archived', 'archived']);
  await account(page).getByRole('button', { name: 'Undo' }).click();
  await account(page).getByText('3 audiences were restored').waitFor();
  expect(await states(made)).toEqual(['here', 'here', 'here']);
});

consoleTest('the links of many audiences are copied, with names, and who has none is named', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms', 'Mills');
  // Without a domain, a link is on the website of its page.
  const addresses = [await newLink(made[0] as Made), await newLink(made[2] as Made)].map(
    (path) => `https://test.example${path}`,
  );
  const page = await openConsole(list(pageId), { key: await newKey('read') });
  await isReady(page, title);
  await page.getByRole('checkbox', { name: 'Select all 3' }).click();
  // Who only reads is offered nothing else.
  expect(await bar(page).getByRole('button').allTextContents()).toEqual(['Copy links', '']);
  await bar(page).getByRole('button', { name: 'Copy links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Links of 3 audiences' });
  await dialog.getByText('No link leads to: Farms').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy 2 links' }).click();
  await expect.poll(() => clipboard(page)).toBe(addresses.join('\n'));
  await dialog.getByLabel('With the names of the audiences').check();
  await dialog.getByRole('button', { name: 'Copy 2 links' }).click();
  await expect.poll(() => clipboard(page)).toBe(`Ports\t${addresses[0]}\nMills\t${addresses[1]}`);
});

consoleTest('many links are deleted when undo is no longer offered, or the page is left', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms');
  for (const one of [...made, ...made, ...made]) await newLink(one);
  const live = async () =>
    (await get<{ items: unknown[] }>(`page_links/search?pageId=${pageId}`)).items.length;
  const page = await openConsole(`#/links?page=${pageId}`);
  await isReady(page, 'Links');
  const remove = async () => {
    await page.getByRole('checkbox', { name: /^Select all/ }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete 6 links?' })
      .getByRole('button', { name: 'Delete 6' })
      .click();
    await page.getByText('6 links were deleted').waitFor();
    expect(await page.locator('.row-link').count()).toBe(0);
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.locator('.row-link').count()).toBe(6);
  expect(await live()).toBe(6);
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await bar(page).getByRole('button', { name: 'Copy links' }).click();
  await page.getByText('6 addresses copied').waitFor();
  const copied = await clipboard(page);
  expect(copied.split('\n').toSorted()).toEqual(
    (await page.locator('.row-link').allTextContents())
      .map((text) => `https://test.example${text.replace('↳ ', '')}`)
      .toSorted(),
  );
  await page.keyboard.press('Escape');
  await remove();
  await page.goto('about:blank');
  await expect.poll(live).toBe(0);
});

consoleTest('ten thousand audiences are chosen without as many rows', async () => {
  const { pageId, made } = await audiencesOf('Ports');
  const one = await made[0]?.read();
  const page = await openReady('#/topics', 'Topics');
  await page.route(`**/pages/${pageId}/audiences?*`, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: 100 }, (_, index) => ({
      ...one,
      audienceId: `audience_${String(from + index).padStart(26, '0')}`,
      effectiveName: `Audience ${from + index}`,
    }));
    const hasMore = from + 100 < 10_000;
    const nextCursor = hasMore ? String(from + 100) : null;
    return route.fulfill({ json: { items, hasMore, nextCursor, totalCount: 10_000 } });
  });
  await go(page, `${list(pageId)}&q=audience`);
  const all = page.getByRole('checkbox', { name: 'Select all 10,000' });
  await all.click();
  await bar(page).getByText('10,000 selected').waitFor();
  expect(await page.locator('tbody tr').count()).toBeLessThan(200);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await box(page, 'Audience 9999').click();
  await bar(page).getByText('9,999 selected').waitFor();
  // No row's box comes through the head, wherever the rows are.
  for (let step = 0; step < 4; step++) {
    await page.evaluate(() => scrollBy(0, -10));
    const isOnTop = await page.locator('th.choose input').evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === one;
    });
    expect(isOnTop).toBe(true);
  }
  // The bar stays in sight.
  expect(await bar(page).evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
});

consoleTest('many topics are deleted after one question', async () => {
  const created = await Promise.all(
    ['Gates', 'Docks'].map((title) => send<{ topicId: string }>('POST', 'topics', { title, purpose: 'Why' })),
  );
  const ids = created.map(({ topicId }) => topicId);
  const page = await openReady('#/topics', 'Topics');
  for (const name of ['Gates', 'Docks']) await box(page, name).click();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 topics?' });
  await dialog.getByRole('button', { name: 'Delete 2' }).click();
  await page.getByText('2 topics were deleted').waitFor();
  const left = async () => {
    const { items } = await get<{ items: { topicId: string }[] }>('topics?limit=100');
    return items.filter(({ topicId }) => ids.includes(topicId)).length;
  };
  expect(await left()).toBe(2);
  await account(page).getByText('2 topics were deleted').waitFor();
  expect(await left()).toBe(0);
});
