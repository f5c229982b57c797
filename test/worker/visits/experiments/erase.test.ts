import { env } from 'cloudflare:workers';
import { send } from '../../support/client.ts';
import { actOnTest, remove, visitTo, withTest } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { merge } from '../../support/visits.ts';

type Test = Awaited<ReturnType<typeof withTest>>;
const stop = async ({ test }: Test) => void (await ok(actOnTest(test, 'stop')));

test.each([
  ['that runs', async () => {}],
  ['that has ended', stop],
  [
    'that has ended and is deleted',
    async (of: Test) => {
      await stop(of);
      await ok(remove(of.test));
    },
  ],
])('an erased person leaves nothing in a test %s but the counts', async (_what, before) => {
  const of = await withTest({ goal: 'formSubmit' });
  const { experimentId } = of.test;
  const email = `${experimentId}@acme.example`;
  await merge(visitTo(of, 1, { formSubmit: { formSubmissionId: 'f1', email } }));
  const personId = await env.DB.prepare('select person_id as id from persons where email = ?')
    .bind(email)
    .first<string>('id');
  const kept = () =>
    env.DB.prepare(
      "select hits_1 as hits, reached from experiment_units where experiment_id = ? and reached <> ''",
    )
      .bind(experimentId)
      .first<{ hits: number; reached: string }>();
  expect((await kept())?.reached).toContain(personId?.slice(-10));
  await before(of);
  await ok(send('DELETE', `/v0/persons/${personId}`));
  expect(await kept()).toEqual({ hits: 1, reached: expect.stringMatching(/^,[\w\-]{11}~\w{4}$/v) });
});
