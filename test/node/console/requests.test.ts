import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTest, isReady, openConsole, readToEnd, service } from './open.ts';

/** What says who is signed in, which is asked once in a tab. */
const ofSession = '/v0/api_keys/current';
/** What all screens share: that, and the names of pages and domains. */
const shared = [ofSession, '/v0/pages', '/v0/tenant_domains'];

/** The requests with data that a screen has sent so far. */
function requestsOf(page: Page, others: string[]): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v0/') && !others.includes(pathname)) asked.push(pathname + search);
  });
  return asked;
}

/** The most other requests with data of a record that is opened by its address. */
const mostOfRecord = 8;

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
  const asked = requestsOf(page, shared);
  await page.goto(one);
  await isReady(page, heading);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(mostOfRecord);
});

consoleTest.each([
  ['the overview as it opens', () => '#/', 'Overview', 6, false],
  ['the overview with all lists', () => '#/', 'Overview', 8, true],
  ['a page with all lists', () => `#/pages/${service.pageId}`, 'Trailmark: know who walks in', 8, true],
])(
  'on a window of 1440 × 900, %s sends few requests for data',
  async (_what, address, heading, most, isWhole) => {
    const page = await openConsole(address(), { width: 1440, height: 900 });
    await isReady(page, heading);
    await page.goto(`${service.address}/docs/problems/route_not_found`);
    const asked = requestsOf(page, [ofSession]);
    await page.goto(`${service.address}/console/${address()}`);
    await isReady(page, heading);
    if (isWhole) await readToEnd(page);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most);
  },
);
