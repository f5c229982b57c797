import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, operationsOf, readDocument } from '../../api-docs/openapi.ts';
import { inTurn } from '../turns.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, type Server, startServer } from './processes.ts';

const chromium = findChromium();
let server: Server;
let browser: Browser;

beforeAll(async () => {
  if (!chromium) return;
  [server, browser] = await Promise.all([startServer(migratedStateDir()), launchBrowser(chromium)]);
  await call(server, 'POST', '/v0/persons', { name: 'Zoë Lindqvist', email: 'zoe@northwind.example' });
});
afterAll(async () => {
  await browser?.close();
  cleanUp();
});

/** What a page of the documents asked for, and what its Content-Security-Policy refused. */
interface Watched {
  page: Page;
  context: BrowserContext;
  /** Requests to other origins. */
  elsewhere: string[];
  /** Paths of this origin that were asked for. */
  paths: string[];
  failures: string[];
  violations: () => Promise<string[]>;
}

async function watched(options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(600_000);
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const paths: string[] = [];
  const failures: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url());
    if (origin === server.address) paths.push(pathname);
    else if (protocol !== 'data:') elsewhere.push(request.url());
  });
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('requestfailed', (request) => failures.push(request.url()));
  await page.addInitScript(`
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(effectiveDirective + ' ' + blockedURI));
  `);
  const violations = () => page.evaluate<string[]>('violations');
  return { page, context, elsewhere, paths, failures, violations };
}

/** Sends the call that is open in Scalar's dialog. Returns its answer. */
async function sent(page: Page) {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/v0/')),
    page.getByRole('dialog').getByRole('button', { name: 'Send get request' }).click(),
  ]);
  return response;
}

/** zod, within Scalar, tries whether it may compile code. It may not, and goes on without. */
const zodAsks = 'script-src eval';

describe.skipIf(!chromium)('/docs/ in Chromium', () => {
  test.each(inTurn(['light', 'dark'] as const))(
    'lists every operation, and asks only its own origin (%s)',
    async (scheme) => {
      const { page, context, elsewhere, paths, failures, violations } = await watched({
        colorScheme: scheme,
      });
      await page.goto(`${server.address}/docs/`);
      const sidebar = page.getByRole('complementary', { name: 'Sidebar for Footfall' });
      await page.getByRole('heading', { name: 'Write a log of a person' }).waitFor();
      const document = readDocument();
      const [, ...closed] = document.tags;
      for (const { name } of closed)
        await sidebar.getByRole('button', { name: `Open Group - ${name}`, exact: true }).click();
      // All at once: to find each of a hundred links by its role costs seconds.
      const listed = () =>
        sidebar
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => `/docs/${decodeURI(link.getAttribute('href') ?? '')}`));
      const addresses = operationsOf(document).map(addressOf);
      await expect.poll(listed).toEqual(expect.arrayContaining(addresses));
      expect(elsewhere).toEqual([]);
      expect(failures).toEqual([]);
      expect(new Set(await violations())).toEqual(new Set([zodAsks]));
      expect(paths.filter((path) => !path.startsWith('/docs/'))).toEqual(['/openapi.json']);
      await context.close();
    },
  );

  test('a call that is tried out is answered by this service, and the key is kept nowhere', async () => {
    const { page, context, elsewhere, failures, violations } = await watched();
    await page.goto(`${server.address}/docs/#tag/persons/GET/v0/persons/search`);
    await page.getByRole('button', { name: 'Test Request (get /v0/persons/search)' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Value').first();
    // An empty field says so: Scalar's own text looks like a key.
    expect([await field.inputValue(), await field.getAttribute('placeholder')]).toEqual(['', 'Your API key']);
    await field.fill(server.key);
    const response = await sent(page);
    expect(response.status()).toBe(200);
    expect(new URL(response.url()).origin).toBe(server.address);
    await dialog.getByText('zoe@northwind.example').first().waitFor();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(server.key);
    expect(page.url()).not.toContain(server.key);
    expect(elsewhere).toEqual([]);
    expect(failures).toEqual([]);
    expect(new Set(await violations())).toEqual(new Set([zodAsks]));
    await context.close();
  });

  test('the key of the console, in the same tab, is filled in', async () => {
    const { page, context } = await watched();
    await page.goto(`${server.address}/docs/problems/`);
    await page.evaluate((key) => sessionStorage.setItem('footfall.key', key), server.key);
    await page.goto(`${server.address}/docs/#tag/persons/GET/v0/persons/search`);
    await page.getByRole('button', { name: 'Test Request (get /v0/persons/search)' }).click();
    expect((await sent(page)).status()).toBe(200);
    await context.close();
  });

  test('pages of problems need no script and no other style, and fit a phone', async () => {
    const { page, context, elsewhere, paths, failures, violations } = await watched({
      viewport: { width: 360, height: 740 },
    });
    await page.goto(`${server.address}/docs/problems/`);
    await page.getByRole('link', { name: 'precondition_failed' }).click();
    await page.getByRole('heading', { name: 'What to do' }).waitFor();
    const { scrollWidth, clientWidth } = await page.evaluate<Record<string, number>>(
      '({ scrollWidth, clientWidth } = document.documentElement)',
    );
    expect(scrollWidth).toBe(clientWidth);
    expect([...elsewhere, ...failures, ...(await violations())]).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.js'))).toEqual([]);
    // A link of the page leads to the operation in the documents.
    await page.getByRole('main').locator('summary').click();
    await page.getByRole('link', { name: 'PATCH /v0/accounts/{account_id}' }).click();
    await page.getByRole('heading', { name: 'Rename an account' }).waitFor();
    await context.close();
  });
});
