import { expect } from 'vitest';
import { get, newAudience, newPage, send } from './api.ts';
import { consoleTest, expectErrors, isReady, openConsole } from './open.ts';
import { submit, violations } from './tab.ts';

const list = (pageId: string) => `#/pages/${pageId}?view=audiences&list=all`;

consoleTest('an empty page says what an audience is, and creates the first by name', async () => {
  const pageId = await newPage('Opening hours');
  const page = await openConsole(list(pageId));
  await page.getByRole('link', { name: 'All audiences', exact: true }).waitFor();
  await page.getByText('No audiences yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New audience' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Write a name, or choose a person.').waitFor();
  expect(await violations(page)).toEqual([]);
  await submit(dialog, { Name: 'Night shift' }, 'Create');
  await page.waitForURL(/audiences\/audience_\w+\?edit=1/);
  await isReady(page, 'Night shift');
  await page
    .getByRole('link', { name: /\/night-shift$/ })
    .first()
    .waitFor();
});

consoleTest(
  'an audience has a link at once, of its name or as one writes it; a path that is taken is asked for again',
  async () => {
    expectErrors(/409/);
    const pageId = await newPage();
    const page = await openConsole(`${list(pageId)}&new=audience`);
    const dialog = page.getByRole('dialog', { name: 'New audience' });
    const path = dialog.getByLabel('Link (optional)');
    const unique = `Ärzte & Co ${Date.now()}`;
    await dialog.getByLabel('Name').fill(unique);
    await expect.poll(() => path.inputValue()).toBe(`/arzte-co-${unique.split(' ').at(-1)}`);
    // What is written stays, whatever the name becomes.
    await path.fill('/for/zoe-lindqvist');
    await dialog.getByLabel('Name').fill(`${unique}.`);
    expect(await path.inputValue()).toBe('/for/zoe-lindqvist');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Its link is still missing').waitFor();
    expect(await violations(page)).toEqual([]);
    await path.fill(`/own-${Date.now()}`);
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await isReady(page, `${unique}.`);
    await page
      .getByRole('link', { name: /\/own-\d+$/ })
      .first()
      .waitFor();
    const { items } = await get<{ items: unknown[] }>(`pages/${pageId}/audiences`);
    expect(items).toHaveLength(1);
  },
);

consoleTest('an audience is created for a person; a second one leads to the first', async () => {
  expectErrors(/409/);
  const pageId = await newPage();
  const create = async () => {
    const page = await openConsole(`${list(pageId)}&new=audience`);
    const dialog = page.getByRole('dialog', { name: 'New audience' });
    await dialog.getByLabel('For a person').fill('zoe lindq');
    await dialog.getByRole('button', { name: /Zoë Lindqvist/ }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    return page;
  };
  const first = await create();
  await isReady(first, 'Zoë Lindqvist');
  const second = await create();
  await second.getByRole('link', { name: 'Open the audience of this person' }).click();
  await isReady(second, 'Zoë Lindqvist');
});

consoleTest('states are words, and filters stand in the address', async () => {
  const pageId = await newPage();
  const live = await newAudience({ customName: 'Depots' }, pageId);
  await live.publish();
  await newAudience({ customName: 'Ports' }, pageId);
  const archived = await newAudience({ customName: 'Warehouses' }, pageId);
  await send('POST', `${archived.route}/archive`, {});
  const page = await openConsole(list(pageId));
  await page.getByRole('link', { name: 'All audiences', exact: true }).waitFor();
  const names = () => page.locator('.row-link').allTextContents();
  await expect.poll(names).toEqual(['Warehouses', 'Ports', 'Depots']);
  expect(await page.locator('tbody .badges').allTextContents()).toEqual([
    'Archived',
    'Not liveDraft v1',
    'Live v1',
  ]);
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await expect.poll(names).toEqual(['Depots']);
  await page.goBack();
  await page.getByLabel('Search names and titles').fill('por');
  await expect.poll(names).toEqual(['Ports']);
  await page.waitForURL(/q=por/);
  await page.reload();
  await expect.poll(names).toEqual(['Ports']);
  await page.getByRole('link', { name: 'Ports' }).click();
  await isReady(page, 'Ports');
});
