import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { get, newKey, send, service } from './api.ts';
import { consoleTest, expectErrors, openReady } from './open.ts';
import { violations } from './tab.ts';

const hashOf = (url: string) => new URL(url).hash;

consoleTest('whoever chooses a saved view sees its range, filters and zone', async () => {
  const page = await openReady('#/?range=7d&country=DE&metric=conversions&and=time', 'Overview');
  const asked = askedBy(page);
  await page.getByRole('button', { name: 'Views' }).click();
  // What the menu shows is asked for once it is open.
  await page.getByRole('list', { name: 'Saved views' }).waitFor();
  expect(asked.filter(({ path }) => path === '/v0/views')).toHaveLength(1);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  expectErrors(/409/);
  await dialog.getByLabel('Name').fill('pricing on PHONES');
  await dialog.getByRole('button', { name: 'Save the view' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Name').fill('Germany, this week');
  await dialog.getByRole('button', { name: 'Save the view' }).click();
  await page.getByText('The view “Germany, this week” was saved').waitFor();
  expect(hashOf(page.url())).toBe('#/?range=7d&country=DE&metric=conversions&and=time');

  const other = await openReady('#/?range=90d', 'Overview', { key: await newKey('read'), own: true });
  await other.getByRole('button', { name: 'Views' }).click();
  const saved = other.getByRole('link', { name: 'Germany, this week' });
  await saved.waitFor();
  expect(await other.getByRole('link', { name: 'Save this view' }).count()).toBe(0);
  // Nothing follows the list, so no line ends it.
  const list = other.getByRole('list', { name: 'Saved views' });
  expect(await list.evaluate((views) => getComputedStyle(views).borderBottomWidth)).toBe('0px');
  expect(await other.getByRole('button', { name: /Delete the view/ }).count()).toBe(0);
  await saved.click();
  await other.getByRole('list', { name: 'Filters' }).getByText('Germany').waitFor();
  expect(hashOf(other.url())).toBe('#/?range=7d&country=DE&metric=conversions&and=time&zone=Europe%2FBerlin');
  await other.getByRole('button', { name: 'Views' }).click();
  await expect.poll(() => saved.getAttribute('aria-current')).toBe('true');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Delete the view “Germany, this week”' }).click();
  await expect.poll(() => page.getByRole('link', { name: 'Germany, this week' }).count()).toBe(0);
  await page.goto('about:blank');
  const names = async () =>
    (await get<{ items: { name: string }[] }>('views?limit=100')).items.map(({ name }) => name);
  await expect.poll(names).not.toContain('Germany, this week');
});

consoleTest('a view whose address the console does not know leads nowhere else', async () => {
  const { viewId } = await send<{ viewId: string }>('POST', 'views', {
    name: 'Nowhere <b>',
    address: '/nowhere?x=javascript:alert(1)',
  });
  const page = await openReady('#/', 'Overview');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Nowhere <b>' }).click();
  await page.getByText('There is no such screen').waitFor();
  expect(new URL(page.url()).origin).toBe(service.address);
  await send('DELETE', `views/${viewId}`);
});
