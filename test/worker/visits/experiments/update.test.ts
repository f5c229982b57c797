import { patch } from '../../support/audiences.ts';
import { actOnTest, bodyFor, change, create, remove } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { withDraft } from '../../support/versions.ts';

test('a test changes until it starts, and then only in its name', async () => {
  const of = await withDraft();
  const made = await ok(create(bodyFor(of)));
  const changed = await ok(
    change(made, { goal: 'actionClick', name: 'Button', endsAt: '2099-01-01T00:00:00Z' }),
  );
  expect(changed).toMatchObject({
    goal: 'actionClick',
    name: 'Button',
    endsAt: '2099-01-01T00:00:00.000Z',
  });
  expect(await ok(change(made, { endsAt: null }))).toMatchObject({ endsAt: null });
  await ok(actOnTest(made, 'start'));
  for (const body of [
    { goal: 'conversion' },
    { arms: [of.latestVersion].map(({ versionId }) => ({ versionId })) },
    { endsAt: null },
  ]) {
    const refused = await change(made, body);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'experiment_running' }]);
  }
  expect(await ok(change(made, { name: 'Still' }))).toMatchObject({ name: 'Still', goal: 'actionClick' });
});

test('a change of a deleted test freezes no words: its draft can be edited', async () => {
  const of = await withDraft();
  const made = await ok(create(bodyFor(of)));
  await ok(remove(made));
  expect(await change(made, { name: 'Late' })).toMatchObject({ status: 404 });
  const { latestVersion } = await ok(patch(of, { supplementaryContext: 'again' }));
  expect(latestVersion.versionId).toBe(of.latestVersion.versionId);
});
