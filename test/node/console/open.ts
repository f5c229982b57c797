import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { findChromium, launchBrowser } from '../browser.ts';
import type { ConsoleService } from './service.ts';

const found = inject('service');

/** A test of the console. It is skipped without Chromium. */
export const consoleTest = test.skipIf(!found);

/** The service with demo data. Tests share it: change only records that the test has made. */
export const service = found as ConsoleService;

let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();
let errors: string[] = [];
let expected: RegExp[] = [];

/** Errors that the test causes: Chromium prints "Failed to load resource" for each answer that is no success. */
export const expectErrors = (...patterns: RegExp[]): void => {
  expected.push(...patterns);
};

/**
 * Errors while the test is offline. Chromium looks for a newer service worker by itself, at a time of its own, and prints
 * that it could not.
 */
export const expectOffline = (): void =>
  expectErrors(/ERR_INTERNET_DISCONNECTED/, /unknown error occurred when fetching the script/);

afterEach(async () => {
  // A screen may ask while the test ends: what a route does with that is of no interest.
  const pages = [...contexts].flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all([...contexts].map((context) => context.close()));
  contexts.clear();
  const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
  [errors, expected] = [[], []];
  expect(unexpected).toEqual([]);
});
afterAll(async () => (await browser)?.close());

export interface Visitor {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** The key of the tab: that of the demo if nothing is given, or none. */
  key?: string | undefined;
}

/**
 * Opens the console at a fragment. The test fails on any request off the origin, any violation of the CSP and any error
 * in the browser's console.
 */
export async function openConsole(at: string, visitor: Visitor = {}): Promise<Page> {
  browser ??= launchBrowser(findChromium() ?? '');
  const { theme = 'light', width = 1280, height = 800 } = visitor;
  const context = await (await browser).newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  contexts.add(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== service.address) errors.push(`request to ${url.origin}`);
  });
  await page.addInitScript(countRequests);
  const key = 'key' in visitor ? visitor.key : service.key;
  if (key) {
    // Only once: a test may sign out and load the page again.
    await page.addInitScript((value) => {
      if (!sessionStorage.length) sessionStorage.setItem('footfall.key', value);
    }, key);
  }
  await page.goto(`${service.address}/console/${at}`);
  return page;
}

/** Counts the requests of the page whose answers have not arrived, for `isReady`. It runs in the page. */
function countRequests(): void {
  const { fetch: send } = window;
  const counted = window as unknown as { underWay: number };
  counted.underWay = 0;
  window.fetch = async (...request) => {
    counted.underWay++;
    const end = () => {
      counted.underWay--;
    };
    try {
      const answer = await send(...request);
      // The text arrives after the head.
      answer.clone().arrayBuffer().then(end, end);
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  };
}

/**
 * Resolves when nothing is under way, and nothing has begun in three drawings: an answer that is drawn may ask the next
 * question. It runs in the page.
 */
async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet++) {
    const { underWay } = window as unknown as { underWay: number };
    if (underWay > 0 || document.querySelector('[aria-busy="true"], .skeleton')) quiet = -1;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

/** Waits until a screen with this heading has all its answers, and asks for nothing more. */
export async function isReady(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.evaluate(untilQuiet);
}

/** What axe finds on the page: WCAG 2.2 AA, and its best practices. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: all } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      // Targets of 24 px are of WCAG 2.2, and axe looks for them only when it is told to.
      rules: { 'target-size': { enabled: true } },
    }),
  );
  return all.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Sends a request to the service with a key, that of the demo if none is given. Throws if it is refused. */
export async function send<T = Record<string, string>>(
  method: string,
  route: string,
  body?: unknown,
  key = service.key,
): Promise<T> {
  const response = await fetch(`${service.address}/v0/${route}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** A new key with these scopes. */
export const newKey = async (...scopes: string[]): Promise<string> =>
  (await send<{ key: string }>('POST', 'api_keys', { name: `test ${scopes.join(' ')}`, scopes })).key;
