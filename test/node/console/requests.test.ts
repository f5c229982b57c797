import { expect } from 'vitest';
import { consoleTest, isReady, openConsole, service } from './open.ts';

/** What all screens ask, and share: the key, and the names of pages and domains. */
const shared = ['/v0/api_keys/current', '/v0/pages', '/v0/tenant_domains'];

/** The most other requests with data of a screen that is opened by its address. */
const most = 8;

consoleTest.each([
  ['Persons', '#/persons?q=zoe+lindqvist'],
  ['Accounts', '#/accounts?q=northwind'],
])('of %s, one with much to show asks 8 requests at most', async (heading, list) => {
  const page = await openConsole(list);
  await isReady(page, heading);
  await page.locator('.table .row-link').first().click();
  await isReady(page, heading);
  const one = page.url();
  await page.goto(`${service.address}/docs/problems/route_not_found`);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v0/') && !shared.includes(pathname)) asked.push(pathname + search);
  });
  await page.goto(one);
  await isReady(page, heading);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most);
});
