import { env } from 'cloudflare:workers';
import { dayMs, hourMs } from '../../../../src/lib/durations.ts';
import { armAt, placeOf } from '../../../../src/visits/experiments/unit.ts';
import type {
  PageLinkResolution,
  ResolveBatchResult,
} from '../../../../src/visits/page-links/resolve-schemas.ts';
import { armVectors } from '../../../arms.ts';
import { act, patch, pathOf } from '../../support/audiences.ts';
import { mintKey, send } from '../../support/client.ts';
import { actOnTest, withDrafts, withTest } from '../../support/experiments.ts';
import { silent } from '../../support/faults.ts';
import { illDatabase } from '../../support/ill-database.ts';
import { newLink } from '../../support/page-links.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { start } from '../../support/versions.ts';

const resolve = (path: string, more: Record<string, string> = {}, options = {}) =>
  send<PageLinkResolution>(
    'GET',
    `/v0/page_links/resolve?${new URLSearchParams({ path, ...more })}`,
    undefined,
    options,
  );

async function withLink(fields: object = {}) {
  const of = await withTest(fields);
  const { audienceId } = of.of;
  const { path } = await newLink({ target: { targetType: 'audience', audienceId } });
  return { ...of, path };
}
const contexts = ['first', 'second'];
const visitors = Array.from({ length: 40 }, (_, n) => `visitor ${n}`);

describe('a visitor of a running test', () => {
  test('gets the version of their arm, always the same, and keeps it', async () => {
    const { test: running, path } = await withLink();
    const arms = new Set<number>();
    for (const visitor of visitors) {
      const { arm, unit } = placeOf(running.experimentId, visitor, [1, 1]);
      const { body, headers, cost } = await resolve(path, { visitor });
      expect(body).toMatchObject({
        versionId: running.arms[arm]?.versionId,
        versionNumber: arm + 1,
        experiment: { experimentId: running.experimentId, unit, arms: null },
        content: { supplementaryContext: contexts[arm] },
      });
      expect(headers.get('cache-control')).toContain('max-age=60');
      expect(cost.trips).toBe(1);
      const again = await resolve(
        path,
        { visitor },
        { headers: { 'If-None-Match': headers.get('etag') ?? '' } },
      );
      expect(again.status).toBe(304);
      arms.add(arm);
    }
    expect(arms.size).toBe(2);
  });

  test('has another entity tag in another arm', async () => {
    const { path } = await withLink();
    const tags = await Promise.all(
      visitors.map(async (visitor) => (await resolve(path, { visitor })).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(2);
  });

  test('gets any version without a name of theirs, with all of them, and nothing is kept', async () => {
    const { test: running, path } = await withLink();
    const seen = new Set<string | null>();
    for (let n = 0; n < 30; n++) {
      const { body, headers } = await resolve(path);
      seen.add(body.versionId);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('etag')).toBeNull();
      expect(body.experiment).toMatchObject({
        experimentId: running.experimentId,
        unit: null,
        arms: running.arms.map(({ versionId }, arm) => ({
          versionId,
          weight: 1,
          content: { supplementaryContext: contexts[arm] },
        })),
      });
      const own = body.experiment?.arms?.find(({ versionId }) => versionId === body.versionId);
      expect(body.content).toEqual(own?.content);
    }
    expect(seen.size).toBe(2);
  });

  test('gets no notes with a key for words', async () => {
    const { path } = await withLink();
    const { body } = await resolve(path, {}, { key: await mintKey(['resolve']) });
    expect(body.experiment?.arms).toHaveLength(2);
    expect(JSON.stringify(body)).not.toMatch(/supplementaryContext|actionFormInstructions|versionNumber/);
  });

  test('is in a batch too', async () => {
    const { test: running, path } = await withLink();
    const body = { paths: [path, '/nobody'], visitor: 'visitor 1' };
    const { results } = await ok(send<ResolveBatchResult>('POST', '/v0/page_links/resolve', body));
    const { arm, unit } = placeOf(running.experimentId, 'visitor 1', [1, 1]);
    expect(results).toMatchObject([
      { resolution: { versionId: running.arms[arm]?.versionId, experiment: { unit } } },
      { status: 404 },
    ]);
  });

  test('has a name of 1 to 200 characters', async () => {
    const { path } = await withLink();
    expect(await resolve(path, { visitor: 'x'.repeat(200) })).toMatchObject({ status: 200 });
    expect(await resolve(path, { visitor: 'x'.repeat(201) })).toMatchObject({ status: 400 });
    expect((await resolve(path, { visitor: '' })).body.experiment?.unit).toBeNull();
    const inBatch = send('POST', '/v0/page_links/resolve', { paths: [path], visitor: '' });
    expect(await inBatch).toMatchObject({ status: 400 });
  });
});

describe('no test is shown', () => {
  afterEach(() => vi.useRealTimers());
  const shown = async (path: string) => {
    const { body, headers } = await resolve(path, { visitor: 'x' });
    expect(headers.get('etag')).not.toBeNull();
    return body.experiment && body.content.supplementaryContext;
  };

  test('before it starts, and once it has ended', async () => {
    const { of, test: draft } = await withDrafts(1);
    const { path } = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
    expect(await shown(path)).toBeNull();
    await ok(actOnTest(draft, 'start'));
    expect(await shown(path)).not.toBeNull();
    await ok(patch(of, { supplementaryContext: 'third' }));
    expect(contexts).toContain(await shown(path));
    await ok(actOnTest(draft, 'stop'));
    expect(await shown(path)).toBeNull();
  });

  test('after its end, also before the cron has ended it', async () => {
    setClock(start);
    const { path } = await withLink({ endsAt: new Date(start + hourMs).toISOString() });
    expect(await shown(path)).not.toBeNull();
    vi.setSystemTime(start + hourMs);
    expect(await shown(path)).toBeNull();
    vi.setSystemTime(start + dayMs);
    expect(await shown(path)).toBeNull();
  });

  test.each([
    [
      'without a version',
      "update experiments set arms = json_set(arms, '$[1].versionId', 'version_x') where audience_id = ?",
    ],
    ['whose version has no words', 'update audience_versions set frozen = null where audience_id = ?'],
  ])('%s: all visitors get the live version', async (_what, damage) => {
    const { of, path } = await withLink();
    await env.DB.prepare(damage).bind(of.audienceId).run();
    const { status, body } = await resolve(path, { visitor: 'x' });
    expect([status, body]).toMatchObject([
      200,
      { experiment: null, content: { supplementaryContext: 'first' } },
    ]);
  });

  test('in a preview, which shows the next draft', async () => {
    const { of, path } = await withLink();
    await ok(patch(of, { supplementaryContext: 'third' }));
    const { token } = await ok(send<{ token: string }>('POST', `${pathOf(of)}/preview`, {}));
    expect((await resolve(path, { preview: token, visitor: 'x' })).body).toMatchObject({
      experiment: null,
      content: { supplementaryContext: 'third' },
      preview: { status: 'shown' },
    });
  });

  test('of an audience that is archived', async () => {
    const { of, path } = await withLink();
    await ok(act(of, 'archive'));
    expect((await resolve(path)).body).toMatchObject({ source: 'page', experiment: null });
  });
});

test('a copy has all versions of a test, and each visitor gets theirs while D1 does not answer', async () => {
  const { test: running, path } = await withLink();
  const key = await mintKey(['read']);
  let isAway = false;
  const { database } = illDatabase(() => (isAway ? 'fails' : 'well'));
  const options = { key, bindings: { COPIES: env.COPIES_OF_TESTS, DB: database } };
  await resolve(path, {}, options);
  isAway = true;
  const { result } = await silent(() =>
    Promise.all(visitors.slice(0, 8).map((visitor) => resolve(path, { visitor }, options))),
  );
  for (const [n, { status, body, headers }] of result.entries()) {
    const { arm, unit } = placeOf(running.experimentId, visitors[n] ?? '', [1, 1]);
    expect([status, headers.get('footfall-copy')]).toEqual([200, '1']);
    expect(body).toMatchObject({ versionId: running.arms[arm]?.versionId, experiment: { unit } });
  }
});

test('tests of two audiences choose apart from each other', async () => {
  const [first, second] = [await withLink(), await withLink()];
  const armOf = async ({ path }: typeof first, visitor: string) =>
    (await resolve(path, { visitor })).body.versionNumber;
  const pairs = await Promise.all(
    visitors.map(async (visitor) => `${await armOf(first, visitor)} ${await armOf(second, visitor)}`),
  );
  expect(new Set(pairs).size).toBe(4);
});

describe('the arm of a visitor', () => {
  test.each(armVectors)('of %s and %s with weights %j', (experimentId, visitor, weights, arm, unit) => {
    expect(placeOf(experimentId, visitor, weights)).toEqual({ arm, unit });
  });

  test('follows the weights', () => {
    const shares = [0, 0.1999, 0.2, 0.59, 0.6, 0.9999];
    expect(shares.map((share) => armAt(share, [1, 2, 2]))).toEqual([0, 0, 1, 1, 2, 2]);
    const counts = [0, 0, 0];
    for (let n = 0; n < 20_000; n++) {
      const { arm } = placeOf('experiment_x', `visitor ${n}`, [1, 2, 7]);
      counts[arm] = (counts[arm] ?? 0) + 1;
    }
    expect(counts.map((count) => Math.round(count / 200))).toEqual([10, 20, 70]);
  });
});
