import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { get, newKey, send, service, statusOf } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady } from './open.ts';
import { clipboard, keyOf, signOut, submit, violations } from './tab.ts';

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
  await submit(dialog, { Name: 'pricing on PHONES' }, 'Save the view');
  await dialog.getByRole('alert').waitFor();
  await submit(dialog, { Name: 'Germany, this week' }, 'Save the view');
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

interface Made {
  shareLinkId: string;
  name: string;
  path: string;
  code: string;
}
const names = async () =>
  (await get<{ items: Made[] }>('share_links?limit=100')).items.map(({ name }) => name);
const newShare = (name: string, path = '/accounts') =>
  send<Made>('POST', 'share_links', { name, path, lifetime: '12h' });
const linkTo = ({ code }: Made) => `#share=${code}`;
/** The tab of somebody who has no key. */
const viewer = (at: string) => openConsole(at, { key: undefined, own: true });
const menu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  return page.locator('.menu-key').textContent();
};

consoleTest('whoever opens a shared view sees its range, filters and zone, and no change', async () => {
  const page = await openReady('#/?range=30d&country=DE', 'Overview');
  await page.getByRole('link', { name: 'Share this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this view' });
  await dialog.getByText('Whoever has the link can read everything in this workspace').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Overview');
  await dialog.getByLabel('Name').fill('');
  expectErrors(/400/);
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByRole('alert').getByText('must have at least 1 character').waitFor();
  await dialog.getByLabel('Name').fill('For the board <b>');
  await dialog.getByLabel('For 30 days').check();
  await dialog.getByRole('button', { name: 'Create the link' }).click();

  const made = page.getByRole('dialog', { name: 'The link “For the board <b>” was created' });
  await made.getByText('It is shown only once').waitFor();
  expect(await violations(page)).toEqual([]);
  // Neither Escape nor a click beside it loses the link.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  await made.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => clipboard(page)).toMatch(/\/console\/#share=ffshare_main_[0-9A-Za-z]{38}$/);
  const link = await clipboard(page);
  expect(link.startsWith(`${service.address}/console/`)).toBe(true);
  await made.getByRole('button', { name: 'Done' }).click();
  expect(new URL(page.url()).hash).toBe('#/?range=30d&country=DE');

  const other = await viewer('');
  // The form asks once whether the page came through Cloudflare Access.
  expectErrors(/401/);
  await isReady(other, 'Footfall');
  const sent: string[] = [];
  other.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await other.goto('about:blank');
  await other.goto(link);
  await isReady(other, 'Overview');
  const code = link.split('=').at(-1) ?? '';
  const key = (await keyOf(other)) ?? '';
  expect(new URL(other.url()).hash).toBe('#/?range=30d&country=DE&zone=Europe%2FBerlin');
  expect(sent.filter((one) => one.includes('sign_in')).length).toBe(1);
  expect(sent.filter((one) => one.includes(key) || one.split('#')[0]?.includes(code))).toEqual([]);
  expect(await other.evaluate(() => [{ ...sessionStorage }, { ...localStorage }])).toEqual([
    { 'footfall.key': key },
    {},
  ]);
  await other.getByRole('list', { name: 'Filters' }).getByText('Germany').waitFor();
  expect(await other.getByRole('link', { name: 'Share this view' }).count()).toBe(0);
  await goTo(other, '#/?new=share-link', 'Overview');
  expect(await other.getByRole('dialog').count()).toBe(0);
  expect(await menu(other)).toContain('For the board <b>Workspace mainMay read');

  // Who opens it again, in another browser, has the same key. One who signs out does not end it for the others.
  const third = await viewer(new URL(link).hash);
  await isReady(third, 'Overview');
  expect(await keyOf(third)).toBe(key);
  await signOut(third);
  await third.getByLabel('API key').waitFor();
  expect(await statusOf(key)).toBe(200);
  expect(await third.getByText('could not end your key').count()).toBe(0);
  await other.reload();
  await isReady(other, 'Overview');
});

consoleTest('share links are listed in Settings; a revoked one says so to whoever opens it', async () => {
  expectErrors(/401/);
  const shared = await newShare('Revoked soon', '/accounts?list=none');
  const reader = await viewer(linkTo(shared));
  await isReady(reader, 'Accounts');
  expect(new URL(reader.url()).hash).toContain('#/accounts?list=none');
  const key = (await keyOf(reader)) ?? '';

  const page = await openReady('#/settings?part=share-links', 'Settings');
  const row = page.getByRole('row').filter({ hasText: 'Revoked soon' });
  expect(await row.getByRole('link').first().getAttribute('href')).toBe('#/accounts?list=none');
  expect(await page.content()).not.toContain(shared.code);
  await row.getByRole('button', { name: 'Revoke the link “Revoked soon”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke the link “Revoked soon”?' });
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Revoke the link' }).click();
  await page.getByText('The link “Revoked soon” was revoked').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  expect(await names()).not.toContain('Revoked soon');
  expect(await statusOf(key)).toBe(401);

  await reader.getByRole('link', { name: 'Persons' }).click();
  await reader.getByText('Your key is no longer valid').waitFor();
  // Who signs in again is where they were.
  expect(new URL(reader.url()).hash).toContain('#/persons');
  await reader.goto('about:blank');
  await go(reader, linkTo(shared));
  await reader.getByRole('alert').getByText('The share link is unknown, was revoked or has ended').waitFor();
  expect(reader.url()).not.toContain(shared.code);
  expect(await reader.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await violations(reader)).toEqual([]);
});

consoleTest('a tab that is signed in asks before a share link replaces its key', async () => {
  const shared = await newShare('Asked for');
  const page = await openReady('#/topics', 'Topics', { key: await newKey('read', 'write') });
  const own = await keyOf(page);
  await go(page, linkTo(shared));
  const dialog = page.getByRole('dialog', { name: 'Open the shared view?' });
  await dialog.getByText('The link replaces this key by one that can only read').waitFor();
  expect(page.url()).not.toContain(shared.code);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  expect([await keyOf(page), new URL(page.url()).hash]).toEqual([own, '#/topics']);
  await go(page, linkTo(shared));
  await dialog.getByRole('button', { name: 'Open the view' }).click();
  await isReady(page, 'Accounts');
  expect(await keyOf(page)).not.toBe(own);
  // The key of the tab was not that of a sign-in: it works on.
  expect(await statusOf(own ?? '')).toBe(200);
});

consoleTest('a share link that cannot be opened now is tried again', async () => {
  expectErrors(/ERR_FAILED|Failed to fetch/);
  const shared = await newShare('Tried again');
  const page = await viewer('');
  await isReady(page, 'Footfall');
  expectErrors(/401/);
  await page.goto('about:blank');
  await page.route('**/v0/sign_in', (route) => route.abort());
  await go(page, linkTo(shared));
  await page.getByText('Opening a view of the workspace main that someone shared with you').waitFor();
  await page.getByRole('alert').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/v0/sign_in');
  await page.getByRole('button', { name: 'Try again' }).click();
  await isReady(page, 'Accounts');
});

consoleTest('a view leads to no other page, whatever an answer says', async () => {
  expectErrors(/401/);
  const key = await newKey('read');
  for (const path of [
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%zz',
    '/"><img src=x>',
  ]) {
    const page = await viewer('');
    await isReady(page, 'Footfall');
    await page.route('**/v0/sign_in', (route) => route.fulfill({ status: 201, json: { key, path } }));
    await page.goto('about:blank');
    await go(page, `#share=ffshare_main_${'0'.repeat(38)}`);
    await page.getByText('There is no such screen').waitFor();
    expect(new URL(page.url()).origin).toBe(service.address);
    expect(await page.locator('img').count()).toBe(0);
  }
});
