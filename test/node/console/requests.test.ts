import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { service } from './api.ts';
import { consoleTest, goTo, isReady, openConsole, openReady, readToEnd } from './open.ts';

/** What says who is signed in, and whether there is sample data: asked once in a tab, the latter after the first screen. */
const ofSession = ['/v0/api_keys/current', '/v0/sample_data'];
/** What all screens share: that, and the names of pages and domains. */
const shared = [...ofSession, '/v0/pages', '/v0/tenant_domains'];

/** The requests for data but those for others, once a screen is opened by its address. */
async function requestsOf(page: Page, at: string, heading: string, others: string[]) {
  await page.goto(`${service.address}/docs/problems/route_not_found`);
  const asked = askedBy(page);
  await goTo(page, at, heading);
  return () =>
    asked.filter(({ path }) => !others.includes(path)).map(({ path, query }) => `${path}?${query}`);
}

/** The most other requests with data of a record that is opened by its address. */
const mostOfRecord = 8;

consoleTest.each([
  ['Persons', '#/persons?q=zoe+lindqvist'],
  ['Accounts', '#/accounts?q=northwind'],
])('of %s, one with much to show asks 8 requests at most', async (heading, list) => {
  const page = await openReady(list, heading);
  await page.locator('.table .row-link').first().click();
  await isReady(page, heading);
  const asked = await requestsOf(page, new URL(page.url()).hash, heading, shared);
  expect(asked().length, asked().join('\n')).toBeLessThanOrEqual(mostOfRecord);
});

consoleTest.each([
  ['the overview as it opens', () => '#/', 'Overview', 7, false],
  ['the overview with all lists', () => '#/', 'Overview', 9, true],
  ['a page with all lists', () => `#/pages/${service.pageId}`, 'Trailmark: know who walks in', 8, true],
])(
  'on a window of 1440 × 900, %s sends few requests for data',
  async (_what, address, heading, most, isWhole) => {
    const page = await openReady(address(), heading, { width: 1440, height: 900 });
    const asked = await requestsOf(page, address(), heading, ofSession);
    if (isWhole) await readToEnd(page);
    expect(asked().length, asked().join('\n')).toBeLessThanOrEqual(most);
  },
);

/** The most scripts of a screen, read to its end: each is a request of its own. */
const mostScripts = 15;

consoleTest.each([
  ['the overview', () => '#/', 'Overview'],
  ['a page', () => `#/pages/${service.pageId}`, 'Trailmark: know who walks in'],
  ['an audience', () => `#/pages/${service.pageId}/audiences/${service.audienceId}`, 'Logistics'],
  ['a person', () => `#/persons?open=${service.personId}`, 'Persons'],
  ['the accounts', () => '#/accounts', 'Accounts'],
])(
  '%s loads 15 scripts at most, and neither the palette nor the form that signs in',
  async (_what, address, heading) => {
    // A screen before would have loaded some of them.
    const page = await openConsole('#/nothing', { own: true });
    await page.goto(`${service.address}/docs/problems/route_not_found`);
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scripts.push(await response.text());
    });
    await goTo(page, address(), heading);
    await readToEnd(page);
    // What is loaded when the first screen is there has come, too.
    await page.waitForTimeout(1000);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.length).toBeLessThanOrEqual(mostScripts);
    for (const late of ['Paste an API key', 'Show me how: the first steps'])
      expect(scripts.filter((script) => script.includes(late))).toEqual([]);
  },
);
