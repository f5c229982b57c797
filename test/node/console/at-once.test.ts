import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTest, isReady, openConsole, service } from './open.ts';

// What is drawn works at once: for a key, a click or an event in the very next task, too, before the browser paints. A
// busy browser has such events.

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
  await page.keyboard.press('x');
  await page.keyboard.press('q');
  await expect.poll(() => page.url()).toMatch(/#\/\?(?=.*range=90d)(?=.*compare=off)/);
});
