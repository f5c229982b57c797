import { expect } from 'vitest';
import { consoleTest, expectErrors, isReady, openConsole, service } from './open.ts';

const markup = '<img src=x onerror=alert(1)>';

/** A new account, by a log. Its domain is that of the test. */
async function newAccount(domain: string): Promise<string> {
  const response = await fetch(`${service.address}/v0/account_logs`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify({ domain, source: 'crm', type: 'deal-won', payload: { note: markup } }),
  });
  const { accountId } = (await response.json()) as { accountId: string };
  return accountId;
}

consoleTest('a row opens at the side by the keyboard, and Escape gives the focus back', async () => {
  const page = await openConsole('#/accounts');
  await isReady(page, 'Accounts');
  await page.locator('.row-link').first().focus();
  await page.keyboard.press('j');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const name = (await focused()) ?? '';
  await page.keyboard.press('Enter');
  await page.waitForURL(/open=account_/);
  await page
    .getByRole('complementary', { name: 'Account' })
    .locator('.record-name', { hasText: name })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/#\/accounts$/);
  await expect.poll(focused).toBe(name);
});

consoleTest(
  'an account is renamed, and undo takes it back; names and payloads are never markup',
  async () => {
    const domain = 'rename.example';
    const id = await newAccount(domain);
    const page = await openConsole(`#/accounts?open=${id}`);
    const drawer = page.getByRole('complementary', { name: 'Account' });
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await drawer.getByLabel('Name').fill(markup);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The account was renamed').waitFor();
    await drawer.locator('.record-name', { hasText: markup }).waitFor();
    await page.getByRole('link', { name: markup }).waitFor();

    await page.getByRole('button', { name: 'Undo' }).click();
    await drawer.locator('.record-name', { hasText: domain }).waitFor();

    await drawer.getByRole('link', { name: 'Logs' }).click();
    await drawer.getByText('deal-won').click();
    await drawer.getByText(`"${markup}"`).waitFor();
    expect(await page.locator('img').count()).toBe(0);
  },
);

consoleTest('a name that is too long is refused at its field', async () => {
  expectErrors(/400|422/);
  const id = await newAccount('too-long.example');
  const page = await openConsole(`#/accounts?open=${id}`);
  const drawer = page.getByRole('complementary', { name: 'Account' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Name').fill('x'.repeat(10_000));
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('alert').waitFor();
  expect(await drawer.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
});

consoleTest('a key that may only read is offered no change', async () => {
  const response = await fetch(`${service.address}/v0/api_keys`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'reader', scopes: ['read'] }),
  });
  const { key } = (await response.json()) as { key: string };
  const page = await openConsole(`#/accounts?open=${service.accountId}`, { key });
  await isReady(page, 'Accounts');
  await page.getByRole('complementary', { name: 'Account' }).locator('.record-name').waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.menu-key', { hasText: 'reader' }).waitFor();
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
});

consoleTest('ten thousand rows are drawn as those in the window, and are loaded page by page', async () => {
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  let asked = 0;
  const time = '2026-01-01T00:00:00Z';
  await page.route(/\/v0\/accounts\?/, (route) => {
    asked++;
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: from === 0 ? 9900 : 50 }, (_, index) => ({
      accountId: `account_${String(from + index).padStart(26, '0')}`,
      domain: `${from + index}.example`,
      name: `Name ${from + index}`,
      linkedPersonsCount: index,
      createdAt: time,
      updatedAt: time,
      latestActivityAt: time,
    }));
    const next = from + items.length;
    return route.fulfill({
      json: {
        items,
        hasMore: next < 10_000,
        nextCursor: next < 10_000 ? String(next) : null,
        totalCount: 10_000,
      },
    });
  });
  await page.getByRole('link', { name: 'Accounts' }).click();
  await isReady(page, 'Accounts');
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return page.locator('.row-link').last().textContent();
    })
    .toBe('Name 9999');
  expect(await page.locator('.row-link').count()).toBeLessThan(100);
  expect(asked).toBe(3);
});
