import { patch, read } from '../../support/audiences.ts';
import { actOnTest, contextOf, withTest } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { actOn, publish, readVersion } from '../../support/versions.ts';

test('after somebody stops a test, the audience is as it was', async () => {
  const { of, test: made, live, other } = await withTest();
  expect(await ok(actOnTest(made, 'stop'))).toMatchObject({ status: 'ended', endReason: 'stopped' });
  expect((await read(of)).publishedVersion?.versionId).toBe(live.versionId);
  expect(await readVersion(of, other)).toMatchObject({
    status: 'draft',
    allowedActions: ['publish', 'cancel'],
  });
});

test('versions of a test that has ended are published and cancelled as before, and keep their words', async () => {
  const { of, test: made, other } = await withTest();
  await ok(actOnTest(made, 'stop'));
  await ok(patch(of, { supplementaryContext: 'third' }));
  await ok(actOn(of, other, 'cancel'));
  expect(await contextOf(of, other)).toBe('second');
  await publish(of, other);
  expect((await read(of)).liveContent?.supplementaryContext).toBe('second');
});
