import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseArm, createFootfall, resolvePageLink } from '#footfall/client';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { migratedStateDir } from '../migrated.ts';
import { call, cleanUp, freePort, root, type Server, startServer } from '../processes.ts';
import { type Made, makeContent, makeTest, site, type Way, wayTo, wordsOfArm } from '../websites/service.ts';

// The kit in Node with a real service, in which a test runs: who gets which version, and for how long.

let server: Server;
let made: Made;
let way: Way;
let running: Experiment;
let kit: typeof import('../../../packages/website/src/index.ts');

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = await startServer(migratedStateDir());
  [made, way] = [await makeContent(server), await wayTo(server)];
  running = await makeTest(server, made, '/tested', [1, 3]);
});
afterAll(() => {
  vi.useRealTimers();
  way?.stop();
  cleanUp();
});

/** A process that has just started: answers are kept in the module. */
const restart = async () => {
  vi.resetModules();
  kit = await import('../../../packages/website/src/index.ts');
};
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await restart();
});
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const visitors = Array.from({ length: 400 }, (_, place) => `visitor-${place}@acme.example`);
const env = () => ({ FOOTFALL_URL: way.address, FOOTFALL_KEY: made.key });
const open = (visitor?: string) =>
  kit.wordsOf(`${site}/tested`, {
    env: env(),
    visitor,
    fallback: { fields: { hero: 'Own' } },
    deadline: 10_000,
  });

/** The numbers of the arms that all visitors get, of which each has one version as a whole. */
async function armsOf(from: 'live' | 'stale', given: readonly (string | undefined)[] = visitors) {
  const arms: number[] = [];
  for (const visitor of given) {
    const words = await open(visitor);
    const arm = running.arms.findIndex(({ versionId }) => versionId === words.versionId);
    const title = wordsOfArm(arm);
    expect(words).toMatchObject({
      from,
      title,
      fields: { hero: title },
      headers: { 'cache-control': 'private, no-store' },
      tag: { 'data-version': words.versionId, 'data-experiment': running.experimentId },
    });
    arms.push(arm);
  }
  return arms;
}

/** Of 400 visitors 300 are expected in the second arm. That it is further away has a chance of one in a billion. */
const isFair = (arms: number[]) =>
  expect(Math.abs(arms.filter((arm) => arm === 1).length - 300)).toBeLessThan(55);

describe('400 visitors of a test with weights 1 and 3', () => {
  test('have one version each: again, a minute later, in a new process, and while the service is stopped', async () => {
    const first = await armsOf('live');
    isFair(first);
    expect(first).toEqual(visitors.map((visitor) => placeOf(running.experimentId, visitor, [1, 3]).arm));
    expect(await armsOf('live')).toEqual(first);
    later(61);
    expect(await armsOf('live')).toEqual(first);
    await restart();
    expect(await armsOf('live')).toEqual(first);
    later(61);
    await way.set('off');
    expect(await armsOf('stale')).toEqual(first);
    await way.set('on');
  });

  test('who are not known have versions by their weights', async () => {
    isFair(
      await armsOf(
        'live',
        visitors.map(() => undefined),
      ),
    );
  });

  test('have the version that the service answers for them, and the client chooses', async () => {
    const client = createFootfall({ baseUrl: server.address, key: made.key });
    const query = { url: `${site}/tested` };
    const { data: drawn, response } = await resolvePageLink({ client, query });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    for (const visitor of visitors.slice(0, 40)) {
      const { data } = await resolvePageLink({ client, query: { ...query, visitor } });
      expect(await chooseArm(drawn, visitor)).toEqual(data);
      const { versionId, content, experiment } = await open(visitor);
      expect([versionId, content, experiment?.unit]).toEqual([
        data.versionId,
        data.content,
        data.experiment?.unit,
      ]);
    }
  });

  test('have one version as a whole from a website without a kit, which keeps none for others', async () => {
    const document = readFileSync(path.join(root, 'docs/developers/website.md'), 'utf8');
    const [, code = ''] = /```js\n(import [^`]*?const \{ API, KEY, SITE \}.*?)```/s.exec(document) ?? [];
    const port = await freePort();
    const child = spawn(process.execPath, ['--input-type=module', '-e', code.replace('3000', `${port}`)], {
      env: { ...process.env, API: `${server.address}/v0`, KEY: made.key, SITE: site },
      stdio: 'ignore',
    });
    const opened = () => fetch(`http://127.0.0.1:${port}/tested`);
    await expect.poll(() => opened().then(({ status }) => status, String)).toBe(200);
    const seen = new Set<string | undefined>();
    for (let n = 0; n < 60; n++) {
      const answer = await opened();
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const [, title, hero] = /<title>(.*?)<.*<h1>(.*?)</s.exec(await answer.text()) ?? [];
      expect(hero).toBe(title);
      seen.add(title);
    }
    child.kill();
    expect([...seen].toSorted()).toEqual([wordsOfArm(0), wordsOfArm(1)]);
  });

  test('have the live version within a minute after it ends, and caches may keep the page', async () => {
    await armsOf('live', visitors.slice(0, 20));
    const stopped = await call(server, 'POST', `/v0/experiments/${running.experimentId}/stop`, {});
    expect(stopped.status).toBe(200);
    await armsOf('live', visitors.slice(0, 20));
    later(61);
    for (const visitor of visitors.slice(0, 20)) {
      const { fields, experiment, headers, tag } = await open(visitor);
      expect([fields.hero, experiment, headers]).toEqual([wordsOfArm(0), null, {}]);
      expect(tag).not.toHaveProperty('data-experiment');
    }
  });
});
