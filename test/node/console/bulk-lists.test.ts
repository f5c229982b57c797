import { expect } from 'vitest';
import { get, type Made, newKey, newLink, send, service } from './api.ts';
import { account, audiencesOf, bar, box, list, title } from './chosen-rows.ts';
import { consoleTest, isReady, openConsole, openReady } from './open.ts';
import { clipboard, violations } from './tab.ts';

consoleTest('the links of many audiences are copied, with names, and who has none is named', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms', 'Mills');
  // Without a domain, a link is on the website of its page.
  const addresses = [await newLink(made[0] as Made), await newLink(made[2] as Made)].map(
    (path) => `https://test.example${path}`,
  );
  const page = await openConsole(list(pageId), { key: await newKey('read') });
  await isReady(page, title);
  await page.getByRole('checkbox', { name: 'Select all loaded: 3' }).click();
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
    await page.getByRole('checkbox', { name: /^Select all loaded/ }).click();
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
  await page.getByRole('checkbox', { name: /^Select all loaded/ }).click();
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
  await page.goto(`${service.address}/console/${list(pageId)}&q=audience`);
  const all = page.getByRole('checkbox', { name: 'Select all loaded: 10,000' });
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
