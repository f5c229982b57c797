import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTracker, trackerFile } from '../../scripts/build/tracker.ts';
import { longestReport } from '../../src/visits/beacons/limits.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { type Recorder, type Sent, startRecorder } from './recorder.ts';

const minute = 60_000;
/** The tracker's heartbeat: the longest time for which a change may wait. */
const heartbeat = 3 * minute;
const chromium = findChromium();
let recorder: Recorder;
let browser: Browser;
const contexts = new Set<BrowserContext>();
const errors: string[] = [];

/**
 * A page 4,000 pixels high with one of everything. Each of the query's `pages` gets a script tag, with the query's
 * `script` as its attributes.
 */
const html = ({ searchParams, pathname }: URL) => `<!doctype html>
<html><head><meta charset="utf-8"><title>Page ${pathname}</title>
${(searchParams.get('pages') ?? '')
  .split(',')
  .filter(Boolean)
  .map((page, _, { length }) => {
    // Several scripts must run in the order of their tags, in whatever order they arrive.
    const when = length > 1 ? 'defer' : 'async';
    const [id, audience] = page.split('.');
    const attributes = `data-key="ff_main_test" data-page="${id}" ${audience ? `data-audience="${audience}"` : ''}`;
    const script = searchParams.get('script') ?? `src="${recorder.collector}/visit.js"`;
    return `<script ${when} ${script} ${attributes}></script>`;
  })
  .join('\n')}
</head><body style="margin:0;height:4000px"><div style="height:600px;overflow:hidden">
<a id="link" href="#here">link</a> <a id="next" href="/next">next</a> <button id="button"><b id="inner">button</b></button>
<p id="text">text</p> <details><summary id="summary">more</summary>text</details>
<i id="own" data-footfall-click>own</i> <a id="action" data-footfall-action href="#here"><b id="within">action</b></a> <i id="goal" data-footfall-conversion>goal</i>
<form onsubmit="return false" ${searchParams.get('form') ?? 'data-footfall'} id="open">${searchParams.get('fields') ?? ''}<button>send</button></form>
<form onsubmit="return false" id="closed"><input type="email" name="email"><button>send</button></form>
</div></body></html>`;

let pages = 0;
const newPageId = () => `page_${++pages}`;

interface Opening {
  pageId?: string;
  path?: string;
  query?: Record<string, string>;
  hash?: string;
  referer?: string;
  /** Runs in the page before anything else. */
  init?: string;
  /** Whether the clock stands still unless the test moves it. */
  clock?: boolean;
  by?: Browser;
  /** Whether the test does to its tab what the next one would notice. */
  own?: boolean;
}

/** A page, and its requests that have not ended. */
interface Tab {
  page: Page;
  underWay: Set<Request>;
}
/** The tab that tests take one after the other: a new one costs six times as much CPU as a navigation. */
let shared: Tab | undefined;
/** Whether the test that runs has it. */
let isTaken = false;
const tabs = new WeakMap<Page, Tab>();

/** Waits until all requests of a page have ended. Otherwise, with a fast clock, one beacon may overtake another. */
const settle = (page: Page) =>
  vi.waitFor(() => expect(tabs.get(page)?.underWay.size).toBe(0), { timeout: 600_000, interval: 5 });

async function newTab(by: Browser): Promise<Tab> {
  const context = await by.newContext({ viewport: { width: 800, height: 1000 }, hasTouch: true });
  context.setDefaultTimeout(0); // the timeout of the test is enough
  contexts.add(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request));
  // Chromium does not always report the end of a request that a page sends while it is left.
  page.on('framenavigated', () => underWay.clear());
  const tab = { page, underWay };
  tabs.set(page, tab);
  return tab;
}

/** Makes a tab as good as new: its visitor was never here. */
async function reset({ page }: Tab): Promise<void> {
  await leave(page);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.context().clearCookies();
}

async function open(opening: Opening = {}) {
  const { pageId = newPageId(), path = '/first', query = {}, hash = '', clock = true } = opening;
  const { init, referer, by } = opening;
  const own = opening.own || !clock || init || by || isTaken;
  const tab = (own ? undefined : shared) ?? (await newTab(by ?? browser));
  if (!own) {
    shared = tab;
    isTaken = true;
  }
  const { page } = tab;
  if (clock) {
    const time = Date.now();
    await page.clock.install({ time });
    // It runs until it stands, and does not go back.
    await page.clock.pauseAt(time + minute);
  }
  if (init) await page.addInitScript(init);
  const url = `${recorder.site}${path}?${new URLSearchParams({ pages: pageId, ...query })}`;
  await page.goto(url + hash, referer ? { referer } : {});
  return {
    context: page.context(),
    page,
    pageId,
    url,
    settled: () => settle(page),
    /** The last beacon (request of the tracker) that passes. */
    last: (passes: (visit: Sent) => boolean = () => true) => recorder.last(pageId, passes),
    ids: () => [...new Set(recorder.of(pageId).map(({ analyticsSessionId }) => analyticsSessionId))],
  };
}

/** The visitor looks at another tab and comes back at once. Hiding a page sends what has not been sent. */
async function glance(page: Page): Promise<void> {
  await settle(page);
  await page.evaluate(`for (const hidden of [true, false]) {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }`);
}

/** The visitor goes to a page that is not measured. */
const leave = (page: Page) => page.goto(`${recorder.site}/left`);

const ask = (page: Page) => page.evaluate('footfall.question()');
const asked = (count: number) => (visit: Sent) => visit.questionsAskedCount === count;

describe.skipIf(!chromium)('the tracker in Chromium', () => {
  beforeAll(async () => {
    recorder = await startRecorder(await buildTracker(), html);
    browser = await launchBrowser(chromium ?? '');
  });
  afterEach(async ({ task }) => {
    const kept = task.result?.state === 'fail' ? undefined : shared;
    shared = undefined;
    isTaken = false;
    if (kept) await reset(kept);
    shared = kept;
    for (const context of contexts) {
      if (context === shared?.page.context()) continue;
      await context.close();
      contexts.delete(context);
    }
    expect(recorder.faults.splice(0)).toEqual([]);
    expect(errors.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    recorder?.stop();
  });

  test('reports what a visitor does, with the title, URL and campaign of the page', async () => {
    const utm = {
      utm_source: 'news',
      utm_medium: 'mail',
      utm_campaign: 'é',
      utm_term: ' ',
      utm_content: 'x'.repeat(300),
    };
    const pageId = newPageId();
    const { page, last, url, context } = await open({
      pageId,
      query: { ...utm, pages: `${pageId}.audience_1` },
    });
    await page.clock.runFor(2000);
    const first = await last();
    expect(first).toMatchObject({
      pageId,
      audienceId: 'audience_1',
      pageTitle: 'Page /first',
      pageUrl: url.slice(0, 2048),
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: 'é',
      utmContent: 'x'.repeat(255),
      maxScrollDepthPercentage: 25,
      clicksCount: 0,
      questionsAskedCount: 0,
      hasConversion: false,
    });
    expect(first).not.toHaveProperty('utmTerm');
    expect(first).not.toHaveProperty('foundFields');
    expect(first).not.toHaveProperty('formSubmit');

    for (const id of ['link', 'inner', 'text', 'summary', 'own', 'goal']) await page.click(`#${id}`);
    await page.evaluate('document.getElementById("button").click()');
    await ask(page);
    await page.evaluate('document.dispatchEvent(new Event("footfall:question"))');
    expect((await last(({ hasConversion }) => hasConversion)).clicksCount).toBe(4);
    await page.mouse.wheel(0, 1000);
    await page.waitForFunction('scrollY === 1000');
    await page.evaluate('scrollTo(0, 0)');
    await glance(page);
    const visit = await last(({ maxScrollDepthPercentage }) => maxScrollDepthPercentage === 50);
    expect(visit).toMatchObject({
      ...first,
      clicksCount: 4,
      questionsAskedCount: 2,
      hasConversion: true,
      hasInput: true,
      maxScrollDepthPercentage: 50,
      elapsedMs: visit.elapsedMs,
      activeMs: visit.activeMs,
      engagedMs: visit.engagedMs,
    });
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['site']);
  });

  test('reports the version and the test of the tag, and a click on the action of the page', async () => {
    const pageId = newPageId();
    const script = `src="${recorder.collector}/visit.js" data-version="version_1" data-experiment="experiment_1" data-unit="abcdefghi-_"`;
    const { page, last } = await open({ pageId, query: { script, pages: `${pageId}.audience_1` } });
    await page.clock.runFor(2000);
    const shown = {
      audienceId: 'audience_1',
      versionId: 'version_1',
      experimentId: 'experiment_1',
      unit: 'abcdefghi-_',
    };
    const first = await last();
    expect(first).toMatchObject(shown);
    expect(first).not.toHaveProperty('hasActionClick');
    await page.click('#within');
    await glance(page);
    expect(await last((visit) => visit.hasActionClick === true)).toMatchObject({ ...shown, clicksCount: 1 });
  });

  test('counts time in which the page is visible and the visitor active, without pauses and sleep', async () => {
    const { page, last } = await open();
    await page.clock.runFor(20_000);
    const start = await last();
    await page.clock.runFor(70_000);
    await ask(page);
    await page.clock.runFor(3000);
    await glance(page);
    const idle = await last(asked(1));
    // 30 seconds after the last input, plus 3 seconds since the question.
    expect(idle.engagedMs).toBeGreaterThan(29_000);
    expect(idle.engagedMs).toBeLessThan(34_500);
    expect(idle.elapsedMs - start.elapsedMs).toBeGreaterThan(60_000);

    await page.clock.fastForward(10 * minute);
    await page.keyboard.press('Shift');
    await ask(page);
    await page.clock.runFor(3000);
    await glance(page);
    const slept = await last(asked(2));
    expect(slept.engagedMs - idle.engagedMs).toBeLessThan(8000);
    expect(slept.elapsedMs - idle.elapsedMs).toBeGreaterThan(10 * minute);
    expect(slept.activeMs).toBeGreaterThan(slept.elapsedMs - 5000);
  });

  test('sends two beacons of a visit that reads a minute, clicks twice and leaves', async () => {
    const { page, pageId, last, settled } = await open();
    await page.clock.runFor(2000);
    const first = await last();
    expect(first.elapsedMs).toBeLessThan(2000);
    await settled();
    for (const _ of [1, 2]) {
      await page.clock.runFor(30_000);
      await page.click('#button');
      await ask(page);
    }
    await leave(page);
    const { engagedMs } = await last(({ clicksCount }) => clicksCount === 2);
    expect(engagedMs).toBeGreaterThan(59_000);
    expect(recorder.of(pageId)).toHaveLength(2);
  });

  test('sends a heartbeat every three minutes while something changes, and not after', async () => {
    const { page, pageId, last, settled } = await open();
    const beacons = async () => {
      await settled();
      await sleep(100);
      return recorder.of(pageId).length;
    };
    await page.clock.runFor(2000);
    expect(await beacons()).toBe(1);
    // The visitor is active for ten minutes.
    for (let times = 0; times < 24; times++) {
      await page.keyboard.press('Shift');
      await page.clock.runFor(25_000);
      await settled();
    }
    expect(await beacons()).toBe(4);
    // ... and idle for twenty.
    await page.clock.runFor(20 * minute);
    expect(await beacons()).toBe(5);
    await leave(page);
    expect(await beacons()).toBe(5);
    const { engagedMs } = await last();
    expect(engagedMs).toBeGreaterThan(10 * minute);
  });

  test('sends an event of a hidden page at once, and its time is not engaged', async () => {
    const { page, pageId, last, settled } = await open();
    await page.clock.runFor(2000);
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    const { engagedMs } = await last(({ elapsedMs }) => elapsedMs === 2000);
    await settled();
    await page.clock.runFor(minute);
    expect(recorder.of(pageId)).toHaveLength(2);
    await ask(page);
    expect(await last(asked(1))).toMatchObject({ engagedMs });
    await settled();
    await page.clock.runFor(heartbeat + minute);
    expect(recorder.of(pageId)).toHaveLength(3);
  });

  test('has sent all but the last three minutes when the tab crashes', async () => {
    const { page, pageId, last, settled, context } = await open({ own: true });
    const session = await context.newCDPSession(page);
    for (let times = 0; times < 11; times++) {
      await page.click('#button');
      await page.clock.runFor(25_000);
      await settled();
    }
    const lived = 275_000;
    const before = recorder.of(pageId).length;
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => {});
    await crashed;
    await sleep(200);
    expect(recorder.of(pageId)).toHaveLength(before);
    const { elapsedMs, engagedMs, clicksCount } = await last();
    expect(elapsedMs).toBeGreaterThanOrEqual(lived - heartbeat);
    expect(engagedMs).toBeGreaterThanOrEqual(lived - heartbeat - 1000);
    expect(clicksCount).toBeGreaterThanOrEqual(Math.floor((lived - heartbeat) / 25_000));

    // Two seconds are enough to be known.
    const short = await open({ own: true });
    const shortSession = await short.context.newCDPSession(short.page);
    await short.page.clock.runFor(2000);
    await short.settled();
    shortSession.send('Page.crash').catch(() => {});
    await short.last();
  });

  test.each([-60, -2, 3])('keeps its times when the clock jumps by %i minutes', async (minutes) => {
    const { page, last, ids, url } = await open();
    await page.clock.runFor(5000);
    await page.clock.setSystemTime((await page.evaluate<number>('Date.now()')) + minutes * minute);
    await ask(page);
    await page.clock.runFor(5000);
    await glance(page);
    const { engagedMs, elapsedMs } = await last(asked(1));
    expect(engagedMs).toBeLessThanOrEqual(11_500);
    expect(elapsedMs).toBeLessThanOrEqual(15_000);
    // Again, while the visitor is on another page.
    await page.goto(`${recorder.site}/elsewhere`);
    await page.clock.setSystemTime((await page.evaluate<number>('Date.now()')) + minutes * minute);
    await page.goto(url);
    await page.clock.runFor(3000);
    await glance(page);
    await last(({ engagedMs: later }) => later > engagedMs + 2000);
    expect(ids()).toHaveLength(1);
  });

  test('begins a new session after 30 minutes without activity', async () => {
    const { page, last, ids } = await open();
    await page.clock.runFor(2000);
    await page.clock.fastForward(29 * minute);
    await page.click('#button');
    await page.clock.runFor(3000);
    await glance(page);
    await last(({ clicksCount }) => clicksCount === 1);
    expect(ids()).toHaveLength(1);
    await page.clock.fastForward(31 * minute);
    await page.click('#button');
    await page.clock.runFor(3000);
    await last(({ clicksCount, elapsedMs }) => clicksCount === 1 && elapsedMs < 10_000);
    expect(ids()).toHaveLength(2);
    await page.clock.fastForward(31 * minute);
    await page.reload();
    await page.clock.runFor(3000);
    await last(({ clicksCount }) => clicksCount === 0);
    expect(ids()).toHaveLength(3);
  });

  test('begins a new session after 24 hours', async () => {
    const { page, ids, last, settled } = await open();
    for (let i = 0; i < 55; i++) {
      await page.clock.fastForward(28 * minute);
      await ask(page);
      await settled();
    }
    await page.clock.runFor(3000);
    await last(({ questionsAskedCount }) => questionsAskedCount < 10);
    expect(ids()).toHaveLength(2);
  });

  test('continues the session after a reload, with its first title, URL and campaign', async () => {
    const { page, last, ids, pageId } = await open({ query: { utm_source: 'first' } });
    await page.click('#button');
    await page.clock.runFor(3000);
    await glance(page);
    const before = await last(({ clicksCount }) => clicksCount === 1);
    await page.reload();
    await page.click('#button');
    await page.clock.runFor(3000);
    await glance(page);
    const after = await last(({ clicksCount }) => clicksCount === 2);
    await page.goto(`${recorder.site}/other?pages=${pageId}&utm_source=second`);
    await ask(page);
    await page.clock.runFor(3000);
    await glance(page);
    const { pageTitle, pageUrl, utmSource, engagedMs } = await last(asked(1));
    expect({ pageTitle, pageUrl, utmSource }).toEqual({
      pageTitle: before.pageTitle,
      pageUrl: before.pageUrl,
      utmSource: 'first',
    });
    expect(engagedMs).toBeGreaterThan(after.engagedMs);
    expect(ids()).toHaveLength(1);
  });

  describe('the fields that a page marks', () => {
    const marked = `<h1 data-footfall="hero"></h1><svg><g data-footfall="button"></g></svg><i data-footfall></i>
      <template><b data-footfall="spare"></b></template><b data-footfall="two words"></b>
      ${'<b data-footfall="hero"></b>'.repeat(300)}`;

    test('are in its beacons until one is answered, each once', async () => {
      const pageId = newPageId();
      recorder.statuses.set(pageId, 503);
      const { page, last, settled } = await open({
        pageId,
        query: { fields: marked, form: 'data-footfall=form' },
      });
      await page.clock.runFor(2000);
      await settled();
      // An app may have made some meanwhile.
      await page.evaluate(`document.body.append(Object.assign(document.createElement('p'),
        { innerHTML: '<b data-footfall="late"></b>' }))`);
      recorder.statuses.delete(pageId);
      await page.clock.runFor(16_000);
      expect((await last()).foundFields).toBe('hero,button,late');
      await ask(page);
      await glance(page);
      expect(await last(asked(1))).not.toHaveProperty('foundFields');
      await page.reload();
      await ask(page);
      await glance(page);
      expect(await last(asked(2))).not.toHaveProperty('foundFields');
    });

    test('are those of the page that sends them, and not of the next one', async () => {
      const [first, second] = [newPageId(), newPageId()];
      recorder.statuses.set(first, 503).set(second, 503);
      const { page, settled } = await open({ pageId: first, query: { fields: '<b data-footfall=one></b>' } });
      await page.clock.runFor(2000);
      await page.goto(`${recorder.site}/second?pages=${second}`);
      await ask(page);
      await page.clock.runFor(2000);
      await settled();
      expect(recorder.of(first)).toEqual([]);
      recorder.statuses.clear();
      await page.clock.runFor(16_000);
      expect(await recorder.last(second, asked(1))).not.toHaveProperty('foundFields');
      expect((await recorder.last(first, () => true)).foundFields).toBe('one');
    });

    test('have room for so many that a beacon is never too large', async () => {
      const names = Array.from({ length: 1000 }, (_, index) => `a-name-of-a-field-${index}`);
      const add = `document.addEventListener('DOMContentLoaded', () => {
        for (const name of ${JSON.stringify(names)}.concat('x'.repeat(50_000))) {
          const mark = document.createElement('b');
          mark.dataset.footfall = name;
          document.body.append(mark);
        } });`;
      const { page, last } = await open({ init: add });
      await page.clock.runFor(2000);
      expect((await last()).foundFields).toBe(names.join().slice(0, longestReport));
    });
  });

  test('continues the session when the page comes back from the back/forward cache', async () => {
    const whole = await launchBrowser(chromium ?? '', { whole: true });
    const { page, last, ids } = await open({ clock: false, by: whole });
    await page.evaluate('window.isSame = true');
    await page.click('#button');
    await page.click('#next');
    await page.waitForURL('**/next');
    // Leaving the page sends at once.
    const left = await last(({ clicksCount }) => clicksCount === 2);
    await page.goBack({ waitUntil: 'commit' });
    expect(await page.evaluate('window.isSame')).toBe(true);
    await page.click('#button');
    await page.click('#next');
    const back = await last(({ clicksCount }) => clicksCount === 4);
    expect(back.elapsedMs).toBeGreaterThan(left.elapsedMs);
    expect(ids()).toHaveLength(1);
    await page.context().close();
    await whole.close();
  });

  // Pages that Playwright opens are always visible. Tabs that it does not know behave as a visitor's tabs.
  test('counts no time in a hidden tab, and no visit in a tab that is never visible', async () => {
    const whole = await launchBrowser(chromium ?? '', { whole: true });
    const session = await whole.newBrowserCDPSession();
    const newTab = async (pageId: string, background = false) => {
      const url = `${recorder.site}/?pages=${pageId}`;
      return (await session.send('Target.createTarget', { url, background })).targetId;
    };
    const [shown, hidden, other] = [newPageId(), newPageId(), newPageId()];
    const targetId = await newTab(shown);
    await recorder.last(shown, ({ engagedMs }) => engagedMs > 500);
    const hiddenId = await newTab(hidden, true);
    await newTab(other);
    const otherBegins = await recorder.last(other, ({ engagedMs }) => engagedMs > 500);
    const before = recorder.of(shown).at(-1);
    await sleep(2000);
    expect(recorder.of(shown).at(-1)).toEqual(before);
    expect(recorder.of(hidden)).toEqual([]);
    await session.send('Target.activateTarget', { targetId });
    await sleep(1000);
    const shownAt = Date.now();
    await session.send('Target.activateTarget', { targetId: hiddenId });
    const after = await recorder.last(shown, ({ elapsedMs }) => elapsedMs > (before?.elapsedMs ?? 0) + 2000);
    expect(after.analyticsSessionId).toBe(before?.analyticsSessionId);
    // The 2 seconds between them do not count as engaged.
    const between = after.elapsedMs - (before?.elapsedMs ?? 0);
    expect(after.engagedMs - (before?.engagedMs ?? 0)).toBeLessThan(between - 1900);
    // When the tab was hidden, it sent the rest.
    expect(recorder.of(other).at(-1)?.engagedMs).toBeGreaterThan(otherBegins.engagedMs + 1000);
    const looked = await recorder.last(hidden, ({ engagedMs }) => engagedMs > 0);
    expect(looked.elapsedMs).toBeLessThanOrEqual(Date.now() - shownAt + 50);
    await whole.close();
  });

  test('keeps its totals offline and sends them once online', async () => {
    const { page, last, context, pageId } = await open();
    await page.clock.runFor(2000);
    await last();
    await context.setOffline(true);
    await page.click('#button');
    await page.evaluate('footfall.conversion()');
    await page.clock.runFor(20_000);
    const before = recorder.of(pageId).length;
    await context.setOffline(false);
    // A browser says that it is online before it is: what fails then is sent again later.
    await page.clock.resume();
    const visit = await last(({ clicksCount }) => clicksCount === 1);
    expect(visit).toMatchObject({ hasConversion: true });
    expect(visit.engagedMs).toBeGreaterThan(20_000);
    expect(recorder.of(pageId)).toHaveLength(before + 1);
  });

  test('sends failed beacons again, but not refused ones', async () => {
    const pageId = newPageId();
    recorder.statuses.set(pageId, 503);
    const { page, last, settled } = await open({ pageId });
    await page.evaluate('footfall.conversion()');
    for (const status of [503, 429]) {
      recorder.statuses.set(pageId, status);
      await page.clock.runFor(3 * minute);
      await settled();
    }
    expect(recorder.of(pageId)).toEqual([]);
    recorder.statuses.delete(pageId);
    await page.clock.runFor(16_000);
    const { elapsedMs } = await last(({ hasConversion }) => hasConversion);
    expect(elapsedMs).toBeGreaterThan(3 * minute);

    const refusedId = newPageId();
    recorder.statuses.set(refusedId, 403);
    const refused = await open({ pageId: refusedId });
    await refused.page.clock.runFor(heartbeat + minute);
    await refused.settled();
    await sleep(200);
    recorder.statuses.delete(refused.pageId);
    await refused.page.clock.runFor(heartbeat + minute);
    await sleep(200);
    expect(recorder.of(refused.pageId)).toEqual([]);
  });

  test('sends on the next page the totals that an earlier page and an ended session could not send', async () => {
    const first = newPageId();
    const second = newPageId();
    recorder.statuses.set(first, 503).set(second, 503);
    const { page, settled } = await open({ pageId: first });
    await page.click('#button');
    await page.clock.fastForward(40 * minute);
    await ask(page);
    await page.goto(`${recorder.site}/second?pages=${second}`);
    await ask(page);
    await page.clock.runFor(2000);
    // A request on its way would be accepted, but its page would be left before it gets the answer.
    await settled();
    expect(recorder.of(first)).toEqual([]);
    recorder.statuses.clear();
    const third = newPageId();
    await page.goto(`${recorder.site}/third?pages=${third}`);
    await recorder.last(second, asked(1));
    await expect.poll(() => recorder.of(first).length).toBe(2);
    const sent = recorder.of(first).toSorted((a, b) => b.elapsedMs - a.elapsedMs);
    expect(sent[0]).toMatchObject({ clicksCount: 1, questionsAskedCount: 0, pageTitle: 'Page /first' });
    expect(sent[0]?.elapsedMs).toBeGreaterThan(40 * minute);
    expect(sent[1]).toMatchObject({ clicksCount: 0, questionsAskedCount: 1, pageTitle: 'Page /first' });
    // Once is enough, if the page gets the answers before it is left.
    await settled();
    await page.goto(`${recorder.site}/third?pages=${third}`);
    await page.clock.runFor(2000);
    await sleep(200);
    expect(recorder.of(first)).toHaveLength(2);
    // A delivered session that has ended is removed.
    await page.clock.fastForward(31 * minute);
    // What the clock has sent is answered before the page is left.
    await settled();
    await page.goto(`${recorder.site}/fourth?pages=${newPageId()}`);
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(1);
  });

  // Chromium lets a beacon of a page that is left through although the page is set offline. So the connection breaks.
  test('loses nothing of a visit that is left without a connection', async () => {
    const { page, last, pageId, settled } = await open();
    await page.clock.runFor(2000);
    await last();
    recorder.statuses.set(pageId, 0);
    await page.click('#button');
    await ask(page);
    await leave(page);
    await settled();
    await sleep(200);
    expect(recorder.of(pageId)).toHaveLength(1);
    recorder.statuses.delete(pageId);
    await page.goto(`${recorder.site}/second?pages=${newPageId()}`);
    expect(await last(asked(1))).toMatchObject({ clicksCount: 1, pageTitle: 'Page /first' });
  });

  test('loses nothing of a visit on a slow computer with a slow connection', async () => {
    const { page, last, context, pageId, ids } = await open({ clock: false });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    const [latency, throughput] = [1500, 5000];
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await page.click('#button');
    await page.evaluate('footfall.conversion()');
    await ask(page);
    await page.click('#next');
    await page.waitForURL('**/next');
    const visit = await last(asked(1));
    expect(visit).toMatchObject({ clicksCount: 2, hasConversion: true, hasInput: true });
    expect(ids()).toHaveLength(1);
    expect(recorder.of(pageId).length).toBeLessThanOrEqual(3);
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['a click', (page) => page.click('#text')],
    ['a moved pointer', (page) => page.mouse.move(50, 50)],
    ['a key', (page) => page.keyboard.press('Shift')],
    [
      'a wheel',
      async (page) => {
        await page.mouse.wheel(0, 100);
        await page.waitForFunction('scrollY > 500');
      },
    ],
    ['a touch', (page) => page.touchscreen.tap(50, 50)],
  ])('reports %s as input, and what scripts do not', async (_, act) => {
    const { page, last } = await open();
    // Chromium calls a scroll by a script trusted.
    await page.evaluate(`new Promise((scrolled) => {
      addEventListener('scroll', ({ isTrusted }) => isTrusted && scrolled());
      scrollTo(0, 500);
      for (const type of ['click', 'input', 'keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll'])
        document.body.dispatchEvent(new Event(type, { bubbles: true }));
      document.querySelector('#button').click();
      footfall.question();
    })`);
    await page.clock.runFor(2000);
    expect(await last(asked(1))).not.toHaveProperty('hasInput');
    await act(page);
    await page.clock.runFor(2000);
    await glance(page);
    expect(await last(({ hasInput }) => hasInput !== undefined)).toMatchObject({ hasInput: true });
  });

  test.each([
    ['https://WWW.News.example/a?b=c', 'news.example'],
    ['https://sub.news.example:8080/', 'sub.news.example'],
    ['http://localhost:1/other', undefined],
    ['http://www.localhost/', undefined],
    [undefined, undefined],
  ])('reports the host of the referrer %s as %s', async (referer, host) => {
    const { page, pageId, last } = await open(referer ? { referer } : {});
    await page.clock.runFor(2000);
    expect((await last()).referrer).toBe(host);
    // Only the first page of a single-page app was led to.
    const second = newPageId();
    await page.evaluate(`footfall.page({ page: '${second}' })`);
    await page.clock.runFor(2000);
    expect(await recorder.last(second, () => true)).not.toHaveProperty('referrer');
    await page.evaluate(`footfall.page({ page: '${pageId}' })`);
    await ask(page);
    await glance(page);
    expect((await last(asked(1))).referrer).toBe(host);
  });

  /** All that is sent of a visit that is not measured. */
  const leftOut = (pageId: string, why: string) => ({
    analyticsSessionId: expect.any(String),
    pageId,
    elapsedMs: 0,
    activeMs: 0,
    engagedMs: 0,
    maxScrollDepthPercentage: 0,
    clicksCount: 0,
    questionsAskedCount: 0,
    hasConversion: false,
    leftOut: why,
  });

  async function doEverything(page: Page) {
    await page.click('#button');
    await page.click('#goal');
    await page.click('#open button');
    await ask(page);
    await page.mouse.wheel(0, 1000);
    await page.clock.runFor(heartbeat + minute);
    await glance(page);
    await page.reload();
    await page.click('#button');
    await page.clock.runFor(minute);
  }

  test('sends one beacon of an own visit, with nothing about the visitor', async () => {
    const [pageId, second] = [newPageId(), newPageId()];
    const query = { utm_source: 'news', pages: `${pageId}.audience_1` };
    const { page, url, settled } = await open({ pageId, query, hash: '#footfall=ignore' });
    // The order is removed from the address, with which a colleague could be switched off.
    expect(page.url()).toBe(url);
    await doEverything(page);
    expect(recorder.of(pageId)).toEqual([leftOut(pageId, 'own')]);
    // The switch stays, in other tabs too.
    const tab = await page.context().newPage();
    await tab.goto(`${recorder.site}/second?pages=${second}`);
    await expect.poll(() => recorder.of(second)).toEqual([leftOut(second, 'own')]);
    await tab.close();
    // Until it is set back: an open page obeys at once.
    await page.evaluate('location.hash = "footfall=count"');
    await page.waitForURL(url);
    await page.click('#button');
    await glance(page);
    const visit = await recorder.last(pageId, ({ clicksCount }) => clicksCount === 1);
    expect(visit).toMatchObject({ audienceId: 'audience_1', utmSource: 'news' });
    expect(await page.evaluate(`localStorage['footfall:ignore']`)).toBe('0');
    await settled();
    expect(recorder.of(pageId)).toHaveLength(2);
  });

  test('stops measuring an open page that becomes an own visit, and sends what it had measured', async () => {
    const { page, pageId, last, settled, url } = await open();
    await page.clock.runFor(2000);
    await last();
    await page.click('#button');
    await page.evaluate('location.hash = "footfall=ignore"');
    await page.waitForURL(url);
    await expect.poll(() => recorder.of(pageId).length).toBe(3);
    await doEverything(page);
    await settled();
    const [first, ...rest] = recorder.of(pageId);
    expect(rest).toHaveLength(2);
    expect(rest).toContainEqual(leftOut(pageId, 'own'));
    expect(rest).toContainEqual(
      expect.objectContaining({ analyticsSessionId: first?.analyticsSessionId, clicksCount: 1 }),
    );
  });

  test.each([
    ['set by the page', `localStorage['footfall:ignore'] = '1'`, true],
    [
      'blocked',
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } });
      location.hash = 'footfall=ignore'`,
      false,
    ],
  ])('reads the switch for own visits in localStorage when it is %s', async (_, init, isOwn) => {
    const { page, pageId, last } = await open({ init });
    await page.clock.runFor(2000);
    expect((await last()).leftOut).toBe(isOwn ? 'own' : undefined);
    await ask(page);
    await glance(page);
    if (!isOwn) await last(asked(1));
    await sleep(200);
    expect(recorder.of(pageId)).toHaveLength(isOwn ? 1 : 2);
  });

  test('sends one beacon of a browser that a program drives', async () => {
    const automated = await launchBrowser(chromium ?? '', { automated: true });
    const { page, pageId } = await open({ by: automated, referer: 'https://news.example/' });
    await doEverything(page);
    await page.context().close();
    await automated.close();
    expect(recorder.of(pageId)).toEqual([leftOut(pageId, 'automated')]);
  });

  test.each([
    ['on the same host', 'src="/hello/a.js" data-collector="a"', '/hello/a'],
    ['at an absolute address', 'src="/hello/a.js" data-collector="/v0/visits"', '/v0/visits'],
    ['without a collector', 'src="/hello/a.js" data-collector', '/v0/visits'],
    ['in a module', 'type="module" src="/hello/a.js" data-collector="a"', '/hello/a'],
  ])('may have any name, %s', async (_, script, path) => {
    const { page, pageId, last } = await open({ query: { script }, clock: false });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.evaluate('footfall.conversion()');
    expect((await sent).url()).toBe(recorder.site + path);
    expect(await last()).toMatchObject({ pageId, hasConversion: true });
  });

  test.each([
    ['Do Not Track', `Object.defineProperty(navigator, 'doNotTrack', { value: '1' })`],
    ['Global Privacy Control', `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`],
  ])('does nothing under %s', async (_, init) => {
    const { page, pageId } = await open({ init });
    await page.click('#goal');
    await page.click('#closed button');
    await page.evaluate(`footfall.question(); footfall.conversion(); footfall.submit({ email: 'a@b.example' });
      footfall.page({ page: '${pageId}' }); footfall.stop()`);
    await page.clock.runFor(heartbeat + minute);
    await sleep(200);
    expect(recorder.of(pageId)).toEqual([]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test.each([
    ['blocked', `Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('blocked') } })`],
    [
      'full',
      `Storage.prototype.setItem = () => { throw new Error('full') };
      try { for (let size = 2 ** 22; size >= 1; size /= 2) for (;;) sessionStorage['x' + size] =
        (sessionStorage['x' + size] ?? '') + 'x'.repeat(size) } catch {}`,
    ],
    [
      'garbage',
      `for (const text of ['{', '1', 'null', '{}', '{"beacon":null}'])
      sessionStorage['footfall:' + (text.length === 1 ? new URLSearchParams(location.search).get('pages') + ':' : text)] = text`,
    ],
  ])('measures when sessionStorage is %s', async (_, init) => {
    const { page, last, ids } = await open({ init });
    await page.click('#button');
    await page.clock.runFor(3000);
    await last(({ clicksCount, engagedMs }) => clicksCount === 1 && engagedMs > 0);
    await ask(page);
    await glance(page);
    await last(asked(1));
    expect(ids()).toHaveLength(1);
  });

  test('measures a page once with two tags, and two pages with one each', async () => {
    const [one, two] = [newPageId(), newPageId()];
    const { page } = await open({ pageId: one, query: { pages: `${one},${one},${two},${two}.audience_2` } });
    await page.click('#button');
    await ask(page);
    await page.evaluate('footfall.conversion()');
    for (const [id, sessions] of [
      [one, 1],
      [two, 2],
    ] as const) {
      const converted = () => recorder.of(id).filter(({ hasConversion }) => hasConversion);
      // Either of two sessions on one page may be the last to report.
      await expect
        .poll(() => new Set(converted().map(({ analyticsSessionId }) => analyticsSessionId)).size)
        .toBe(sessions);
      for (const visit of converted())
        expect(visit).toMatchObject({ clicksCount: 1, questionsAskedCount: 1 });
      expect(new Set(recorder.of(id).map((sent) => sent.analyticsSessionId)).size).toBe(sessions);
    }
    // In a single-page app only the first of them changes, and the others stay.
    const three = newPageId();
    await page.evaluate(`footfall.page({ page: '${three}' })`);
    await ask(page);
    await page.clock.runFor(3000);
    await recorder.last(three, asked(1));
    await glance(page);
    const stayed = () =>
      recorder
        .of(two)
        .filter(asked(2))
        .map(({ audienceId }) => audienceId);
    await expect.poll(() => new Set(stayed())).toEqual(new Set([undefined, 'audience_2']));
  });

  test('follows a single-page app from page to page and back, and stops', async () => {
    const [home, product] = [newPageId(), newPageId()];
    const { page } = await open({ pageId: home });
    await page.click('#button');
    await page.clock.runFor(5000);
    await page.evaluate(`history.pushState({}, '', '/product'); document.title = 'Product';
      footfall.page({ page: '${product}', audience: 'audience_3', version: 'version_3' })`);
    const left = await recorder.last(home, ({ engagedMs }) => engagedMs === 5000);
    expect(left.clicksCount).toBe(1);
    await ask(page);
    await page.clock.runFor(3000);
    const visit = await recorder.last(product, asked(1));
    const halfHour = Math.floor(Number(await page.evaluate('Date.now()')) / 1_800_000);
    expect(visit.analyticsSessionId).toMatch(new RegExp(`^(${halfHour}|${halfHour - 1})\\d{9,30}$`, 'v'));
    expect(visit).toMatchObject({
      audienceId: 'audience_3',
      versionId: 'version_3',
      pageTitle: 'Product',
      clicksCount: 0,
    });
    expect(visit.pageUrl).toBe(`${recorder.site}/product`);
    expect(visit.elapsedMs).toBeLessThan(5000);
    await page.evaluate(`footfall.page({ page: '${home}' })`);
    await page.click('#button');
    await glance(page);
    const back = await recorder.last(home, ({ clicksCount }) => clicksCount === 2);
    expect(back.analyticsSessionId).toBe(left.analyticsSessionId);
    expect(back.pageTitle).toBe('Page /first');

    await page.click('#button');
    await page.evaluate('footfall.stop()');
    await recorder.last(home, ({ clicksCount }) => clicksCount === 3);
    const count = recorder.of(home).length;
    await page.click('#button');
    await ask(page);
    await page.clock.runFor(heartbeat + minute);
    await sleep(200);
    expect(recorder.of(home)).toHaveLength(count);
  });

  test.each<[string, string, Record<string, string>]>([
    ['no email outside the form', '<input type=email form=closed value="x@acme.example">', {}],
    [
      'all three',
      '<input type=email value=a@acme.example><input type=tel value="+4681234567"><input type=url value="https://linkedin.com/in/ada">',
      { email: 'a@acme.example', phone: '+4681234567', linkedin: 'https://www.linkedin.com/in/ada' },
    ],
    [
      'nothing that is hidden, secret or off',
      '<input type=hidden name=to value="e@acme.example"><input type=password value="f@acme.example"><input disabled value="g@acme.example"><input type=radio checked value="h@acme.example"><textarea>i@acme.example</textarea>',
      {},
    ],
    [
      'the fields of a form in which a name hides them',
      '<input name=elements value="j@acme.example"><input name=matches><input name=method>',
      { email: 'j@acme.example' },
    ],
  ])('reads %s', async (_, fields, identifiers) => {
    const { page, last } = await open({ query: { fields } });
    await page.evaluate('document.querySelector("#open").requestSubmit()');
    const { formSubmit } = await last(({ formSubmit }) => formSubmit !== undefined);
    expect(formSubmit).toEqual({ formSubmissionId: formSubmit?.formSubmissionId, ...identifiers });
  });

  test('keeps the first submit that names the visitor, and reads no form that has not opted in', async () => {
    const { page, last } = await open();
    await page.fill('#closed input', 'closed@acme.example');
    await page.press('#closed input', 'Enter');
    const unnamed = await last(({ formSubmit }) => formSubmit !== undefined);
    expect(Object.keys(unnamed.formSubmit ?? {})).toEqual(['formSubmissionId']);
    await page.evaluate(
      `footfall.submit(document.querySelector('#closed')); footfall.submit(); footfall.submit({ email: 'x' })`,
    );
    await page.evaluate(`footfall.submit({ email: 'first@acme.example', phone: 'none' })`);
    await page.evaluate(`footfall.submit({ email: 'second@acme.example' })`);
    await page.clock.runFor(3000);
    const named = await last(({ formSubmit }) => formSubmit?.email !== undefined);
    expect(named.formSubmit?.email).toBe('first@acme.example');
    expect(named.formSubmit?.formSubmissionId).not.toBe(unnamed.formSubmit?.formSubmissionId);
  });

  describe('a form with fields that the website has opted in', () => {
    const email = '<input name=email value="lin@acme.example">';
    const tag = (names: string) => ({
      script: `src="${recorder.collector}/visit.js" data-footfall-fields="${names}"`,
    });
    const submitted = ({ formSubmit }: Sent) => formSubmit !== undefined;
    const fieldsOf = async ({ page, last }: Awaited<ReturnType<typeof open>>, act?: string) => {
      await page.evaluate(act ?? 'document.querySelector("#open").requestSubmit()');
      return (await last(submitted)).formSubmit?.fields;
    };
    const openForm = (names: string, fields: string, more: Record<string, string> = {}) =>
      open({ query: { form: `data-footfall-fields="${names}"`, fields: email + fields, ...more } });

    test.each<[string, string, string, Record<string, string> | undefined]>([
      [
        'in the order of the website, and no others',
        ' name  message\ncompany ',
        '<textarea name=message>How much\nfor 40 sites?</textarea><input name=name value=" Lin Bo "><input name=other value=x><input value=unnamed>',
        { name: 'Lin Bo', message: 'How much\nfor 40 sites?' },
      ],
      [
        'of every kind that a visitor fills in',
        'one many size chosen other agreed refused seats day site text',
        `<select name=one><option>a<option selected value=b>B</select><select name=many multiple><option selected>a<option selected>b</select>
        <input type=radio name=size value=s><input type=radio name=size value=m checked><input type=checkbox name=agreed checked><input type=checkbox name=refused value=no>
        <input type=number name=seats value=40><input type=date name=day value=2026-11-29><input type=url name=site value="https://acme.example/"><textarea name=text>t</textarea>`,
        {
          one: 'b',
          size: 'm',
          agreed: 'on',
          seats: '40',
          day: '2026-11-29',
          site: 'https://acme.example/',
          text: 't',
        },
      ],
      [
        'nothing hidden, secret, blank or off',
        'token a b c d e f g h i j k password cvc cc-number',
        `<input type=hidden name=a value=x><input type=password name=b value=x><input type=file name=c><input type=submit name=d value=x>
        <button name=e value=x>x</button><output name=f>x</output><input disabled name=g value=x><fieldset disabled><input name=h value=x></fieldset>
        <input name=i value=" "><input name=password value=x><input name=cvc value=x><input name=cc-number value=x>
        <input name=j autocomplete="section-a billing cc-csc" value=x><input name=k autocomplete="current-password" value=x>
        <object name=token type="text/plain"></object>`,
        undefined,
      ],
      [
        'no number of a card, whatever it is written in',
        'name message',
        '<input name=name value="4111 1111 1111 1111"><textarea name=message>Call +49 1523 1234567, or take 5500-0000-0000-0004!</textarea>',
        { name: 'redacted', message: 'Call +49 1523 1234567, or take redacted!' },
      ],
      [
        'all values of a name that several fields have',
        'interest name',
        '<input type=checkbox name=interest value=rota checked><input type=checkbox name=interest value=none><input type=checkbox name=interest value=report checked><input name=name value=Lin><input name=name><input name=name value=Bo>',
        { interest: 'rota, report', name: 'Lin, Bo' },
      ],
      [
        'of a form in which names hide what it has',
        'elements dataset matches getAttribute',
        '<input name=elements value=e><input name=dataset value=d><input name=matches value=m><input name=getAttribute value=g>',
        { elements: 'e', dataset: 'd', matches: 'm', getAttribute: 'g' },
      ],
    ])('sends values %s', async (_, names, fields, expected) => {
      const opened = await openForm(names, fields);
      expect(await fieldsOf(opened)).toEqual(expected);
    });

    test('cuts long values, and says so', async () => {
      const opened = await openForm(
        'name message more',
        '<input name=name><textarea name=message></textarea><input name=more value=more>',
      );
      await opened.page.fill('[name=name]', 'Lin Bo');
      await opened.page.fill('[name=message]', '😀'.repeat(3000));
      const fields = await fieldsOf(opened);
      expect(fields).toEqual({ name: 'Lin Bo', message: `${'😀'.repeat(1984)}…`, more: '…' });
    });

    test('sends nothing of a form without an identifier, and of one that has not opted in', async () => {
      const { page, last } = await open({
        query: { ...tag('name email'), form: 'data-footfall', fields: '<input name=name value="Lin Bo">' },
      });
      await page.evaluate('document.querySelector("#open").requestSubmit()');
      expect(Object.keys((await last(submitted)).formSubmit ?? {})).toEqual(['formSubmissionId']);
      await page.fill('#closed input', 'closed@acme.example');
      await page.press('#closed input', 'Enter');
      await page.evaluate('footfall.question()');
      await glance(page);
      expect(Object.keys((await last(asked(1))).formSubmit ?? {})).toEqual(['formSubmissionId']);
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toMatch(/Lin Bo|closed@/v);
    });

    test.each([
      ['has the fields of the script tag', 'data-footfall', { name: 'Lin Bo' }],
      ['or its own instead', 'data-footfall data-footfall-fields=company', { company: 'Acme' }],
      ['or none, if it says so', 'data-footfall data-footfall-fields', undefined],
    ])('%s', async (_, form, expected) => {
      const fields = `${email}<input name=name value="Lin Bo"><input name=company value=Acme>`;
      expect(await fieldsOf(await open({ query: { ...tag('name'), form, fields } }))).toEqual(expected);
    });

    test('may be what the page passes, of which the script tag says what is sent', async () => {
      const opened = await open({ query: tag('name password note') });
      const passed = { email: 'lin@acme.example', name: 'Lin Bo', password: 'x', note: 7, other: 'x' };
      expect(await fieldsOf(opened, `footfall.submit(${JSON.stringify(passed)})`)).toEqual({
        name: 'Lin Bo',
        note: '7',
      });
    });

    test.each([
      ['in the page', 'document.body'],
      [
        'in a shadow root',
        'document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" })',
      ],
    ])('may come later, by a script, %s', async (_, place) => {
      const { page, last } = await open();
      await page.clock.runFor(2000);
      await page.evaluate(`{
        const form = document.createElement('form');
        form.id = 'late';
        form.dataset.footfallFields = 'name';
        form.onsubmit = () => false;
        form.innerHTML = '<input name=email value="lin@acme.example"><input name=name><button>send</button>';
        ${place}.prepend(form);
      }`);
      await page.fill('#late [name=name]', 'Lin Bo');
      await page.click('#late button');
      expect((await last(submitted)).formSubmit).toMatchObject({
        email: 'lin@acme.example',
        fields: { name: 'Lin Bo' },
      });
    });

    test('is not read in a frame', async () => {
      const { page, last } = await open();
      await page.evaluate(`document.body.prepend(Object.assign(document.createElement('iframe'), { srcdoc:
        '<form onsubmit="return false" data-footfall-fields=name><input name=email value="lin@acme.example"><input name=name value=Lin><button>send</button></form>' }))`);
      await page.frameLocator('iframe').locator('button').click();
      await ask(page);
      await glance(page);
      expect(await last(asked(1))).not.toHaveProperty('formSubmit');
    });

    test('is sent again with each beacon as it was sent first, by a double click and in a copy of the tab, too', async () => {
      const { page, last } = await openForm('name', '<input name=name value="Lin Bo">');
      await page.dblclick('#open button');
      await ask(page);
      await glance(page);
      const first = (await last(asked(1))).formSubmit;
      expect(first?.fields).toEqual({ name: 'Lin Bo' });
      // A copy of a tab begins with the storage of the tab.
      await page.reload();
      await page.fill('[name=name]', 'Bo Lin');
      await page.click('#open button');
      await ask(page);
      await glance(page);
      expect((await last(asked(2))).formSubmit).toEqual(first);
    });
  });
});

test('is built into public/ and stays small', async () => {
  const built = await buildTracker();
  expect(readFileSync(trackerFile, 'utf8')).toBe(built);
  expect(gzipSync(built, { level: 9 }).length).toBeLessThan(4096);
});

test('runs in browsers of before 2023, which refuse patterns with the flag v', async () => {
  const built = await buildTracker();
  expect(built).not.toMatch(/\bRegExp\(|\/[a-u]*v[a-z]*[,;).]/);
});
