import { expect } from 'vitest';
import { newAudience, newPage, send } from './api.ts';
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
  await dialog.getByText('Choose a person, or write a name.').waitFor();
  expect(await violations(page)).toEqual([]);
  await submit(dialog, { Name: 'Night shift' }, 'Create');
  await page.waitForURL(/audiences\/audience_\w+\?edit=1/);
  await isReady(page, 'Night shift');
});

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
