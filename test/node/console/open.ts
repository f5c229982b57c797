import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findChromium, launchBrowser } from '../browser.ts';
import { hasService, service } from './api.ts';

/** A test of the console. It is skipped without Chromium. */
export const consoleTest = test.skipIf(!hasService);

let browser: Promise<Browser> | undefined;
/** The page that tests take one after the other: a new one costs four times as much CPU as a navigation. */
let shared: Page | undefined;
/** Whether the test that runs has it. */
let isTaken = false;
const contexts = new Set<BrowserContext>();
/** What went wrong in the page, and the address of what was loaded. */
let errors: { text: string; url?: string }[] = [];
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

/**
 * Ends a test: what it has opened is closed, and the shared page is as good as new. Fails if the browser has printed an
 * error that was not expected.
 */
export async function endTest(hasFailed: boolean): Promise<void> {
  // A screen may ask while the test ends: what a route does with that is of no interest.
  const pages = [...contexts].flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  const kept = hasFailed ? undefined : shared;
  shared = undefined;
  isTaken = false;
  if (kept) await reset(kept);
  const ended = [...contexts].filter((context) => context !== kept?.context());
  await Promise.all(ended.map((context) => context.close()));
  for (const context of ended) contexts.delete(context);
  shared = kept;
  const unexpected = errors.filter(({ text }) => !expected.some((pattern) => pattern.test(text)));
  [errors, expected] = [[], []];
  expect(unexpected).toEqual([]);
}

/** A document of the origin that runs no script, and so leaves the storage alone. */
const scriptless = () => `${service.address}/docs/problems/route_not_found`;

/** Makes the shared page as good as new. */
async function reset(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['request', 'response', 'console', 'dialog'] as const) page.removeAllListeners(event);
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await context.setOffline(false);
  await context.clearCookies();
  await page.goto(scriptless());
  const hasClock = await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    return '__pwClock' in window;
  });
  if (hasClock)
    throw new Error('A test with a clock needs a page of its own: openConsole(at, { own: true }).');
}

export interface Visitor {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** The key of the tab: that of the demo if nothing is given, or none. */
  key?: string | undefined;
  /** A page that no other test has: for a clock, an init script, or a browser in which nobody was. */
  own?: boolean;
}

/**
 * Opens the console at a fragment. The test fails on any request off the origin, any violation of the CSP and any error
 * in the browser's console.
 */
export async function openConsole(at: string, visitor: Visitor = {}): Promise<Page> {
  const { theme = 'light', width = 1280, height = 800 } = visitor;
  const own = visitor.own || isTaken;
  const page = (own ? undefined : shared) ?? (await newPage());
  if (!own) {
    shared = page;
    isTaken = true;
  }
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  const key = 'key' in visitor ? visitor.key : service.key;
  if (key) {
    if (page.url() === 'about:blank') await page.goto(scriptless());
    await page.evaluate((value) => sessionStorage.setItem('footfall.key', value), key);
  }
  await go(page, at);
  return page;
}

/** A page in a context of its own. */
async function newPage(): Promise<Page> {
  // It has no back/forward cache: a page that was left must not stay alive, the next test is to find none.
  browser ??= launchBrowser(findChromium() ?? '');
  const context = await (await browser).newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  contexts.add(context);
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push({ text: message.text(), url: message.location().url });
  });
  context.on('weberror', (error) => errors.push({ text: String(error.error()) }));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== service.address)
      errors.push({ text: `request to ${url.origin}`, url: url.href });
  });
  await context.addInitScript(countRequests);
  return context.newPage();
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
    // The page of parts shows one for ever.
    const waiting = '[aria-busy="true"], .skeleton:not([data-example] *)';
    if (underWay > 0 || document.querySelector(waiting)) quiet = -1;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

/** Waits until a page has all its answers, and asks for nothing more. */
export const isQuiet = (page: Page): Promise<void> => page.evaluate(untilQuiet);

/**
 * Waits until a screen with this heading has all its answers, and asks for nothing more. A screen of which a part could
 * not be loaded may load the document again meanwhile: then that is waited for.
 */
export async function isReady(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  try {
    await isQuiet(page);
  } catch (error) {
    if (!String(error).includes('because of a navigation')) throw error;
    await isReady(page, heading);
  }
}

/** Opens a screen, and waits as `isReady`. `before` is done in a page that has asked for nothing of the screen yet. */
export async function openReady(
  at: string,
  heading: string,
  { before, ...visitor }: Visitor & { before?: (page: Page) => unknown } = {},
): Promise<Page> {
  const page = await openConsole(before ? '#/nothing' : at, visitor);
  if (before) {
    await page.getByText('There is no such screen').waitFor();
    await before(page);
    await go(page, at);
  }
  await isReady(page, heading);
  return page;
}

/** Goes to another fragment of the console, or with a query before it, which loads the console again. */
export const go = (page: Page, at: string) => page.goto(`${service.address}/console/${at}`);

/** Goes to another screen, and waits as `isReady`. */
export async function goTo(page: Page, at: string, heading: string): Promise<void> {
  await go(page, at);
  await isReady(page, heading);
}

/** Reads a screen to its end, and goes back to its beginning: parts of it are loaded when the reader comes near them. */
export async function readToEnd(page: Page): Promise<void> {
  for (let [height, before] = [0, -1]; height !== before; ) {
    before = height;
    height = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.documentElement.scrollHeight;
    });
    await page.evaluate(untilQuiet);
  }
  await page.evaluate(() => scrollTo(0, 0));
}
