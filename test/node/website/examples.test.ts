import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { seed } from '../../turns.ts';
import { call, freePort, root } from '../processes.ts';
import { makePreview, makeTest, site, words } from '../websites/service.ts';
import {
  browser,
  chromium,
  made,
  prepareWebsites,
  retailSeen,
  server,
  way,
  zoeSeen,
} from '../websites/setup.ts';
import { holdsInTest } from '../websites/tested.ts';
import { see } from './seen.ts';

// The examples of the kit, with a real service, in a browser. npm run test:all installs them, as their pages say.

const run = promisify(execFile);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const names = ['node-http', 'express', 'hono-worker', 'next', 'astro'];
const sourcesOf = (name: string) =>
  globSync(`examples/${name}/**/*.{mjs,js,jsx,astro,toml}`, { cwd: root }).filter(
    (file) => !/node_modules|\/dist\/|\/\.\w+\//.test(file),
  );

describe.each(names)('examples/%s', (name) => {
  const document = read(`docs/developers/websites/${name}.md`);

  test('is the code of its page of the documents, and all of it', () => {
    const blocks = [...document.matchAll(/^```(\w+)\n(.*?)^```/gms)];
    const shown = blocks.flatMap(([, language, code = '']) => (language === 'sh' ? [] : [code]));
    const files = sourcesOf(name);
    expect(shown.toSorted()).toEqual(files.map(read).toSorted());
    for (const file of files) expect(document).toContain(`\`${path.relative(`examples/${name}`, file)}\``);
  });

  test('has at most ten lines of code, without markup, brackets and configuration', () => {
    const files = sourcesOf(name).filter((file) => !/toml$|config/.test(file));
    const lines = files.flatMap((file) => read(file).split('\n'));
    expect(lines.filter((line) => /\w/.test(line) && !/^\s*</.test(line)).length).toBeLessThanOrEqual(10);
  });

  test('has packages of npm’s public registry only, with their hashes', () => {
    const { packages } = JSON.parse(read(`examples/${name}/package-lock.json`)) as {
      packages: Record<string, { resolved?: string; integrity?: string; optional?: boolean }>;
    };
    const { '': _, 'node_modules/@footfall/website': own, ...others } = packages;
    expect(own?.resolved).toBe('file:footfall-website-1.0.0.tgz');
    const registry = 'https://registry.npmjs.org/';
    const elsewhere = Object.values(others).filter(
      ({ resolved = registry, integrity }) =>
        !resolved.startsWith(registry) || !integrity?.startsWith('sha512-'),
    );
    expect(elsewhere).toEqual([]);
  });
});

test('the overview of websites begins with the example of Node', () => {
  const [, code] = /```js\n(.*?)```/s.exec(read('docs/developers/website.md')) ?? [];
  expect(code).toBe(read('examples/node-http/website.mjs'));
});

prepareWebsites();
let tested: Experiment;
beforeAll(async () => {
  if (chromium) tested = await makeTest(server, made, '/tested', [1, 2]);
});
const folder = mkdtempSync(path.join(tmpdir(), 'footfall-examples-'));
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const settings = () => ({ FOOTFALL_URL: way.address, FOOTFALL_KEY: made.key, FOOTFALL_SITE: site });

/** A website that runs. */
interface Website {
  address: string;
  /** Moves its clock, in seconds. */
  later?: (seconds: number) => Promise<unknown>;
}

/** The code of an example with the visitor of a test, as its page of the documents says. */
function withVisitor(name: string, file: string): string {
  const document = read(`docs/developers/websites/${name}.md`);
  const said = /`(wordsOf\(.*visitor: .*?\))`(?:, with `(import .*?)`)?/.exec(document);
  const [, call = '', load] = said ?? [];
  expect(read(file)).toMatch(/wordsOf\(.*\{ fallback \}\)/);
  const code = read(file).replace(/wordsOf\(.*\{ fallback \}\)/, () => call);
  return load ? `${load};\n${code}` : code;
}

/** Bundles code, as a file of a folder, with the sources of the kit. */
async function bundle(code: string, outfile: string, banner = ''): Promise<string> {
  await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    banner: { js: banner },
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@footfall\/website\// }, (given) => ({
            path: path.join(root, 'packages/website/src', `${path.basename(given.path)}.ts`),
          })),
      },
    ],
  });
  return outfile;
}

/** Starts a program, and waits until it answers. */
async function start(
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Website & { child: ChildProcess }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  await call(server, 'POST', '/v0/websites', { origin: address });
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...settings(), PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: 'ignore',
  });
  stops.push(() => child.kill());
  await expect.poll(() => fetch(address).then(({ status }) => status, String)).toBe(200);
  return { address, child };
}

/** A clock that goes on by a signal. */
const clock = `const now = Date.now;
let passed = 0;
Date.now = () => now() + passed * 1000;
process.on('SIGUSR2', () => { passed += 61; });`;

async function nodeHttp(): Promise<Website> {
  const code = read('examples/node-http/website.mjs');
  const file = await bundle(code, path.join(folder, 'node-http.mjs'), clock);
  const { address, child } = await start([file], folder);
  return { address, later: async () => child.kill('SIGUSR2') };
}

/** The Worker in workerd, behind a server of the test: Miniflare has no address that a browser may open beside others. */
async function honoWorker(code = read('examples/hono-worker/src/index.js')): Promise<Website> {
  const file = await bundle(code, path.join(folder, 'hono.mjs'));
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: readFileSync(file, 'utf8'),
      compatibilityDate: '2025-11-01',
      bindings: settings(),
      port: await freePort(),
      host: '127.0.0.1',
      cf: false,
    }),
  );
  stops.push(() => worker.dispose());
  return { address: (await worker.ready).origin };
}

/** What every example must show in a test, with the visitor's id in a cookie. */
const holdsWithVisitor = ({ address }: Website) =>
  holdsInTest(tested, (visitor) =>
    fetch(`${address}/tested`, {
      headers: visitor === undefined ? {} : { cookie: `a=b; acme_id=${visitor}` },
    }),
  );

/** What every example must show. */
async function holds({ address, later }: Website): Promise<void> {
  const seen = (route: string) => see(browser, address + route);
  const heroAt = async (route: string) =>
    /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await fetch(address + route)).text())?.[1];

  // First words, without a shift of the layout.
  expect(await seen('/retail?utm_source=mail')).toEqual({ ...retailSeen(), errors: [] });
  expect(await seen('/for/zoe')).toMatchObject({ ...zoeSeen, shift: 0, errors: [] });
  expect(await seen('/nobody')).toMatchObject({
    title: 'Acme',
    hero: 'Our own words, for everyone',
    errors: [],
  });

  // A preview, which nothing keeps.
  const token = await makePreview(server, made, 'A draft');
  const draft = await fetch(`${address}/retail?footfall_preview=${token}`);
  expect(draft.headers.get('cache-control')).toMatch(/\bprivate\b.*\bno-store\b/);
  const preview = await seen(`/retail?footfall_preview=${token}`);
  expect(preview).toMatchObject({ hero: 'A draft', robots: 'noindex', errors: [] });
  expect(preview.tag).toBeUndefined();
  expect(await heroAt('/retail')).toBe(words.retail.hero);

  // While the service is stopped, and while it hangs.
  for (const state of ['off', 'hangs'] as const) {
    await way.set(state);
    await later?.(61);
    expect(await seen('/retail')).toMatchObject({
      hero: words.retail.hero,
      first: words.retail.hero,
      shift: 0,
    });
    expect(await heroAt(`/new-${state}`)).toBe('Our own words, for everyone');
  }
  await way.set('on');
  await later?.(61);
  await expect.poll(() => heroAt('/?new')).toBe(words.own.hero);
}

describe.skipIf(!chromium)('with a service, in a browser', () => {
  test('Node’s http', async () => {
    const website = await nodeHttp();
    await holds(website);
    // The script of its pages sends visits, with the same key.
    const page = await browser.newPage();
    const collected = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.goto(`${website.address}/retail`);
    const visit = await collected;
    expect(visit.status()).toBe(202);
    expect(visit.request().postDataJSON()).toMatchObject({
      pageId: made.pageId,
      audienceId: made.retail.audienceId,
      foundFields: 'hero,proofs',
    });
    await page.close();
  });

  test('Hono in a Worker', async () => {
    await holds(await honoWorker());
  });

  test('the examples show each visitor their version of a test, as their pages say', async () => {
    const code = withVisitor('node-http', 'examples/node-http/website.mjs');
    const file = await bundle(code, path.join(folder, 'node-tested.mjs'));
    await holdsWithVisitor(await start([file], folder));
    await holdsWithVisitor(await honoWorker(withVisitor('hono-worker', 'examples/hono-worker/src/index.js')));
  });

  test('a website sets a cookie of its own with the first page in a test, and no other', async () => {
    const [, lines = ''] =
      /### A cookie of your own\n.*?```js\n(.*?)```/s.exec(read('docs/developers/website.md')) ?? [];
    const example = read('examples/node-http/website.mjs');
    const code = example.replace(/ *const words = .*\n/, () => lines);
    expect(code).not.toBe(example);
    const { address } = await start([await bundle(code, path.join(folder, 'node-cookie.mjs'))], folder);
    const open = (route: string, cookie = '') => fetch(address + route, { headers: { cookie } });
    const unitIn = async (answer: Response) => /data-unit="([^"]*)"/.exec(await answer.text())?.[1];
    const { experimentId, arms } = tested;
    const first = await open('/tested');
    const [set = '', ...others] = first.headers.getSetCookie();
    expect(others).toEqual([]);
    const [cookie = '', id = ''] = /^acme_id=([^;]+)/.exec(set) ?? [];
    const { unit } = placeOf(
      experimentId,
      id,
      arms.map(({ weight }) => weight),
    );
    expect(await unitIn(first)).toBe(unit);
    const again = await open('/tested', `a=b; ${cookie}`);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(await unitIn(again)).toBe(unit);
    expect((await open('/retail')).headers.getSetCookie()).toEqual([]);
  });

  test('visitors who come together in a Worker share a question, also if its first one leaves', async () => {
    let asked = 0;
    const held = createServer((_, response) => {
      asked++;
      const content = { metadata: {}, fields: { hero: 'For all' } };
      setTimeout(() => response.end(JSON.stringify({ pageId: 'page_1', content })), 300);
    });
    await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
    stops.push(() => held.close());
    const shared = `import { wordsOf } from '@footfall/website/worker';
      const fetch = async (...given) => Response.json(await wordsOf(...given, { deadline: 600_000 }));
      export default { fetch };`;
    const file = await bundle(shared, path.join(folder, 'shared.mjs'));
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: readFileSync(file, 'utf8'),
        compatibilityDate: '2025-11-01',
        bindings: { ...settings(), FOOTFALL_URL: `http://127.0.0.1:${(held.address() as AddressInfo).port}` },
        cf: false,
      }),
    );
    stops.push(() => worker.dispose());
    const { origin } = await worker.ready;
    const leaves = new AbortController();
    const first = fetch(`${origin}/a`, { signal: leaves.signal }).catch(() => 'left');
    await expect.poll(() => asked).toBe(1);
    const others = Promise.all([1, 2, 3].map(() => fetch(`${origin}/a`).then((answer) => answer.json())));
    leaves.abort();
    expect(await first).toBe('left');
    for (const found of await others) expect(found).toMatchObject({ fields: { hero: 'For all' } });
    expect(asked).toBe(1);
  });
});

/** How an example is built and started, once it is installed. */
const installed: [name: string, build: string[] | undefined, start: string[]][] = [
  ['node-http', undefined, ['website.mjs']],
  ['express', undefined, ['website.mjs']],
  ['next', ['node_modules/next/dist/bin/next', 'build'], ['node_modules/next/dist/bin/next', 'start']],
  ['astro', ['node_modules/astro/bin/astro.mjs', 'build'], ['dist/server/entry.mjs']],
];

describe.skipIf(!chromium || seed !== 'all')('installed from its lock file in a folder of its own', () => {
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  beforeAll(() =>
    run('npm', ['pack', '--workspace', '@footfall/website', '--pack-destination', folder], { cwd: root }),
  );

  test.each(installed)('%s', async (name, builds, starts) => {
    const project = path.join(folder, name);
    mkdirSync(project);
    for (const file of [
      ...sourcesOf(name),
      ...['package.json', 'package-lock.json'].map((file) => `examples/${name}/${file}`),
    ])
      cpSync(path.join(root, file), path.join(folder, path.relative('examples', file)));
    cpSync(path.join(folder, 'footfall-website-1.0.0.tgz'), path.join(project, 'footfall-website-1.0.0.tgz'));
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: project });
    const env = { ...process.env, ...quiet };
    const begin = async () => {
      if (builds) await run(process.execPath, builds, { cwd: project, env });
      return start(starts, project, quiet);
    };
    const { child, ...website } = await begin();
    await holds(website);
    child.kill();
    const [file = ''] = sourcesOf(name).filter((one) => /wordsOf\(/.test(read(one)));
    writeFileSync(path.join(folder, path.relative('examples', file)), withVisitor(name, file));
    await holdsWithVisitor(await begin());
  });
});
