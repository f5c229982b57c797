import type { Browser } from 'playwright-core';

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
  tag: [page: string | undefined, audience: string | undefined] | undefined;
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

const look = `(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  const tag = document.querySelector('script[src$="/visit.js"]')?.dataset;
  return {
    title: document.title,
    hero: document.querySelector('h1').textContent,
    first: window.first,
    proofs: [...document.querySelectorAll('li')].map((one) => one.textContent),
    shift,
    robots: document.querySelector('meta[name=robots]')?.content ?? null,
    tag: tag && [tag.page, tag.audience],
  };
})()`;

/** Opens an address in a new tab, as a visitor. */
export async function see(browser: Browser, url: string): Promise<Seen> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(watch);
  // Its script comes from the service, which may hang.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const seen = { ...(await page.evaluate<Omit<Seen, 'errors'>>(look)), errors };
  await page.close();
  return seen;
}
