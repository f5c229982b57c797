import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { inTurn } from '../../turns.ts';
import { call, freePort, root } from '../processes.ts';
import { look, newTab } from '../website/seen.ts';
import { type Filling, fillings } from './cases.ts';
import { holds } from './filled.ts';
import { html, makePreview, makeTest, words, wordsOfArm } from './service.ts';
import { browser, chromium, made, prepareWebsites, retailSeen, server, way, zoeSeen } from './setup.ts';

prepareWebsites();

describe.skipIf(!chromium)('the script for pages of another host', () => {
  const document = readFileSync(path.join(root, 'docs/developers/websites/script.md'), 'utf8');
  /** What the document of the script says that a page has in its head: a style and a tag, or a script that adds the tag. */
  const snippet = /```html\n(\s*<style>.*?)```/s.exec(document)?.[1] ?? '';
  const adds = /```html\n(\s*<script>.*?)```/s.exec(document)?.[1] ?? '';
  let host: HttpServer;
  let address: string;
  let shown: Filling = { name: '', html: '' };
  let key: string;
  /** What is sent of a page before the rest of it, which waits for `go`. */
  let go: (() => void) | undefined;

  /** What many websites say to visitors who want no motion. */
  const calm =
    '<style>@media (prefers-reduced-motion: reduce) { *, ::before { animation-duration: .01ms !important } }</style>';

  const tagged = (page: string, tags = snippet) => {
    const [src, sample] = ['https://footfall.your-company.example', 'ff_main_…'];
    return page.replace('</head>', `${tags.replace(src, way.address).replace(sample, key)}</head>`);
  };

  beforeAll(async () => {
    host = createServer(async (request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const own = request.url === '/for/calm' ? html.replace('</head>', `${calm}</head>`) : html;
      if (request.url === '/tested')
        return void response.end(
          tagged(
            own,
            snippet.replace(/<script.*/s, () => adds),
          ),
        );
      const page = tagged(request.url === '/case' ? shown.html : own);
      if (request.url !== '/for/slow') return void response.end(page);
      const half = page.indexOf('<p data-footfall="story">') + 28;
      response.write(page.slice(0, half));
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      response.end(page.slice(half));
    });
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve));
    await call(server, 'POST', '/v0/websites', { origin: address });
    // Of a key that is in use, the service may not know a new website for ten seconds.
    const scopes = ['resolve', 'collect'];
    key = (await call<{ key: string }>(server, 'POST', '/v0/api_keys', { name: 'script', scopes })).body.key;
    const target = { targetType: 'audience', audienceId: made.retail.audienceId };
    for (const name of ['slow', 'calm'])
      await call(server, 'POST', '/v0/page_links', { path: `/for/${name}`, target });
  });
  afterAll(() => {
    host?.close();
  });

  /** A tab in which 300 ms last for 30 s: no test passes by speed. */
  async function slowTab(): Promise<Page> {
    const page = await newTab(browser);
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    return page;
  }
  const isVisible = "getComputedStyle(document.documentElement).visibility === 'visible'";

  test('fills pages as the other programs do', async () => {
    const page = await slowTab();
    await page.route('**/v0/page_links/resolve?**', (route) => {
      const content = { ...shown.page, fields: shown.fields ?? {}, metadata: shown.metadata ?? {} };
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      return route.fulfill({ headers, json: { pageId: 'page_1', audienceId: null, content } });
    });
    await page.route('**/visit.js', (route) => route.fulfill({ body: '' }));
    const fill = async (cases: Filling[]) => {
      const filled: string[] = [];
      for (const one of cases) {
        shown = one;
        await page.goto(`${address}/case`);
        await page.waitForFunction("document.querySelector('script[data-page]')");
        filled.push(
          await page.evaluate(`
            for (const one of document.querySelectorAll('head style, script[data-key]')) one.remove();
            document.documentElement.outerHTML.replace(/ style="[^"]*"/, '')`),
        );
      }
      return filled;
    };
    const cases = fillings.filter(({ isOfServer }) => !isOfServer);
    await holds(browser, fill, inTurn(cases, 4));
    await page.close();
  });

  test('shows the words with the first paint, and lets the tracker run', async () => {
    const page = await slowTab();
    const visit = page.waitForResponse((answer) => answer.url().endsWith('/v0/visits'));
    await page.goto(`${address}/retail?utm_source=mail`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toEqual(retailSeen());
    expect(await page.evaluate(isVisible)).toBe(true);
    expect((await visit).status()).toBe(202);
    await page.goto(`${address}/for/zoe`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toMatchObject(zoeSeen);
    await page.close();
  });

  test('shows the words where the page itself ends all animations, for those who want no motion', async () => {
    const page = await slowTab();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${address}/for/calm`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toMatchObject({ hero: words.retail.hero, first: words.retail.hero });
    expect((await look(page)).tag).toEqual([
      made.pageId,
      made.retail.audienceId,
      made.retail.latestVersion.versionId,
    ]);
    expect(await page.evaluate(isVisible)).toBe(true);
    await page.close();
  });

  test('fills what comes later, each element when it is whole', async () => {
    const page = await slowTab();
    await page.goto(`${address}/for/slow`, { waitUntil: 'commit' });
    await page.waitForFunction("document.querySelector('script[data-page]')");
    const stories = "document.querySelector('[data-footfall=story]')?.innerHTML";
    expect(await page.evaluate(stories)).toBe('Own');
    expect(await page.evaluate("document.querySelector('h1').textContent")).toBe(words.retail.hero);
    go?.();
    await page.waitForFunction("document.readyState === 'complete'");
    expect(await page.evaluate(stories)).toBe('First<br>second');
    expect((await look(page)).proofs).toEqual(words.retail.proofs);
    await page.close();
  });

  test('shows a draft to whoever waits for it, and measures nothing', async () => {
    const token = await makePreview(server, made, 'Another draft');
    const seen = await newTab(browser);
    await seen.goto(`${address}/retail?footfall_preview=${token}`);
    await seen.waitForFunction("document.querySelector('h1').textContent === 'Another draft'");
    expect(await look(seen)).toMatchObject({ robots: 'noindex' });
    expect((await look(seen)).tag).toBeUndefined();
    await seen.close();
  });

  test('shows words that come later than 300 ms not at all, and counts the page without its audience', async () => {
    const page = await newTab(browser);
    await page.route('**/v0/page_links/resolve?**', async (route) => {
      await page.waitForFunction(isVisible);
      await route.continue();
    });
    await page.goto(`${address}/retail`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toMatchObject({ title: 'Acme', hero: "Acme's own headline", shift: 0 });
    expect((await look(page)).tag).toEqual([made.pageId, undefined, undefined]);
    await page.close();
  });

  test('shows each visitor their version of a test, by the id in the tag', async () => {
    const { experimentId } = await makeTest(server, made, '/tested');
    const page = await slowTab();
    const seen = new Set<number>();
    for (const visitor of ['visitor-0', 'visitor-1', 'visitor-2', 'visitor-1', 'zoë & co']) {
      const value = encodeURIComponent(visitor);
      await page.context().addCookies([{ name: 'acme_id', value, url: address }]);
      const { arm, unit } = placeOf(experimentId, value, [1, 1]);
      await page.goto(`${address}/tested`);
      await page.waitForFunction("document.querySelector('script[data-page]')");
      expect(await look(page)).toMatchObject({ title: wordsOfArm(arm), hero: wordsOfArm(arm) });
      const tag = "({ ...document.querySelector('script[data-page]').dataset })";
      expect(await page.evaluate(tag)).toMatchObject({ experiment: experimentId, unit });
      seen.add(arm);
    }
    expect(seen.size).toBe(2);
    // Of whom there is no id, or none that can be one, a version is drawn.
    for (const value of ['', 'x'.repeat(201)]) {
      await page.context().addCookies([{ name: 'acme_id', value, url: address }]);
      await page.goto(`${address}/tested`);
      await page.waitForFunction("document.querySelector('script[data-page]')");
      const { experiment, unit } = await page.evaluate<Record<string, string>>(
        "({ ...document.querySelector('script[data-page]').dataset })",
      );
      expect([experiment, unit]).toEqual([experimentId, undefined]);
      expect([0, 1].map(wordsOfArm)).toContain((await look(page)).hero);
    }
    await page.close();
  });

  test.each(['hangs', 'off'] as const)(
    'hides the page for 300 ms at most when the service %s',
    async (state) => {
      await way.set(state);
      const page = await slowTab();
      await page.goto(`${address}/retail`, { waitUntil: 'commit' });
      await page.waitForFunction("document.querySelector('ul')");
      // Of a service that is off, the file of the script itself is missing.
      expect(await page.evaluate(isVisible)).toBe(false);
      const [{ hidden }] = await page.evaluate<[{ hidden: number }]>(
        'document.documentElement.getAnimations().map(({ effect }) => ({ hidden: effect.getComputedTiming().endTime }))',
      );
      expect(hidden).toBe(300);
      await page.close();
      const seen = await newTab(browser);
      await seen.goto(`${address}/retail`, { waitUntil: 'commit' });
      await seen.waitForFunction(`document.querySelector('ul') && ${isVisible}`);
      expect(await look(seen)).toMatchObject({ hero: "Acme's own headline", shift: 0 });
      await seen.close();
      await way.set('on');
    },
  );
});
