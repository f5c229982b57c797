import { env } from 'cloudflare:workers';
import {
  allowedActions,
  clientActions,
  type VersionStatus,
  versionStatuses,
} from '../../../../src/content/audiences/lifecycle.ts';
import { act, patch } from '../../support/audiences.ts';
import {
  actOnTest,
  bodyFor,
  change,
  create,
  publishWinner,
  readTest,
  remove,
  withTest,
} from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import {
  actOn,
  insertVersion,
  publish,
  readVersion,
  type versionPath,
  withDraft,
} from '../../support/versions.ts';

/** Sets the status of a version in its row, and returns what can be done with it. */
async function put(of: Parameters<typeof versionPath>[0], versionId: string, status: VersionStatus) {
  await env.DB.prepare('update audience_versions set status = ? where version_id = ?')
    .bind(status, versionId)
    .run();
  return (await readVersion(of, { versionId })).allowedActions;
}
const answerOf = ({ status, body }: { status: number; body: object }) =>
  status < 300 ? 'ok' : (body as { code: string }).code;

describe('while a test runs', () => {
  const cases = versionStatuses.flatMap((status) => clientActions.map((action) => ({ status, action })));

  test.each(cases.filter(({ status }) => status !== 'published'))(
    'a version that is $status answers to $action: publish is refused, all else is as ever',
    async ({ status, action }) => {
      const { of } = await withTest();
      const { versionId } = await insertVersion(of.audienceId, 9, 'cancelled');
      // The status allows what it always allows.
      expect(await put(of, versionId, status)).toEqual(allowedActions(status, false));
      const allowed = allowedActions(status, false).includes(action);
      const expected = !allowed ? 'invalid_transition' : action === 'publish' ? 'experiment_running' : 'ok';
      expect(answerOf(await actOn(of, { versionId }, action))).toBe(expected);
    },
  );

  test.each(cases.filter(({ status }) => ['draft', 'cancelled'].includes(status)))(
    'a version of the test that is $status answers to $action: neither publish nor cancel',
    async ({ status, action }) => {
      const { of, other } = await withTest();
      await put(of, other.versionId, status);
      const allowed = allowedActions(status, false).includes(action);
      expect(answerOf(await actOn(of, other, action))).toBe(
        allowed ? 'experiment_running' : 'invalid_transition',
      );
    },
  );

  test.each(clientActions)('the live version answers to %s as ever', async (action) => {
    const { of, live } = await withTest();
    expect(answerOf(await actOn(of, live, action))).toBe('invalid_transition');
  });

  test('old words do not go live either', async () => {
    const of = await withDraft();
    await publish(of, of.latestVersion);
    const { latestVersion } = await ok(patch(of, { supplementaryContext: 'third' }));
    await ok(create(bodyFor({ ...of, latestVersion }, { start: true })));
    // A roll back opens a version with the words of an earlier one, and publishes that.
    const back = await ok(patch(of, { supplementaryContext: 'first' }));
    expect(answerOf(await actOn(of, back.latestVersion, 'publish'))).toBe('experiment_running');
  });
});

/** What each request for a test answers, by the status of the test. */
const requests = {
  start: (of: Made) => actOnTest(of.test, 'start'),
  stop: (of: Made) => actOnTest(of.test, 'stop'),
  'publish_winner of another version': (of: Made) => publishWinner(of.test, of.other),
  'publish_winner of the live version': (of: Made) => publishWinner(of.test, of.live),
  'a new name': (of: Made) => change(of.test, { name: 'New' }),
  'a new goal': (of: Made) => change(of.test, { goal: 'formSubmit' }),
  'a new end': (of: Made) => change(of.test, { endsAt: '2099-01-01T00:00:00Z' }),
  'other weights': (of: Made) => change(of.test, { arms: [{ ...of.other, weight: 3 }] }),
  'a deletion': (of: Made) => remove(of.test),
};
type Made = Awaited<ReturnType<typeof withTest>>;
const table: Record<keyof typeof requests, [draft: string, running: string, ended: string]> = {
  start: ['ok', 'experiment_running', 'invalid_transition'],
  stop: ['invalid_transition', 'ok', 'invalid_transition'],
  'publish_winner of another version': ['invalid_transition', 'ok', 'invalid_transition'],
  'publish_winner of the live version': ['invalid_transition', 'ok', 'invalid_transition'],
  'a new name': ['ok', 'ok', 'ok'],
  'a new goal': ['ok', 'experiment_running', 'invalid_transition'],
  'a new end': ['ok', 'experiment_running', 'invalid_transition'],
  'other weights': ['ok', 'experiment_running', 'invalid_transition'],
  'a deletion': ['ok', 'experiment_running', 'ok'],
};
const statuses = ['draft', 'running', 'ended'] as const;

describe.each(statuses)('a test that is %s', (status) => {
  test.each(Object.keys(requests) as (keyof typeof requests)[])('answers to %s', async (request) => {
    const of = await withTest({ start: status !== 'draft' });
    if (status === 'ended') await ok(actOnTest(of.test, 'stop'));
    const expected = table[request][statuses.indexOf(status)];
    const answer = await requests[request](of);
    expect(answerOf(answer)).toBe(expected);
    if (expected === 'invalid_transition') expect(answer.body).toMatchObject({ currentStatus: status });
    if (expected !== 'ok')
      expect(await readTest(of.test)).toMatchObject({ status, updatedAt: expect.any(String) });
  });
});

test('a draft stays when its audience is archived, and starts once that is restored', async () => {
  const { of, test: draft } = await withTest({ start: false });
  await ok(act(of, 'archive'));
  expect(answerOf(await actOnTest(draft, 'start'))).toBe('audience_archived');
  await ok(act(of, 'restore'));
  expect(answerOf(await actOnTest(draft, 'start'))).toBe('ok');
});
