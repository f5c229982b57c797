import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { convertV4MiniflareOptions, Miniflare, type Request, Response } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTracker } from '../../scripts/build/tracker.ts';
import type { Bindings } from '../../src/config/bindings.ts';
import { fromFirstParty } from '../../src/http/middleware/first-party.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { root } from './processes.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const document = readFileSync(path.join(root, 'docs/developers/tracker.md'), 'utf8');

/** The example in a language that follows this text in docs/developers/tracker.md. */
function example(after: string, language: string): string {
  const [, text] = document.slice(document.indexOf(after)).split(`\`\`\`${language}\n`);
  return text?.split('```')[0] ?? '';
}

const chromium = findChromium();
const nginx = '/usr/sbin/nginx';
const page = 'page_first_party';
let script: string;
let recorder: Recorder;

beforeAll(async () => {
  script = await buildTracker();
  const tag = example('## First party', 'html').replace('page_…', page).replace('ff_main_…', 'ff_main_test');
  recorder = await startRecorder(script, () => `<!doctype html><title>Acme</title>${tag}`);
});
afterAll(() => recorder.stop());

const visit = (pageId: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-api-key': 'ff_main_test',
    origin: 'https://www.acme.example',
    'cf-connecting-ip': '203.0.113.7',
  },
  body: JSON.stringify({
    analyticsSessionId: 'session-of-first-party',
    pageId,
    elapsedMs: 0,
    activeMs: 0,
    engagedMs: 0,
    maxScrollDepthPercentage: 0,
    clicksCount: 0,
    questionsAskedCount: 0,
    hasConversion: false,
  }),
});

test('the route, FIRST_PARTY_PATH and the script tag name the same paths', () => {
  const settings = example('## First party', 'toml');
  const [, route = ''] = /pattern = "(.*)\*"/.exec(settings) ?? [];
  const [, folder = ''] = /FIRST_PARTY_PATH = "(.*)"/.exec(settings) ?? [];
  const [, src = '', collector = ''] =
    /src="(.*?)" data-collector="(.*?)"/.exec(example('## First party', 'html')) ?? [];
  const scriptUrl = new URL(src, 'https://www.acme.example');
  const bindings = { FIRST_PARTY_PATH: folder } as Bindings;
  const servedAt = (url: URL) => fromFirstParty(new globalThis.Request(url), bindings).url;
  expect(servedAt(scriptUrl)).toBe('https://www.acme.example/visit.js');
  expect(servedAt(new URL(collector, scriptUrl))).toBe('https://www.acme.example/v0/visits');
  expect(scriptUrl.href).toContain(route);
});

test('the Worker passes script, visits and the address of the visitor', async () => {
  const asked: { url: string; address: string | null; origin: string | null }[] = [];
  const footfall = async (request: Request) => {
    const { headers, method, url } = request;
    asked.push({ url, address: headers.get('cf-connecting-ip'), origin: headers.get('origin') });
    const passed = Object.fromEntries([...headers].filter(([name]) => /^(content-type|x-)/.test(name)));
    const answer = await fetch(recorder.collector + new URL(url).pathname, {
      method,
      headers: passed,
      ...(method === 'POST' ? { body: await request.text() } : {}),
    });
    return new Response(await answer.text(), { status: answer.status });
  };
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: example('**With a Worker**', 'js'),
      compatibilityDate: '2026-11-01',
      serviceBindings: { FOOTFALL: footfall },
      cf: false,
    }),
  );
  try {
    const get = await worker.dispatchFetch('https://www.acme.example/hello/a.js');
    expect(await get.text()).toBe(script);
    const post = await worker.dispatchFetch('https://www.acme.example/hello/a', visit('page_worker'));
    expect(post.status).toBe(202);
    expect(recorder.of('page_worker')).toHaveLength(1);
    expect(asked[1]).toEqual({
      url: 'https://www.acme.example/v0/visits',
      address: '203.0.113.7',
      origin: 'https://www.acme.example',
    });
    for (const other of ['/hello/b', '/hello/a/', '/v0/persons', '/hello/constructor'])
      expect((await worker.dispatchFetch(`https://www.acme.example${other}`)).status).toBe(404);
    expect(asked).toHaveLength(2);
    expect(recorder.faults.splice(0)).toEqual([]);
  } finally {
    await worker.dispose();
  }
});

describe.skipIf(!existsSync(nginx) || !chromium)('nginx', () => {
  let server: ChildProcess;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'footfall-nginx-'));
    mkdirSync(path.join(folder, 'logs'));
    port = await getPort();
    const locations = example('**With nginx**', 'nginx').replaceAll(
      'https://footfall.your-company.example',
      recorder.collector,
    );
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
      events {}
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        server {
          listen 127.0.0.1:${port};
          ${locations}
          location / { proxy_pass ${recorder.site}; }
        }
      }`,
    );
    server = spawn(nginx, ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
  });
  afterAll(() => {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('passes script and visits of a page under the same origin', async () => {
    const get = () => fetch(`http://127.0.0.1:${port}/hello/a.js`);
    await expect.poll(() => get().then((answer) => answer.text(), String)).toBe(script);
    const browser = await launchBrowser(chromium ?? '');
    const tab = await browser.newPage();
    const hosts = new Set<string>();
    tab.on('request', (request) => hosts.add(new URL(request.url()).host));
    const sent = tab.waitForResponse((response) => response.request().method() === 'POST');
    await tab.goto(`http://127.0.0.1:${port}/?utm_source=news`);
    const answer = await sent;
    expect([answer.status(), answer.url()]).toEqual([202, `http://127.0.0.1:${port}/hello/a`]);
    expect(recorder.of(page)).toEqual([expect.objectContaining({ utmSource: 'news', pageTitle: 'Acme' })]);
    expect([...hosts]).toEqual([`127.0.0.1:${port}`]);
    // Cookies of the website are not passed.
    expect(recorder.faults.splice(0)).toEqual([]);
    await browser.close();
  });
});
