import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { get, newKey, send, service } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openReady } from './open.ts';
import { keyOf, signOut } from './tab.ts';

/** A console whose key other tabs can ask for: the service worker runs. */
async function sharedConsole(): Promise<Page> {
  const page = await openReady('#/accounts', 'Accounts', { own: true });
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration('/console/'))?.active?.state ?? 'none',
      ),
    )
    .toBe('activated');
  return page;
}

/** A tab in which nobody has signed in, of the same browser. */
async function blankTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto('about:blank');
  return tab;
}

/** A tab of the same browser with a key of its own. */
async function tabWith(page: Page, key: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.addInitScript((own) => sessionStorage.setItem('footfall.key', own), key);
  await goTo(tab, '#/topics', 'Topics');
  return tab;
}

/** Opens a screen in a new tab, as Ctrl-click on its link does, and goes there. */
async function openScreen(
  page: Page,
  name: string,
  by: Parameters<Locator['click']>[0] = { modifiers: ['ControlOrMeta'] },
): Promise<Page> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const tab = await opened(page, () => link.click(by));
  await isReady(tab, name);
  return tab;
}

/** What a click opens in a new tab. */
async function opened(page: Page, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), click()]);
  // Chromium draws a tab in the background once a second.
  await tab.bringToFront();
  await tab.waitForLoadState();
  return tab;
}

consoleTest('Ctrl-click on a row opens a tab that is signed in, and its address has no key', async () => {
  const page = await sharedConsole();
  const row = page.locator('table a[href*="open=account_"]').first();
  const tab = await opened(page, () => row.click({ modifiers: ['ControlOrMeta'] }));
  await isReady(tab, 'Accounts');
  await tab.getByRole('complementary').waitFor();
  expect(await keyOf(tab)).toBe(service.key);
  expect(tab.url()).toMatch(/#\/accounts\?open=account_\w+$/);
  expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([]);
  // And from that one to the next, with the middle button.
  const next = await openScreen(tab, 'Topics', { button: 'middle' });
  // The menu leads to the documentation in the same tab, which fills in the key.
  await next.getByRole('button', { name: 'Menu' }).click();
  await next.getByRole('link', { name: 'API documentation' }).click();
  await next.waitForURL(/\/docs\//);
  expect(await keyOf(next)).toBe(service.key);
});

consoleTest('a new tab gets the key of the tab that was used last', async () => {
  const other = await newKey('read');
  const page = await sharedConsole();
  const second = await tabWith(page, other);
  await second.bringToFront();
  const ofSecond = await openScreen(second, 'Persons');
  expect(await keyOf(ofSecond)).toBe(other);
  await ofSecond.close();
  await page.bringToFront();
  const ofFirst = await openScreen(page, 'Persons');
  expect(await keyOf(ofFirst)).toBe(service.key);
});

consoleTest('signing out signs out the other tabs with the key, and no others', async () => {
  expectErrors(/401/);
  const { topicId } = await send('POST', 'topics', { title: 'Deleted in another tab' });
  const page = await sharedConsole();
  const same = await openScreen(page, 'Topics');
  const other = await tabWith(page, await newKey('read'));
  // What waits to be undone there is done there.
  await go(same, `#/topics?open=${topicId}`);
  await same.getByRole('button', { name: 'Delete', exact: true }).click();
  await same.getByText('was deleted with its entries').waitFor();

  await page.bringToFront();
  await signOut(page);
  await page.getByLabel('API key').waitFor();
  await same.getByText('You have signed out in another tab.').waitFor();
  expect([await keyOf(page), await keyOf(same)]).toEqual([null, null]);
  await expect.poll(() => get(`topics/${topicId}`).catch(String)).toContain('404');
  await isReady(other, 'Topics');
  // Loading the page again does not sign in with the key of another tab.
  await same.reload();
  await same.getByLabel('API key').waitFor();
  expect(await keyOf(same)).toBe(null);
});

/** Asks the service worker for the key, as the console does. It runs in the page. */
async function ask(): Promise<unknown> {
  const registration = await navigator.serviceWorker.getRegistration('/console/');
  const { port1, port2 } = new MessageChannel();
  registration?.active?.postMessage({ ask: 'key' }, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve('no answer'), 2000);
  });
}

consoleTest('the script of /docs/ in another tab gets no key, nor does a tab that has shown it', async () => {
  // What the policy forbids is said in the browser's console.
  expectErrors(/Content Security Policy|Failed to register a ServiceWorker|401/);
  const page = await sharedConsole();
  const docs = await blankTab(page);
  await docs.goto(`${service.address}/docs/`);
  expect(await keyOf(docs)).toBe(null);
  // As a tab of the console it would get it: the answer does not fail for another reason.
  const tab = await blankTab(page);
  await go(tab, ``);
  expect(await tab.evaluate(ask)).toMatchObject({ key: service.key });

  expect(await docs.evaluate(ask)).toBe('no answer');
  // Nor with the address of the console in its bar.
  await docs.evaluate(() => history.pushState(null, '', '/console/'));
  expect(await docs.evaluate(() => location.pathname)).toBe('/console/');
  expect(await docs.evaluate(ask)).toBe('no answer');
  await docs.evaluate(() => history.back());

  // It starts no worker, which could go on when the page has gone.
  const register = () => navigator.serviceWorker.register('/console/tabs.js', { scope: '/console/x' });
  await expect(docs.evaluate(register)).rejects.toThrow(/Content Security Policy|SecurityError/);
  // Nor does the console that it leads to, as a script there would do: Back leads to it again.
  await docs.evaluate(() => location.assign('/console/'));
  await docs.getByLabel('API key').waitFor();
  expect(await keyOf(docs)).toBe(null);
});

consoleTest('the script of /docs/ cannot read in a window that it opens with the console', async () => {
  expectErrors(/401/);
  const page = await sharedConsole();
  const docs = await blankTab(page);
  await docs.goto(`${service.address}/docs/`);
  for (const disowned of [false, true]) {
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      docs.evaluate((isDisowned) => {
        const held = window as unknown as { popup: Window | null };
        held.popup = window.open('about:blank');
        if (held.popup && isDisowned) held.popup.opener = null;
        if (held.popup) held.popup.location.href = '/console/';
      }, disowned),
    ]);
    await popup.waitForURL(/\/console\//);
    await popup.getByRole('heading', { level: 1 }).waitFor();
    const read = await docs.evaluate(() => {
      const { popup: held } = window as unknown as { popup: Window };
      try {
        return held.closed ? 'unreadable' : held.sessionStorage.getItem('footfall.key');
      } catch {
        return 'unreadable';
      }
    });
    expect(read).toBe('unreadable');
    await popup.close();
  }
});
