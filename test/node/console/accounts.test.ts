import { expect } from 'vitest';
import { consoleTest, expectErrors, isReady, openConsole, service } from './open.ts';

const markup = '<img src=x onerror=alert(1)>';

const log = {
  source: 'crm',
  type: 'deal-won',
  payload: { note: markup },
  occurredAt: '2020-06-15T12:00:00Z',
};

/** A new account, by a log. Its domain is that of the test. */
async function newAccount(domain: string): Promise<string> {
  const response = await fetch(`${service.address}/v0/account_logs`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify({ domain, ...log }),
  });
  const { accountId } = (await response.json()) as { accountId: string };
  return accountId;
}

consoleTest(
  'an account is renamed and undone, names are never markup, and one too long is refused',
  async () => {
    expectErrors(/400|422/);
    const domain = 'rename.example';
    const id = await newAccount(domain);
    const page = await openConsole(`#/accounts?open=${id}`);
    const drawer = page.getByRole('complementary', { name: 'Account' });
    const field = drawer.getByLabel('Name');
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await field.fill('x'.repeat(10_000));
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');

    await field.fill(markup);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The account was renamed').waitFor();
    await drawer.locator('.record-name', { hasText: markup }).waitFor();
    await page.getByRole('link', { name: markup }).waitFor();

    await page.getByRole('button', { name: 'Undo' }).click();
    await drawer.locator('.record-name', { hasText: domain }).waitFor();

    await drawer.getByRole('link', { name: 'What happened' }).click();
    await drawer.getByRole('heading', { name: 'Jun 2020' }).waitFor();
    await drawer.locator('summary', { hasText: 'deal-won' }).click();
    await drawer.getByText(`"${markup}"`).waitFor();
    expect(await page.locator('img').count()).toBe(0);
  },
);

consoleTest('accounts are searched by a part of their name, and ordered', async () => {
  await newAccount('quillfeather.example');
  const page = await openConsole('#/accounts');
  await isReady(page, 'Accounts');
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/v0/accounts')) asked.push(url.searchParams);
  });
  await page.getByRole('navigation', { name: 'Order' }).getByText('Most people').click();
  await isReady(page, 'Accounts');
  expect(asked.map((query) => query.get('sort'))).toEqual(['linkedPersonsCount']);
  await page.getByLabel('Search accounts').fill('LLFEATHER');
  await page.getByText('1 account found').waitFor();
  expect(await page.locator('.row-link').allTextContents()).toEqual(['quillfeather.example']);
  await page.getByLabel('Search accounts').fill('nobody-has-this-name');
  await page.getByText('No account was found for').waitFor();
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
