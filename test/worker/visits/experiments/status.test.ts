import { actOnTest, change, withTest } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';

test('a test that has ended does not start again', async () => {
  const { test: made } = await withTest();
  await ok(actOnTest(made, 'stop'));
  const refused = await actOnTest(made, 'start');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'invalid_transition', currentStatus: 'ended' },
  ]);
  expect(await actOnTest(made, 'stop')).toMatchObject({ status: 409 });
  expect(await change(made, { goal: 'formSubmit' })).toMatchObject({ status: 409 });
});
