import { expect } from 'vitest';
import { consoleTest, expectErrors, isReady, openConsole, service, violations } from './open.ts';

consoleTest('a key signs in, and signing out forgets it', async () => {
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
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

consoleTest('a wrong key is refused in the words of the service', async () => {
  expectErrors(/401/);
  const page = await openConsole('', { key: undefined });
  await page.getByLabel('API key').fill('ff_main_wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
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
