import { site } from '../data/pages/page.ts';
import { demoPages } from '../data/pages.ts';

/**
 * The path of a page of the demo, whose URL is on the demo website of this machine, on any port. Earlier versions had
 * it on the invented domain of the company. Undefined for another page.
 */
export function pathOfPage(url: string): string | undefined {
  const { origin, hostname, pathname } = new URL(url);
  return origin === site || hostname === '127.0.0.1' ? pathname : undefined;
}

/** The page of the demo with this path: the first that was made. Lists are newest first. */
export const pageAt = <Page extends { url: string }>(pages: Page[], path: string): Page | undefined =>
  pages.findLast(({ url }) => pathOfPage(url) === path);

/** The data of the demo page with this path. */
export const demoPageAt = (path: string | undefined) =>
  demoPages.find(({ url }) => new URL(url).pathname === path);

/** The URL of the demo data on the demo website of this machine, whose address is given. */
export const onWebsite = (url: string, website: string): string => website + url.slice(site.length);
