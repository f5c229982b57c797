import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findChromium, launchBrowser } from '../browser.ts';
import { migratedStateDir } from '../migrated.ts';
import { cleanUp, type Server, startServer } from '../processes.ts';
import type { Seen } from '../website/seen.ts';
import { hostile, type Made, makeContent, type Way, wayTo, words } from './service.ts';

/** Without it, tests of websites are skipped. */
export const chromium = findChromium();

/** A service with content, what it has, a way to it that may be cut, and a browser. They are there once tests run. */
export let server: Server;
export let made: Made;
export let way: Way;
export let browser: Browser;

/** Starts these for the tests of a file. Call it at the top. */
export function prepareWebsites(): void {
  beforeAll(async () => {
    if (!chromium) return;
    [server, browser] = await Promise.all([startServer(migratedStateDir()), launchBrowser(chromium)]);
    [made, way] = [await makeContent(server), await wayTo(server)];
  });
  afterAll(async () => {
    way?.stop();
    await browser?.close();
    cleanUp();
  });
}

/** What a visitor sees who comes by /retail: the words are there with the first paint, and nothing moves. */
export const retailSeen = (): Omit<Seen, 'errors'> => ({
  title: 'Acme for shops',
  hero: words.retail.hero,
  first: words.retail.hero,
  proofs: words.retail.proofs,
  shift: 0,
  robots: null,
  tag: [made.pageId, made.retail.audienceId, made.retail.latestVersion.versionId],
});

/** What a visitor sees who comes by /for/zoe. */
export const zoeSeen = { title: hostile, hero: hostile, robots: 'noindex' };
