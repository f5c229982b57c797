import { hourMs } from '../../../../src/lib/durations.ts';
import { patch } from '../../support/audiences.ts';
import { actOnTest, bodyFor, create, listTests, withDrafts, withTest } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { actOn, publish, publishAt, withDraft } from '../../support/versions.ts';

test('a test starts at once if that is wanted, and then nothing else of the audience is published', async () => {
  const { of, test: running, other } = await withTest();
  expect(running).toMatchObject({ status: 'running', startedAt: expect.any(String) });
  const next = await ok(patch(of, { supplementaryContext: 'third' }));
  const refusals = await Promise.all([
    actOn(of, next.latestVersion, 'publish'),
    actOn(of, other, 'publish'),
    publishAt({ ...of, latestVersion: next.latestVersion }, new Date(Date.now() + hourMs).toISOString()),
    actOn(of, other, 'cancel'),
  ]);
  for (const { status, body } of refusals)
    expect([status, body]).toMatchObject([
      409,
      { code: 'experiment_running', conflictingId: running.experimentId },
    ]);
  // A version that is in no test may be cancelled.
  expect(await ok(actOn(of, next.latestVersion, 'cancel'))).toMatchObject({ status: 'cancelled' });
});

test('one test of an audience runs, whoever starts at the same time', async () => {
  const { of, test: first } = await withDrafts(1);
  const second = await ok(create(bodyFor(of)));
  const starts = await Promise.all([
    actOnTest(first, 'start'),
    actOnTest(second, 'start'),
    create(bodyFor(of, { start: true })),
  ]);
  expect(starts.map(({ status }) => (status < 300 ? 'ok' : status)).toSorted()).toEqual([409, 409, 'ok']);
  const { items } = await listTests('status=running&limit=100');
  expect(items.filter(({ audienceId }) => audienceId === of.audienceId)).toHaveLength(1);
  for (const { status, body } of starts)
    if (status === 409) expect(body).toMatchObject({ code: 'experiment_running' });
});

test('a test does not start while a version waits to be published', async () => {
  const of = await withDraft();
  const made = await ok(create(bodyFor(of)));
  await ok(publishAt(of, new Date(Date.now() + hourMs).toISOString()));
  const refused = await actOnTest(made, 'start');
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'experiment_impossible' }]);
});

test('a test does not start while a version that is not in it waits to be published', async () => {
  const of = await withDraft();
  const made = await ok(create(bodyFor(of)));
  const { latestVersion } = await ok(patch(of, { supplementaryContext: 'third' }));
  await ok(publishAt({ ...of, latestVersion }, new Date(Date.now() + hourMs).toISOString()));
  const refused = await actOnTest(made, 'start');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'experiment_impossible', field: 'audienceId' },
  ]);
});

test('a test does not start after another version went live', async () => {
  const of = await withDraft();
  const made = await ok(create(bodyFor(of)));
  const { latestVersion } = await ok(patch(of, { supplementaryContext: 'third' }));
  await publish(of, latestVersion);
  expect(await actOnTest(made, 'start')).toMatchObject({ status: 409 });
});
