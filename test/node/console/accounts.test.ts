import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { markup, send } from './api.ts';
import { consoleTest, expectErrors, isReady, openConsole, openReady } from './open.ts';

/** A new account, by a log. Its domain is that of the test. */
async function newAccount(domain: string): Promise<string> {
  const log = { source: 'crm', type: 'deal-won', payload: { note: markup } };
  const written = { domain, ...log, occurredAt: '2020-06-15T12:00:00Z' };
  return (await send('POST', 'account_logs', written)).accountId ?? '';
}

consoleTest('an account is renamed and undone; a name is never markup, or too long', async () => {
  expectErrors(/400|422/);
  const domain = 'rename.example';
  const id = await newAccount(domain);
  const page = await openConsole(`#/accounts?list=all&open=${id}`);
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
  // What happened comes before the facts.
  const happenedY = (await drawer.locator('summary').first().boundingBox())?.y ?? Infinity;
  const factsY = (await drawer.getByRole('heading', { name: /^Visits,/ }).boundingBox())?.y ?? 0;
  expect(happenedY).toBeLessThan(factsY);
  await drawer.locator('summary', { hasText: 'Deal won' }).click();
  await drawer.getByText(`"${markup}"`).waitFor();
  expect(await page.locator('img').count()).toBe(0);
});

consoleTest(
  'companies that visited are sorted by each column and filtered, all are searched and ordered',
  async () => {
    await newAccount('quillfeather.example');
    const page = await openReady('#/', 'Overview');
    const asked = askedBy(page);
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await isReady(page, 'Accounts');
    const head = (label: string) => page.getByRole('columnheader', { name: label });
    await head('Visits').getByRole('button').click();
    await isReady(page, 'Accounts');
    expect(await head('Visits').getAttribute('aria-sort')).toBe('descending');
    await page.evaluate(() => {
      location.hash += '&country=DE';
    });
    await isReady(page, 'Accounts');
    await page.getByText(/^\d+ of \d+ companies visited, last 30 days\.$/).waitFor();
    const came = asked.filter(({ path }) => path === '/v0/analytics/accounts');
    expect(came.slice(-3).map(({ query }) => [query.get('sort'), query.get('country')])).toEqual([
      ['-lastVisitAt', null],
      ['-totalSessions', null],
      ['-totalSessions', 'DE'],
    ]);

    await page.getByRole('navigation', { name: 'Accounts' }).getByText('All').click();
    await isReady(page, 'Accounts');
    await head('People').getByRole('button').click();
    await isReady(page, 'Accounts');
    const lists = asked.filter(({ path, query }) => path === '/v0/accounts' && query.get('limit') === '100');
    expect(lists.map(({ query }) => query.get('sort'))).toEqual(['latestVisitAt', 'linkedPersonsCount']);
    await page.getByLabel('Search accounts').fill('LLFEATHER');
    await page.getByText('1 account found').waitFor();
    expect(await page.locator('.row-link').allTextContents()).toEqual(['quillfeather.example']);
    await page.getByLabel('Search accounts').fill('nobody-has-this-name');
    await page.getByText('No accounts match').waitFor();
  },
);
