import { createServer, type Server as HttpServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseArm } from '../../../packages/client/src/choose-arm.ts';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import type { PageLinkResolution } from '../../../src/visits/page-links/resolve-schemas.ts';
import type { AudienceSession } from '../../../src/visits/sessions/schemas.ts';
import { seed } from '../../turns.ts';
import { call, freePort } from '../processes.ts';
import { makeTest } from './service.ts';
import { browser, chromium, made, prepareWebsites, server, way } from './setup.ts';

prepareWebsites();

/** How many visitors come: each starts a page in a browser. */
const many = seed === 'all' ? 400 : 40;
const tabsCount = 8;

/** A visit: by whom, whether they convert, and whether a cache in between has the page of somebody else for them. */
interface Planned {
  number: number;
  visitor: string;
  converts: boolean;
  isCached: boolean;
}
/** What the browser showed in a visit. */
interface Shown extends Planned {
  hero: string;
  version: string;
  unit: string;
}

/** Every third visitor returns, and some of all visits come while a cache serves one page to everyone. */
function planned(): Planned[] {
  const first = Array.from({ length: many }, (_, n) => `visitor ${n}`);
  const returning = first.filter((_, n) => n % 3 === 0);
  return [...first, ...returning].map((visitor, number, all) => ({
    number,
    visitor,
    converts: number % 4 === 1,
    isCached: number > all.length * 0.4 && number < all.length * 0.5,
  }));
}

describe.skipIf(!chromium)('visitors of a test in a browser', () => {
  let host: HttpServer;
  let address = '';
  let running: Experiment;

  beforeAll(async () => {
    running = await makeTest(server, made, '/tested');
    const scopes = ['resolve', 'collect'];
    const { key } = (await call<{ key: string }>(server, 'POST', '/v0/api_keys', { name: 'tested', scopes }))
      .body;
    // The website keeps one answer with all versions, and chooses by itself.
    const { body: answer } = await call<PageLinkResolution>(
      server,
      'GET',
      '/v0/page_links/resolve?path=/tested',
    );
    let cached: Promise<string> | undefined;
    const pageFor = async (visitor: string) => {
      const { pageId, audienceId, versionId, content, experiment } = (await chooseArm(
        answer as never,
        visitor,
      )) as PageLinkResolution;
      const data = Object.entries({
        key,
        page: pageId,
        audience: audienceId,
        version: versionId,
        experiment: experiment?.experimentId,
        unit: experiment?.unit,
      });
      return `<!doctype html><title>Tested</title><h1>${content.fields.hero}</h1><button data-footfall-conversion>Buy</button>
        <script async src="${way.address}/visit.js" ${data.map(([name, value]) => `data-${name}="${value}"`).join(' ')}></script>`;
    };
    host = createServer(async (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://site');
      const visitor = searchParams.get('visitor');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (visitor === null) return void response.end('<link rel="icon" href="data:,">');
      if (searchParams.has('cached')) cached ??= pageFor(visitor);
      response.end(await (searchParams.has('cached') ? cached : pageFor(visitor)));
    });
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve));
    await call(server, 'POST', '/v0/websites', { origin: address });
  });
  afterAll(() => {
    host?.close();
  });

  async function visit(page: Page, plan: Planned): Promise<Shown> {
    const query = new URLSearchParams({ visitor: plan.visitor, utm_content: `visit-${plan.number}` });
    if (plan.isCached) query.set('cached', '');
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/v0/visits'));
    await page.goto(`${address}/?${query}`);
    if (plan.converts) await page.click('button');
    const shown = await page.evaluate<[string, string, string]>(
      `(({ version, unit }) => [document.querySelector('h1').textContent, version, unit])(document.querySelector('script[data-key]').dataset)`,
    );
    const [hero, version, unit] = shown;
    // Who leaves within half a second was not there.
    await sent;
    // What is left to send goes when the page is left.
    await page.goto('about:blank');
    return { ...plan, hero, version, unit };
  }

  /** All visits, in several tabs at once. */
  async function visitAll(plans: Planned[]): Promise<Shown[]> {
    const context = await browser.newContext({
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    });
    // Each is a visit of its own.
    await context.addInitScript(`if (location.protocol === 'http:') sessionStorage.clear()`);
    const waiting = [...plans];
    const tabs = Array.from({ length: tabsCount }, async () => {
      const page = await context.newPage();
      const seen: Shown[] = [];
      for (let next = waiting.shift(); next; next = waiting.shift()) seen.push(await visit(page, next));
      return seen;
    });
    const all = (await Promise.all(tabs)).flat();
    await context.close();
    return all;
  }

  async function sessions(): Promise<AudienceSession[]> {
    const found: AudienceSession[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/v0/pages/${made.pageId}/audience_sessions?audienceId=${running.audienceId}&limit=100${cursor && `&cursor=${cursor}`}`;
      const { body } = await call<{ items: AudienceSession[]; nextCursor: string | null }>(
        server,
        'GET',
        path,
      );
      found.push(...body.items);
      cursor = body.nextCursor;
    }
    return found;
  }

  test('get one version each, and the figures are a scan of what they saw', {
    timeout: 600_000,
  }, async () => {
    const shown = await visitAll(planned());
    const own = shown.filter(({ isCached }) => !isCached);
    const versions = running.arms.map(({ versionId }) => versionId);
    for (const { visitor, version, unit, hero } of own) {
      const place = placeOf(running.experimentId, visitor, [1, 1]);
      expect([visitor, version, unit, hero]).toEqual([
        visitor,
        versions[place.arm],
        place.unit,
        `Words of arm ${place.arm}`,
      ]);
    }
    const cached = new Set(shown.filter(({ isCached }) => isCached).map(({ unit }) => unit));
    expect(cached.size).toBe(1);

    // Of an even split, a share is further away once in 100,000 runs.
    const visitors = new Map(own.map(({ visitor, version }) => [visitor, versions.indexOf(version)]));
    const share = [...visitors.values()].filter((arm) => arm === 1).length / visitors.size;
    expect(Math.abs(share - 0.5)).toBeLessThan(4.5 * Math.sqrt(0.25 / visitors.size));

    await expect
      .poll(async () => (await sessions()).length, { timeout: 60_000, interval: 500 })
      .toBe(shown.length);
    const units = Map.groupBy(shown, ({ unit }) => unit);
    const counts = versions.map((version) => {
      const ofArm = [...units.values()].filter(([first]) => first?.version === version);
      const conversions = ofArm.filter((visits) => visits.some(({ converts }) => converts)).length;
      return { visitors: ofArm.length, conversions };
    });
    const figures = async () => {
      const { body } = await call<Experiment>(server, 'GET', `/v0/experiments/${running.experimentId}`);
      return body.arms.map((arm) => ({ visitors: arm.visitors, conversions: arm.conversions }));
    };
    await expect.poll(figures, { timeout: 60_000, interval: 500 }).toEqual(counts);
    const { body } = await call<Experiment>(server, 'GET', `/v0/experiments/${running.experimentId}`);
    expect(body).toMatchObject({ otherVisits: 0, visitorsBy: 'visitor', isLimited: false });

    const stored = new Map((await sessions()).map((session) => [session.utmContent, session]));
    for (const { number, version, converts } of shown)
      expect([number, stored.get(`visit-${number}`)]).toEqual([
        number,
        expect.objectContaining({ versionId: version, hasConversion: converts }),
      ]);
  });
});
