import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, service } from './api.ts';
import { consoleTest, isReady, openConsole, openReady } from './open.ts';
import { press } from './tab.ts';

// What is drawn works at once: for a key, a click or an event in the very next task, too, before the browser paints. A
// busy browser has such events.

type InPage = Window & { inNextTask: (selector: string, act: () => void) => void };

/** Gives the page a function that does something in the task after an element is drawn. */
function addInNextTask(): void {
  (window as unknown as InPage).inNextTask = (selector, act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      port2.postMessage('');
    }).observe(document, { childList: true, subtree: true });
  };
}

consoleTest('a key is heard, and a lost connection is seen, as soon as the console is drawn', async () => {
  const page = await openConsole('#/nothing', { own: true });
  await page.getByText('There is no such screen').waitFor();
  const loseConnection = () => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    dispatchEvent(new Event('offline'));
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  };
  await page.addInitScript(`(${addInNextTask})(); inNextTask('.offline', ${loseConnection});`);
  await page.reload();
  await page.getByText('What you see may be out of date').waitFor();
  await page.getByRole('combobox').waitFor();
});

consoleTest('a dialog has the keyboard as soon as it is drawn: nothing is a key of the screen', async () => {
  const page = await openConsole('#/nothing', { own: true });
  await page.getByText('There is no such screen').waitFor();
  await page.evaluate(addInNextTask);
  await page.evaluate(() => {
    const { inNextTask } = window as unknown as InPage;
    inNextTask('dialog', () => {
      for (const key of 'ga')
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
  });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  expect(page.url()).toMatch(/#\/nothing$/);
});

/** The form of a new person, open at the side. */
async function editing(name: string): Promise<Page> {
  const { personId } = await send('POST', 'persons', { name });
  const page = await openReady(`#/persons?open=${personId}`, 'Persons');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').waitFor();
  return page;
}

consoleTest('text just written is asked about, and text just discarded is not', async () => {
  const page = await editing('Written just now');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  const thenLeave = (first: 'write' | 'cancel') =>
    page.evaluate((what) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => document.querySelector<HTMLElement>('.nav a[href^="#/topics"]')?.click();
      const field = document.querySelector<HTMLInputElement>('.drawer [name="name"]');
      if (what === 'write') field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
      else field?.form?.querySelector<HTMLElement>('button[type="button"]')?.click();
      port2.postMessage('');
    }, first);
  await thenLeave('write');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await thenLeave('cancel');
  await isReady(page, 'Topics');
});

/** Lets the page hear only a quarter of a second later that its address has changed. A busy browser does that. */
function hearLate(): void {
  addEventListener('hashchange', (event) => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    const { oldURL, newURL } = event;
    setTimeout(() => dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL })), 250);
  });
}

/** A console that hears late that its address has changed. */
async function openLate(at: string, heading: string): Promise<Page> {
  const page = await openConsole('#/nothing', { own: true });
  await page.addInitScript(hearLate);
  await page.goto('about:blank');
  await page.goto(new URL(at, `${service.address}/console/`).href);
  await isReady(page, heading);
  return page;
}

consoleTest('a search that settles while a link is followed does not lead back', async () => {
  const page = await openLate('#/persons', 'Persons');
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('.search-field');
    if (field) field.value = 'nobody';
    field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    document.querySelector<HTMLElement>('.nav a[href^="#/topics"]')?.click();
  });
  await isReady(page, 'Topics');
});

consoleTest('a menu that is opened while a link is followed stays open', async () => {
  const page = await openLate('#/persons', 'Persons');
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.nav a[href^="#/topics"]')?.click();
    document.querySelector<HTMLElement>('[popovertarget="menu"]')?.click();
  });
  await isReady(page, 'Topics');
  expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
});

consoleTest('two keys in a row that change the address both do', async () => {
  const page = await openLate('#/?range=30d', 'Overview');
  await press(page, 'x', 'q');
  await expect.poll(() => page.url()).toMatch(/#\/\?(?=.*range=90d)(?=.*compare=off)/);
});
