import axe from 'axe-core';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { isTurn } from '../../turns.ts';
import { findChromium, launchBrowser } from '../browser.ts';
import type { ConsoleService } from './service.ts';

const found = inject('service');

/** A test of the console. It is skipped without Chromium. */
export const consoleTest = test.skipIf(!found);

/** The service with demo data. Tests share it: change only records that the test has made. */
export const service = found as ConsoleService;

let browser: Promise<Browser> | undefined;
/** The page that tests take one after the other: a new one costs four times as much CPU as a navigation. */
let shared: Page | undefined;
/** Whether the test that runs has it. */
let isTaken = false;
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
  looks = 0;
  if (kept) await reset(kept);
  const ended = [...contexts].filter((context) => context !== kept?.context());
  await Promise.all(ended.map((context) => context.close()));
  for (const context of ended) contexts.delete(context);
  shared = kept;
  const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
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
  await page.goto(`${service.address}/console/${at}`);
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
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== service.address) errors.push(`request to ${url.origin}`);
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
    if (underWay > 0 || document.querySelector('[aria-busy="true"], .skeleton')) quiet = -1;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

/**
 * Waits until a screen with this heading has all its answers, and asks for nothing more. A screen of which a part could
 * not be loaded may load the document again meanwhile: then that is waited for.
 */
export async function isReady(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  try {
    await page.evaluate(untilQuiet);
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
    await page.goto(`${service.address}/console/${at}`);
  }
  await isReady(page, heading);
  return page;
}

/** Goes to another screen, and waits as `isReady`. */
export async function goTo(page: Page, at: string, heading: string): Promise<void> {
  await page.goto(`${service.address}/console/${at}`);
  await isReady(page, heading);
}

type Where = Parameters<Page['route']>[0];

/** Answers as the service does, but for what is changed of it. */
export const alter = <T>(page: Page, where: Where, change: (answer: T, route: Route) => object) =>
  page.route(where, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T, route) });
  });

/** Answers with a problem. */
export const refuse = (page: Page, where: Where, status: number, problem: Record<string, string>) =>
  page.route(where, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: { status, ...problem } }),
  );

/** Holds answers back until one calls what it returns. */
export async function hold(page: Page, where: Where): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(where, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What a page asks the API from now on. Scripts may still be loading. */
export function askedBy(page: Page): { method: string; path: string; query: URLSearchParams }[] {
  const asked: ReturnType<typeof askedBy> = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/v0/'))
      asked.push({ method: request.method(), path: pathname, query: searchParams });
  });
  return asked;
}

/** Opens the palette, and writes into it. */
export async function askPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Actions' }).fill(text);
}

/** What was copied last. */
export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** The key of a tab. */
export const keyOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('footfall.key'));

/** An attribute of what has the focus, or its text. */
export const focused = (page: Page, attribute?: string): Promise<string | null | undefined> =>
  page.evaluate(
    (of) => (of ? document.activeElement?.getAttribute(of) : document.activeElement?.textContent?.trim()),
    attribute,
  );

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

/** How often the test that runs has asked what axe finds. */
let looks = 0;

/** What axe finds in a state that a test has made, if it is its turn: one state in six has it. Otherwise nothing. */
export function violations(page: Page): Promise<string[]> {
  const name = expect.getState().currentTestName ?? '';
  return isTurn(name.length + looks++, 6) ? allViolations(page) : Promise.resolve([]);
}

/** What axe finds on the page: WCAG 2.2 AA, and its best practices. */
export async function allViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      // Targets of 24 px are of WCAG 2.2, and axe looks for them only when it is told to.
      rules: { 'target-size': { enabled: true } },
      // To describe all that is well, and to load the styles again, which no rule here reads, costs most of the time.
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    });
    return all.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  });
}

/** Fails unless a control is in the window as a whole, with nothing before it, without any scrolling. */
export async function expectInSight(control: Locator): Promise<void> {
  const isInSight = await control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [top + 4, bottom - 4].flatMap((y) => [left + 4, right - 4].map((x) => [x, y] as const));
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
  expect(isInSight).toBe(true);
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

/** What the service answers a key. */
export const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${service.address}/v0/topics`, { headers: { 'x-api-key': key } })).status;

/** Imports visits of a page that began at a time and ended then, if they do not say otherwise. */
export function importVisits(pageId: string, startedAt: number, ...visits: object[]): Promise<unknown> {
  const time = new Date(startedAt).toISOString();
  const sessions = visits.map((visit) => ({
    analyticsSessionId: crypto.randomUUID(),
    sessionStartedAt: time,
    sessionEndedAt: time,
    ...visit,
  }));
  return send('POST', `pages/${pageId}/audience_sessions/import`, { sessions });
}
