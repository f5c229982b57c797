import { expect } from 'vitest';
import { consoleTest, expectErrors, expectOffline, isReady, openConsole, violations } from './open.ts';

const list = /\/v0\/accounts\?/;

consoleTest('a slow answer says so, and the layout stands', async () => {
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(list, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByText('This takes longer than usual').waitFor();
  expect(await violations(page)).toEqual([]);
  release();
  await page.getByRole('table', { name: 'Accounts' }).waitFor();
  expect(await page.getByText('This takes longer than usual').count()).toBe(0);
});

consoleTest('a problem is shown in its own words, with its request id and a way to try again', async () => {
  expectErrors(/503/);
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  await page.route(list, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        type: 'urn:footfall:problem:database_unavailable',
        title: 'The database is not available',
        detail: 'D1 does not answer.',
        status: 503,
        code: 'database_unavailable',
        requestId: 'request-7',
      },
    }),
  );
  await page.getByRole('link', { name: 'Accounts' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const words = await alert.textContent();
  expect(words).toContain('The database is not available');
  expect(words).toContain('D1 does not answer.');
  expect(words).toContain('request-7');
  expect(await violations(page)).toEqual([]);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Accounts' }).waitFor();
});

consoleTest('without a connection it says so, and goes on when it is back', async () => {
  expectOffline();
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  await page.context().setOffline(true);
  await page.getByText('What you see may be old').waitFor();
  await page.keyboard.press('q');
  await page.getByRole('alert').first().waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await isReady(page, 'Overview');
});
