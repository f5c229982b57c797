import { expect } from 'vitest';
import { hold } from './answers.ts';
import { newAudience, send, service } from './api.ts';
import { consoleTest, isReady, openConsole, openReady } from './open.ts';
import { askPalette, focused, press, violations } from './tab.ts';

consoleTest('the palette finds actions, ids, problems; two keys go to a screen; ? lists keys', async () => {
  const page = await openReady('#/', 'Overview');
  const field = page.getByRole('combobox');
  await askPalette(page, 'accounts');
  await page.getByRole('option', { name: 'Go to Accounts' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await isReady(page, 'Accounts');

  // What is named so comes first.
  await askPalette(page, 'webh');
  await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(/^Webhooks/);
  await page.keyboard.press('Escape');

  await askPalette(page, service.accountId);
  await page.getByRole('option', { name: `Open ${service.accountId}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`open=${service.accountId}`));

  for (const [key, heading] of [
    ['o', 'Overview'],
    ['a', 'Accounts'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await isReady(page, heading);
  }
  // It is of the screen that it was opened on.
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.goBack();
  await isReady(page, 'Overview');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  // Escape closes the palette at once: the next key opens it again.
  await page.keyboard.press('Control+k');
  for (let count = 0; count < 10; count++) {
    await field.fill(`text ${count}`);
    await press(page, 'Escape', 'Control+k');
    await expect.poll(() => field.inputValue()).toBe('');
  }
  // It leads from a refused answer to the page about its problem.
  await field.fill('{"type":"urn:footfall:problem:validation_failed","status":400}');
  await page.getByText('Read about validation_failed').waitFor();
  await field.fill(`person_log_${'0'.repeat(26)}`);
  await page.getByText('Paste the personId').waitFor();
  await field.fill('validation_failed');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/problems\/validation_failed/);
});

consoleTest('everything is reached by the keyboard, and the theme is chosen and kept', async () => {
  const page = await openReady('#/accounts', 'Accounts');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await focused(page, 'id')).toBe('main');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Import a list');
  // The toolbar, from the left to the right.
  await page.keyboard.press('Tab');
  expect(await focused(page, 'aria-label')).toBe('Search accounts');
  const controls = await page.locator('.toolbar :is(a, button, input):visible').count();
  const reached: (string | null | undefined)[] = [];
  for (let control = 1; control < controls; control++) {
    await page.keyboard.press('Tab');
    reached.push(await focused(page, 'aria-label'));
  }
  expect(reached.slice(-2)).toEqual(['Download as CSV: Accounts', 'Share this view']);

  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'dark' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await isReady(page, 'Accounts');
  expect(await background()).toBe(dark);
});

consoleTest('the menu of a phone closes when a screen is chosen, also the one that is shown', async () => {
  const page = await openReady('#/', 'Overview', { width: 360, height: 740 });
  const screens = page.getByRole('navigation', { name: 'Screens' });
  for (const name of ['Accounts', 'Accounts', 'Links']) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await screens.getByRole('link', { name }).click();
    await isReady(page, name);
    expect(await screens.isVisible()).toBe(false);
  }
});

consoleTest('the palette finds an audience by a part of its name, or of its person’s', async () => {
  const { personId } = await send<{ personId: string }>('POST', 'persons', { name: 'Palmyra Quandt' });
  const named = await newAudience({ customName: 'Quarry <b>shops</b>' });
  await newAudience({ customName: '', personId });
  const page = await openReady('#/topics', 'Topics');
  await askPalette(page, 'myra quan');
  await page.getByRole('option', { name: /^Palmyra Quandt Audience/ }).waitFor();
  // Nobody is erased by a name alone, or while the next text is looked for.
  const erase = page.getByRole('option', { name: 'Erase Palmyra Quandt …' });
  expect(await erase.count()).toBe(0);
  await page.getByRole('combobox').fill('erase myra quan');
  await erase.waitFor();
  const isSearch = (url: URL) => url.pathname === '/v0/persons/search';
  await page.route(isSearch, () => {});
  const asked = page.waitForRequest((request) => isSearch(new URL(request.url())));
  await page.getByRole('combobox').fill('erase nobody yet');
  await asked;
  expect(await erase.count()).toBe(0);
  await page.unroute(isSearch);
  await page.getByRole('combobox').fill('uarry <b>');
  const option = page.getByRole('option', { name: /^Quarry <b>shops<\/b>/ });
  await option.waitFor();
  await option.click();
  await isReady(page, 'Quarry <b>shops</b>');
  expect(page.url()).toContain(named.audience.audienceId);
});

consoleTest('what is typed before the palette is there goes into it, and not to the screen', async () => {
  const page = await openConsole('#/nothing', { own: true });
  // Every script that comes after those of the page waits.
  const open = await hold(page, /\/console\/assets\/chunk/);
  await page.getByText('There is no such screen').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('wyman');
  open();
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('wyman');
  await page.keyboard.type('s');
  expect(await page.getByRole('combobox').inputValue()).toBe('wymans');
  expect(page.url()).toMatch(/#\/nothing$/);
});

consoleTest('the palette closes when the screen changes, but not for a change from before', async () => {
  const page = await openReady('#/topics', 'Topics');
  const palette = page.getByRole('combobox', { name: 'Actions' });
  // The browser says that the address has changed when this is over.
  await page.evaluate(() => {
    location.hash = '#/persons';
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  await isReady(page, 'Persons');
  await palette.waitFor();
  await page.goBack();
  await isReady(page, 'Topics');
  await palette.waitFor({ state: 'hidden' });
});
