import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { get, newAudience, service } from './api.ts';
import { consoleTest, expectErrors, goTo, isReady, openReady } from './open.ts';
import { askPalette, press } from './tab.ts';

/** What has the focus, in words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim();
    return `${element?.tagName.toLowerCase()}: ${name}`;
  });
const isFocused = (page: Page, wanted: string) => expect.poll(() => focused(page)).toBe(wanted);

consoleTest('after a change of screen the heading has the focus, also by Back and by two keys', async () => {
  const page = await openReady('#/', 'Overview');
  // The page was loaded, nothing was changed: Tab begins at its start.
  expect(await focused(page)).toMatch(/^body/);
  // A choice on the same screen keeps it.
  await page.locator('.range a').nth(1).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/range=7d/);
  await isReady(page, 'Overview');
  expect(await page.evaluate(() => document.activeElement?.closest('.range') !== null)).toBe(true);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await isReady(page, 'Accounts');
  await isFocused(page, 'h1: Accounts');
  await press(page, 'g', 'l');
  await isReady(page, 'Links');
  await isFocused(page, 'h1: Links');
  await page.goBack();
  await isReady(page, 'Accounts');
  await isFocused(page, 'h1: Accounts');
  // The heading of an audience is another one until its record is there.
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/pages/${service.pageId}/audiences/${service.audienceId}`);
  await isReady(page, 'Logistics');
  await isFocused(page, 'h1: Logistics');
  // Tab goes on from there.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.screen-head') !== null)).toBe(true);
});

consoleTest('what opens in the place of a link has the focus, and the link when it closes', async () => {
  const page = await openReady('#/', 'Overview');
  await page.getByRole('link', { name: 'Excluded bots, and why' }).focus();
  await page.keyboard.press('Enter');
  await isFocused(page, 'a: Hide excluded visits');
  await page.getByText(/^[\d,]+ visits excluded in this range/).waitFor();
  await page.getByText('Programs that say who they are').waitFor();
  await page.keyboard.press('Enter');
  await isFocused(page, 'a: Excluded bots, and why');
});

consoleTest(
  'a form that was refused leaves the focus on its button, and sends once while it runs',
  async () => {
    const page = await openReady('#/topics?new=topic', 'Topics');
    expectErrors(/status of 403/);
    let sent = 0;
    await page.route('**/v0/topics', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return route.fulfill({ status: 403, json: { title: 'Refused' } });
    });
    const dialog = page.getByRole('dialog');
    for (const field of await dialog.locator('input:not([type=checkbox]), textarea').all())
      await field.fill('Bees');
    const button = dialog.locator('[type=submit]');
    const name = await button.textContent();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await isFocused(page, `button: ${name}`);
    expect(sent).toBe(1);
  },
);

consoleTest('a form in a record has the focus, and the record when it is left', async () => {
  const { items } = await get<{ items: { accountId: string }[] }>('accounts?limit=1');
  const page = await openReady('#/topics', 'Topics');
  for (const [at, title, heading] of [
    [`#/accounts?open=${items[0]?.accountId}`, 'Accounts', 'h2: Account'],
    [`#/persons?open=${service.personId}`, 'Persons', 'h2: Person'],
  ] as const) {
    await goTo(page, at, title);
    await page.getByRole('button', { name: 'Edit', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^input/);
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await isFocused(page, heading);
  }
});

consoleTest('a filter that is removed leaves the focus on the button that adds one', async () => {
  const page = await openReady('#/?device=mobile&country=DE', 'Overview');
  for (const removes of ['Remove the filter Country: Germany', 'Clear']) {
    await page.getByRole('link', { name: removes }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: removes }).waitFor({ state: 'detached' });
    await isFocused(page, 'button: Filter');
  }
});

consoleTest('after publishing the state has the focus, and after what is done with a version', async () => {
  const made = await newAudience({ metadataOverride: { title: 'For museums' } });
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Publish …' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Live v1').waitFor();
  await isReady(page, 'Museums');
  await isFocused(page, 'section: State');
  await page.getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Archived since').waitFor();
  await isReady(page, 'Museums');
  await isFocused(page, 'section: State');
});

consoleTest('j and k go among rows; Escape leads from a record to its row, or to the heading', async () => {
  const page = await openReady(`#/accounts?open=${service.personId}`, 'Accounts');
  // Its row is not on the screen.
  await isFocused(page, 'h2: Person');
  await page.keyboard.press('Escape');
  await isFocused(page, 'h1: Accounts');

  const names = (await page.locator('.row-link').allTextContents()).map((name) => name.trim());
  await page.keyboard.press('j');
  await isFocused(page, `a: ${names[0]}`);
  await press(page, 'j', 'j');
  await isFocused(page, `a: ${names[2]}`);
  await page.keyboard.press('k');
  await isFocused(page, `a: ${names[1]}`);
  // From the row that is open, while the record has the focus.
  await page.keyboard.press('Enter');
  await page.waitForURL(/open=account_/);
  await isFocused(page, 'h2: Account');
  const drawer = page.getByRole('complementary', { name: 'Account' });
  await drawer.locator('.record-name', { hasText: names[1]?.replace(/ Hot$/, '') ?? '' }).waitFor();
  await page.keyboard.press('j');
  await isFocused(page, `a: ${names[2]}`);
  await page.keyboard.press('Escape');
  await page.waitForURL(/#\/accounts$/);
  await isFocused(page, `a: ${names[1]}`);

  // Also if the palette has opened it, from another screen.
  const row = page.locator(`.row-link[href*="${service.accountId}"]`);
  const name = (await row.textContent())?.trim();
  await page.getByRole('link', { name: 'Persons', exact: true }).click();
  await isReady(page, 'Persons');
  await askPalette(page, service.accountId);
  await page.getByRole('option', { name: `Open ${service.accountId}` }).waitFor();
  await page.keyboard.press('Enter');
  await isReady(page, 'Accounts');
  await isFocused(page, 'h2: Account');
  await page.keyboard.press('Escape');
  await isFocused(page, `a: ${name}`);

  // In a field they are letters.
  await goTo(page, '#/persons', 'Persons');
  await page.getByRole('searchbox').first().fill('');
  await page.getByRole('searchbox').first().press('j');
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('j');
});
