import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { npmRun } from '../processes.ts';
import { askedBy, refuse } from './answers.ts';
import { get, newKey, send, service, statusOf } from './api.ts';
import { consoleTest, expectErrors, go, isReady, openConsole, openReady } from './open.ts';
import { keyOf, signOut, submit, violations } from './tab.ts';

/** Answers sign-ins by link or by Cloudflare Access with a key. */
const signsInWith = (page: Page, key: string) =>
  page.route('**/v0/sign_in', (route) => route.fulfill({ status: 201, json: { key } }));
const linked = `#sign-in=ffs_main_${'0'.repeat(38)}`;
const openLink = (page: Page) => go(page, linked);
const use = (page: Page) => page.getByRole('button', { name: 'Sign in to main' });
/** The end of a new sign-in link, as `npm run key -- link` prints it. */
async function newLink(): Promise<string> {
  const { stdout, stderr } = await npmRun(['key', '--', 'link'], { STATE_DIR: service.stateDir });
  const link = /#sign-in=\S+/.exec(stdout)?.[0];
  if (!link) throw new Error(`npm run key printed no link: ${stdout}${stderr}`);
  return link;
}
/** The key of a new sign-in, as a browser gets it for a link. */
async function signInKey(): Promise<string> {
  const code = (await newLink()).slice('#sign-in='.length);
  const response = await fetch(`${service.address}/v0/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.address },
    body: JSON.stringify({ code }),
  });
  return ((await response.json()) as { key: string }).key;
}

consoleTest('a wrong key is refused, another signs in, and signing out forgets it', async () => {
  // The form asks once whether the page came through Cloudflare Access.
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  await page.getByText('Ask whoever runs it for a link').waitFor();
  await page.getByLabel('API key').fill('ff_main_wrong');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toBe('The API key is malformed.');
  expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page)).toEqual([]);

  await submit(page, { 'API key': service.key }, 'Sign in');
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

consoleTest('a sign-in link is used at a click of a person, and nothing happens before', async () => {
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  // The form has asked whether the page came through Cloudflare Access.
  await isReady(page, 'Footfall');
  const sent = askedBy(page);
  const link = await newLink();
  const code = link.slice('#sign-in='.length);
  // Another page first, so that the link loads the console anew, as a program that reads mail does.
  await page.goto('about:blank');
  await go(page, link);
  await use(page).waitFor();
  await page.getByText('signs this tab in to the workspace main').waitFor();
  expect(page.url()).toBe(`${service.address}/console/`);
  expect(await violations(page)).toEqual([]);
  // A program that waits, scrolls, and moves the mouse.
  await page.mouse.wheel(0, 500);
  await page.mouse.move(50, 50);
  await page.waitForTimeout(1500);
  // The page can be loaded again; the code stays out of the address.
  await page.reload();
  await use(page).waitFor();
  expect(page.url()).not.toContain(code);
  expect(sent).toEqual([]);

  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in to main');
  await page.keyboard.press('Enter');
  await isReady(page, 'Overview');
  expect(sent.filter(({ path }) => path.includes('sign_in')).map(({ method }) => method)).toEqual(['POST']);
  const key = (await keyOf(page)) ?? '';
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['footfall.key']);
  expect(await statusOf(key)).toBe(200);

  // Signing out ends the key at the service too.
  await signOut(page);
  await page.getByLabel('API key').waitFor();
  await expect.poll(() => statusOf(key)).toBe(401);
  expect(await page.getByText('could not end your key').count()).toBe(0);
});

consoleTest('signing out without the service says that the key may still work, with it it ends', async () => {
  expectErrors(/ERR_FAILED|Failed to fetch|401|429/);
  const link = await newLink();
  const page = await openConsole(link, { key: undefined });
  await use(page).click();
  await isReady(page, 'Overview');
  const key = (await keyOf(page)) ?? '';
  await page.route('**/v0/**', (route) => route.abort());
  await signOut(page);
  await page.getByText(/You are signed out here. .+ may still work until/).waitFor();
  expect(await keyOf(page)).toBe(null);
  expect(await statusOf(key)).toBe(200);

  await page.unroute('**/v0/**');
  const { topicId } = await send('POST', 'topics', { title: 'Deleted too often' });
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await isReady(page, 'Overview');
  await go(page, `#/topics?open=${topicId}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('was deleted with its entries').waitFor();
  let refusals = 0;
  await page.route('**/v0/topics/*', (route) => {
    refusals++;
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      contentType: 'application/problem+json',
      json: { code: 'rate_limited', title: 'Too many requests', status: 429 },
    });
  });
  await signOut(page);
  await page.getByLabel('API key').waitFor();
  // Long before the minute is over.
  await expect.poll(() => statusOf(key), { timeout: 20_000 }).toBe(401);
  expect(refusals).toBe(1);
});

consoleTest('an API key signs in instead of a link, which asks before it replaces a key', async () => {
  const other = await newKey('read');
  const page = await openConsole(linked, { key: undefined });
  await page.getByRole('button', { name: 'Use an API key instead' }).click();
  await page.getByLabel('API key').fill(service.key);
  await page.keyboard.press('Enter');
  await isReady(page, 'Overview');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['footfall.key']);
  await page.getByRole('link', { name: 'Accounts' }).click();
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
  const page = await openReady('', 'Footfall', { key: undefined });
  let exchanges = 0;
  await page.route('**/v0/sign_in', (route) => {
    exchanges++;
    return route.fulfill({ status: 201, json: { key: service.key } });
  });
  await refuse(page, '**/v0/api_keys/current', 503, { code: 'database_unavailable', title: 'Away' });
  await openLink(page);
  await use(page).click();
  await page.getByRole('alert').getByText('Away').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/v0/api_keys/current');
  await use(page).click();
  await isReady(page, 'Overview');
  expect(exchanges).toBe(1);
});

consoleTest('the code of a sign-in link leaves the address at once, even of a damaged link', async () => {
  expectErrors(/401/);
  const page = await openConsole('#sign-in=ffs_main_wrong', { key: undefined });
  await use(page).click();
  await page.getByRole('alert').getByText('The sign-in code is malformed').waitFor();
  // A code that was refused is of no use any more: the form asks for a key.
  await page.getByLabel('API key').waitFor();
  expect(page.url()).not.toContain('ffs_main_wrong');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  await page.goto('about:blank');
  await go(page, '#sign-in=ffs_main_damaged.');
  await page.getByRole('alert').getByText('The link is damaged').waitFor();
  expect(page.url()).not.toContain('ffs_main_damaged');
  await isReady(page, 'Footfall');
  await submit(page, { 'API key': service.key }, 'Sign in');
  await isReady(page, 'Overview');
  // In a tab that is signed in, its screen stays.
  await go(page, '#sign-in=ffs_main_damaged.');
  await page.getByText('The link is damaged').waitFor();
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

consoleTest('a key of Cloudflare Access is revoked if somebody has signed in before it came', async () => {
  expectErrors(/401/);
  const late = await signInKey();
  const page = await openConsole('', { key: undefined });
  await page.getByLabel('API key').waitFor();
  const signedIn = Promise.withResolvers<void>();
  await page.route('**/v0/sign_in', async (route) => {
    await signedIn.promise;
    await route.fulfill({ status: 201, json: { key: late } });
  });
  await page.reload();
  await page.getByLabel('API key').fill(service.key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await statusOf(late)).toBe(200);
  signedIn.resolve();
  await expect.poll(() => statusOf(late), { timeout: 60_000 }).toBe(401);
  expect(await keyOf(page)).toBe(service.key);
});

consoleTest('signing out asks about unsaved text, does what waits, and revokes no pasted key', async () => {
  expectErrors(/401|404/);
  // It may be the key of a server.
  const key = await newKey('read', 'write');
  const { personId } = await send('POST', 'persons', {
    name: 'Not saved yet',
    email: 'unsaved@signing-out.example',
  });
  const { topicId } = await send('POST', 'topics', { title: 'Soon deleted' });
  const page = await openConsole(`#/persons?open=${personId}`, { key });
  const sent = askedBy(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Not saved');
  await signOut(page);
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await isReady(page, 'Persons');

  await go(page, `#/topics?open=${topicId}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('was deleted with its entries').waitFor();
  await signOut(page);
  await page.getByLabel('API key').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await expect.poll(() => get(`topics/${topicId}`).catch(String)).toContain('404');
  await page.waitForTimeout(500);
  const deleted = sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(deleted).toEqual([`/v0/topics/${topicId}`]);
  expect(await statusOf(key)).toBe(200);
});
