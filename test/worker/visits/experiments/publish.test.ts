import { env } from 'cloudflare:workers';
import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { patch, read } from '../../support/audiences.ts';
import { call, queue } from '../../support/calls.ts';
import { type Problem, send } from '../../support/client.ts';
import {
  actOnTest,
  change,
  pathOfTest,
  publishWinner,
  readTest,
  withTest,
} from '../../support/experiments.ts';
import { meanwhileDatabase } from '../../support/faults.ts';
import { ok } from '../../support/replies.ts';
import { readVersion } from '../../support/versions.ts';
import { merge, newId, visitOf } from '../../support/visits.ts';

test('the winner goes live as visitors have seen it', async () => {
  const { of, test: made, other, live } = await withTest();
  const before = await read(of);
  await ok(patch(of, { supplementaryContext: 'third' }));
  await ok(call('PATCH', `/v0/pages/${of.pageId}`, { title: 'Another title' }));
  const ended = await ok(publishWinner(made, other));
  expect(ended).toMatchObject({
    status: 'ended',
    endReason: 'winner',
    publishedVersionId: other.versionId,
  });
  expect(await readVersion(of, other)).toMatchObject({ status: 'queued' });
  expect(await queue.deliver(queue.sent.at(-1))).toBe('ack');
  const now = await read(of);
  expect(now.publishedVersion?.versionId).toBe(other.versionId);
  expect(now.liveContent).toMatchObject({
    supplementaryContext: 'second',
    title: before.liveContent?.title,
  });
  expect(await readVersion(of, live)).toMatchObject({ status: 'archived' });
  // Asked again, it is the same.
  expect(await ok(publishWinner(made, other))).toMatchObject({ endReason: 'winner' });
  expect(await publishWinner(made, live)).toMatchObject({ status: 409 });
});

test('nothing is published if the live version is the winner', async () => {
  const { of, test: made, live } = await withTest();
  const before = queue.sent.length;
  expect(await ok(publishWinner(made, live))).toMatchObject({
    publishedVersionId: live.versionId,
  });
  expect(queue.sent).toHaveLength(before);
  expect((await read(of)).publishedVersion?.versionId).toBe(live.versionId);
});

test('a version that is not in the test is no winner', async () => {
  const { test: made } = await withTest();
  const refused = await publishWinner(made, { versionId: 'version_x' });
  expect([refused.status, refused.body]).toMatchObject([404, { code: 'version_not_found' }]);
  expect(await readTest(made)).toMatchObject({ status: 'running' });
});

describe('a winner', () => {
  /** Publishes the winner; meanwhile others do something between its two trips. */
  const published = (test: Experiment, version: { versionId: string }, meanwhile: () => Promise<unknown>) => {
    const bindings = queue.bindings(meanwhileDatabase(1, meanwhile));
    const path = `${pathOfTest(test)}/publish_winner`;
    return send<Experiment & Problem>('POST', path, { versionId: version.versionId }, { bindings });
  };

  test.each(['other', 'live'] as const)(
    'is none once others have stopped the test: the %s version',
    async (which) => {
      const all = await withTest();
      const { of, test: made } = all;
      const sent = queue.sent.length;
      const refused = await published(made, all[which], () => ok(actOnTest(made, 'stop')));
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'invalid_transition', currentStatus: 'ended' },
      ]);
      expect(await readTest(made)).toMatchObject({ endReason: 'stopped', publishedVersionId: null });
      expect(await readVersion(of, all.other)).toMatchObject({ status: 'draft' });
      expect(queue.sent).toHaveLength(sent);
    },
  );

  test.each(['other', 'live'] as const)(
    'is published although others name the test meanwhile: the %s version',
    async (which) => {
      const all = await withTest();
      const { test: made } = all;
      const answer = await published(made, all[which], () => ok(change(made, { name: 'Named' })));
      expect(answer.status).toBe(200);
      for (const test of [answer.body, await readTest(made)])
        expect(test).toMatchObject({
          endReason: 'winner',
          publishedVersionId: all[which].versionId,
          name: 'Named',
        });
    },
  );
});

test('visits keep the version of a winner that is not live yet', async () => {
  const { of, test: made, other } = await withTest();
  await ok(publishWinner(made, other));
  expect(await readVersion(of, other)).toMatchObject({ status: 'queued' });
  const { pageId, audienceId } = of;
  const visit = visitOf(newId(), { pageId, audienceId, versionId: other.versionId });
  await merge(visit);
  const select = 'select version_id as id from audience_sessions where analytics_session_id = ?';
  const stored = env.DB.prepare(select).bind(visit.analyticsSessionId);
  expect(await stored.first<string>('id')).toBe(other.versionId);
});
