import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  consoleTest,
  expectErrors,
  isReady,
  newKey,
  openConsole,
  send,
  service,
  violations,
} from './open.ts';

/** Answers sign-ins by link or by Cloudflare Access with a key. */
const signsInWith = (page: Page, key: string) =>
  page.route('**/v0/sign_in', (route) => route.fulfill({ status: 201, json: { key } }));
const keyOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('footfall.key'));
const openLink = (page: Page) => page.goto(`${service.address}/console/#sign-in=ffs_main_${'0'.repeat(38)}`);
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
};

consoleTest('a key signs in, and signing out forgets it', async () => {
  // The form asks once whether the page came through Cloudflare Access.
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  await page.getByLabel('API key').fill(service.key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isReady(page, 'Overview');
  expect(page.url()).not.toContain(service.key);
  expect(await page.evaluate(() => [{ ...sessionStorage }, { ...localStorage }])).toEqual([
    { 'footfall.key': service.key },
    {},
  ]);

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Workspace main').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

consoleTest('a wrong key is refused in the words of the service', async () => {
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  await page.getByLabel('API key').fill('ff_main_wrong');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toBe('The API key is malformed.');
  expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page)).toEqual([]);
});

consoleTest('a key that has ended leads back to the form, and the address stays', async () => {
  expectErrors(/401/);
  const page = await openConsole('#/accounts');
  await isReady(page, 'Accounts');
  await page.route('**/v0/**', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { code: 'invalid_api_key', title: 'x', detail: 'x', status: 401, requestId: 'x' },
    }),
  );
  await page.getByRole('link', { name: 'Without people' }).click();
  await page.getByText('Your key is not valid any more').waitFor();
  expect(page.url()).toContain('#/accounts?people=none');
});

consoleTest('the code of a sign-in link leaves the address at once', async () => {
  expectErrors(/401/);
  const page = await openConsole('#sign-in=ffs_main_wrong', { key: undefined });
  await page.getByRole('alert').waitFor();
  expect(page.url()).not.toContain('ffs_main_wrong');
});

consoleTest('a sign-in link shows the overview', async () => {
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  // The form has asked whether the page came through Cloudflare Access.
  await isReady(page, 'Footfall');
  await signsInWith(page, service.key);
  await openLink(page);
  await isReady(page, 'Overview');
  // Also when the link opens the console anew.
  const other = await page.context().newPage();
  await signsInWith(other, service.key);
  await openLink(other);
  await isReady(other, 'Overview');
});

consoleTest('a sign-in link asks before it replaces the key of a tab', async () => {
  const other = await newKey('read');
  const page = await openConsole('#/accounts');
  await isReady(page, 'Accounts');
  await signsInWith(page, other);
  const dialog = page.getByRole('dialog', { name: 'Use the sign-in link?' });
  await openLink(page);
  await dialog.getByText('of the workspace main').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  expect(await keyOf(page)).toBe(service.key);
  expect(page.url()).toMatch(/#\/accounts$/);
  await openLink(page);
  await dialog.getByRole('button', { name: 'Use the link' }).click();
  await expect.poll(() => keyOf(page)).toBe(other);
  await isReady(page, 'Accounts');
});

consoleTest('a sign-in link whose last step failed is tried again: its code works only once', async () => {
  expectErrors(/503|401/);
  const page = await openConsole('', { key: undefined });
  await isReady(page, 'Footfall');
  let exchanges = 0;
  await page.route('**/v0/sign_in', (route) => {
    exchanges++;
    return route.fulfill({ status: 201, json: { key: service.key } });
  });
  await page.route('**/v0/api_keys/current', (route) =>
    route.fulfill({ status: 503, json: { code: 'database_unavailable', title: 'Away', status: 503 } }),
  );
  await openLink(page);
  await page.getByRole('alert').getByText('Away').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/v0/api_keys/current');
  await page.getByRole('button', { name: 'Try the link again' }).click();
  await isReady(page, 'Overview');
  expect(exchanges).toBe(1);
});

consoleTest('a damaged sign-in link leaves the address, and says so', async () => {
  expectErrors(/401/);
  const page = await openConsole('#sign-in=ffs_main_damaged.', { key: undefined });
  await page.getByRole('alert').getByText('The sign-in link is damaged').waitFor();
  expect(page.url()).not.toContain('ffs_main_damaged');
  await isReady(page, 'Footfall');
  await page.getByLabel('API key').fill(service.key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isReady(page, 'Overview');
  // In a tab that is signed in, its screen stays.
  await page.goto(`${service.address}/console/#sign-in=ffs_main_damaged.`);
  await page.getByText('The sign-in link is damaged').waitFor();
  expect(page.url()).not.toContain('ffs_main_damaged');
  await isReady(page, 'Overview');
});

consoleTest('Cloudflare Access signs in by itself, and is offered after signing out', async () => {
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  await page.getByLabel('API key').waitFor();
  expect(await page.getByRole('button', { name: /Cloudflare Access/ }).count()).toBe(0);
  await signsInWith(page, service.key);
  await page.reload();
  await isReady(page, 'Overview');
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in through Cloudflare Access' }).click();
  await isReady(page, 'Overview');
});

consoleTest('signing out does what waits to be undone', async () => {
  expectErrors(/404/);
  const { topicId } = await send('POST', 'topics', { title: 'Soon deleted' });
  const page = await openConsole(`#/topics?open=${topicId}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('was deleted with its entries').waitFor();
  await signOut(page);
  await page.getByLabel('API key').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await expect.poll(() => send('GET', `topics/${topicId}`).catch(String)).toContain('404');
});

consoleTest('signing out asks before unsaved words are lost', async () => {
  const { personId } = await send('POST', 'persons', {
    name: 'Not saved yet',
    email: 'unsaved@signing-out.example',
  });
  const page = await openConsole(`#/persons?open=${personId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Not saved');
  await signOut(page);
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await page.getByLabel('API key').waitFor();
});
