import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTracker } from '../../scripts/build/tracker.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { type Site, sites } from './hostile-sites/sites.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const chromium = findChromium();
let recorder: Recorder;
let browser: Browser;
let context: BrowserContext;

/** The site with the number that is the path. */
function documentOf({ pathname }: URL): string {
  const place = Number(pathname.slice(1));
  const { doctype = '<!doctype html>', head = '', html } = sites[place] ?? { html: 'a page' };
  return `${doctype}<html><head><meta charset=utf-8>${head}<script async src="${recorder.collector}/visit.js"
    data-key="ff_main_test" data-page="${place}"></script></head><body>${html}</body></html>`;
}

/** Visits a site as its visitor does. Returns what the page has thrown, and the address at which it was left. */
async function visit(site: Site, place: number) {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const address = `${recorder.site}/${place}${site.address ?? ''}`;
  await page.goto(address, site.referer ? { referer: site.referer } : {});
  await page.waitForLoadState();
  await site.act?.(page);
  await expect.poll(() => recorder.of(`${place}`).length, { timeout: 20_000 }).toBeGreaterThan(0);
  const left = page.url();
  await page.goto(`${recorder.site}/left`);
  await page.close();
  return { errors, left };
}

describe.skipIf(!chromium)('the tracker in ordinary websites that are hostile', () => {
  beforeAll(async () => {
    recorder = await startRecorder(await buildTracker(), documentOf);
    browser = await launchBrowser(chromium ?? '');
    context = await browser.newContext({ viewport: { width: 1000, height: 720 } });
    context.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await browser?.close();
    recorder?.stop();
  });

  test.each(sites.map((site, place) => ({ ...site, place })))('$name', async (site) => {
    const { errors, left } = await visit(site, site.place);
    expect(errors).toEqual([]);
    if (site.left !== undefined) expect(left).toBe(`${recorder.site}/${site.place}${site.left}`);
    const { email, ...expected } = site.expected;
    // Leaving the page sends a beacon for whose answer nobody waits.
    const last = () => {
      const visit = recorder.of(`${site.place}`).at(-1);
      return visit && { ...visit, email: visit.formSubmit && (visit.formSubmit.email ?? null) };
    };
    await expect.poll(last, { timeout: 10_000 }).toMatchObject({ ...expected, email });
    expect(new Set(recorder.of(`${site.place}`).map((sent) => sent.analyticsSessionId)).size).toBe(1);
    expect(new Set(recorder.faults.splice(0))).toEqual(new Set(site.faults));
  });
});
