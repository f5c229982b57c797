import { expect } from 'vitest';
import { consoleTest, expectErrors, expectOffline, isReady, openConsole, openReady } from './open.ts';

consoleTest('a screen whose script could not be loaded comes when requests succeed again', async () => {
  expectOffline();
  expectErrors(/ERR_FAILED/);
  const page = await openConsole('#/nothing', { own: true });
  await page.getByText('There is no such screen').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.evaluate(() => {
    location.hash = '#/accounts';
  });
  await page.getByRole('alert').filter({ hasText: 'You are offline' }).waitFor();
  let refused = 0;
  await page.route(
    (url) => url.pathname === '/console/',
    (route) => (route.request().method() === 'HEAD' && refused++ < 1 ? route.abort() : route.continue()),
  );
  // The browser says that it is online, but the next request fails still.
  await page.context().setOffline(false);
  await isReady(page, 'Accounts');
  expect(refused).toBe(2);
});

consoleTest('a screen whose script fails just before the connection is back comes too', async () => {
  expectErrors(/ERR_FAILED/);
  const page = await openConsole('#/nothing', { own: true });
  await page.getByText('There is no such screen').waitFor();
  await page.waitForLoadState('networkidle');
  let failed = 0;
  await page.route(
    (url) => url.pathname.startsWith('/console/'),
    (route) =>
      route.request().resourceType() === 'script' && failed++ < 1 ? route.abort() : route.continue(),
  );
  await page.evaluate(() => {
    // Before the browser paints what has failed.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role="alert"]')) return;
      observer.disconnect();
      dispatchEvent(new Event('online'));
    }).observe(document, { childList: true, subtree: true });
    location.hash = '#/accounts';
  });
  await isReady(page, 'Accounts');
  expect(failed).toBeGreaterThan(1);
});

consoleTest('the first answers that fail when the connection is back are asked for once more', async () => {
  expectErrors(/ERR_FAILED/);
  expectOffline();
  const page = await openReady('#/accounts', 'Accounts');
  await page.context().setOffline(true);
  await page.getByText('What you see may be out of date').waitFor();
  await page.evaluate(() => {
    location.hash = '#/accounts?list=all';
  });
  const alert = page.getByRole('alert');
  await alert.first().waitFor();
  // A browser says that it is online before it is.
  let failed = 0;
  await page.route(/\/v0\/accounts\?/, (route) => {
    failed += 1;
    return failed > 2 ? route.continue() : route.abort();
  });
  await page.context().setOffline(false);
  await expect.poll(() => failed).toBeGreaterThan(2);
  await expect.poll(() => alert.count()).toBe(0);
  await page.getByRole('table', { name: 'Accounts' }).waitFor();
});

consoleTest('a dialog whose script could not be loaded says so in sight, and comes after that', async () => {
  expectOffline();
  expectErrors(/ERR_FAILED/);
  const page = await openConsole('#/nothing', { own: true });
  await page.getByText('There is no such screen').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This dialog did not load').waitFor();
  await dialog.getByText('You are offline').waitFor();
  // What is typed closes it, and waits for no field.
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+k');
  await dialog.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByText('There is no such screen').waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
});
