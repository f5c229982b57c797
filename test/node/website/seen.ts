import type { Browser, Page } from 'playwright-core';
import { site } from '../websites/service.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What a visitor sees of an example, and by how much its layout shifted meanwhile. */
export interface Seen {
  title: string;
  hero: string;
  /** The headline when the page was painted first. */
  first: string;
  proofs: string[];
  shift: number;
  robots: string | null;
  /** The page and the audience in the tracker's tag. Undefined without a tag. */
  tag: (string | undefined)[] | undefined;
  errors: string[];
}

/** Notes shifts of the layout, and the headline of the first paint. */
const watch = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver(() => {
    window.first ??= document.querySelector('h1')?.textContent;
  }).observe({ type: 'paint', buffered: true });
`;

const seen = `(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  const tag = document.querySelector('script[src$="/visit.js"]')?.dataset;
  return {
    title: document.title,
    hero: document.querySelector('h1').textContent,
    first: window.first,
    proofs: [...document.querySelectorAll('li')].map((one) => one.textContent),
    shift,
    robots: document.querySelector('meta[name=robots]')?.content ?? null,
    tag: tag && [tag.page, tag.audience, tag.version],
  };
})()`;

/** What a tab shows now. */
export const look = (page: Page): Promise<Omit<Seen, 'errors'>> => page.evaluate(seen);

/** A new tab of a visitor, which notes what `look` tells. The pictures of the words are there. */
export async function newTab(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(watch);
  await page.route(`${site}/*.png`, (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
  return page;
}

/** Opens an address in a new tab, as a visitor. */
export async function see(browser: Browser, url: string): Promise<Seen> {
  const page = await newTab(browser);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // Its script comes from the service, which may hang.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const shown = { ...(await look(page)), errors };
  await page.close();
  return shown;
}
