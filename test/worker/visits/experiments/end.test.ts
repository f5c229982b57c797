import { env } from 'cloudflare:workers';
import { dayMs, hourMs } from '../../../../src/lib/durations.ts';
import { act } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { actOnTest, bodyFor, create, readTest, visitTo, withTest } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { actOn, start, withDraft } from '../../support/versions.ts';
import { merge } from '../../support/visits.ts';

afterEach(() => vi.useRealTimers());

test('a test ends when its audience is archived, and stays ended', async () => {
  const { of, test: made } = await withTest();
  await ok(act(of, 'archive'));
  expect(await readTest(made)).toMatchObject({ status: 'ended', endReason: 'archived' });
  await ok(act(of, 'restore'));
  expect(await readTest(made)).toMatchObject({ status: 'ended' });
});

test('a test ends when its time has come, and a day later nothing is left of its visitors', async () => {
  setClock(start);
  const { of, test: made, other } = await withTest({ endsAt: new Date(start + hourMs).toISOString() });
  await merge(visitTo({ of, test: made }, 1, { hasConversion: true }));
  vi.setSystemTime(start + 2 * hourMs);
  await queue.cron();
  expect(await readTest(made)).toMatchObject({
    status: 'ended',
    endReason: 'due',
    endedAt: new Date(start + hourMs).toISOString(),
  });
  await ok(actOn(of, other, 'publish'));
  const rows = () =>
    env.DB.prepare('select due_at, counts from experiments where experiment_id = ?')
      .bind(made.experimentId)
      .first();
  expect(await rows()).toEqual({ due_at: start + hourMs + dayMs, counts: null });
  const units = () =>
    env.DB.prepare('select count(*) as n from experiment_units where experiment_id = ?')
      .bind(made.experimentId)
      .first('n');
  expect(await units()).toBe(1);
  const before = await readTest(made);
  vi.setSystemTime(start + 2 * hourMs + dayMs);
  await queue.cron();
  expect(await rows()).toEqual({ due_at: null, counts: expect.stringContaining('"seen":[0,1,0,0]') });
  expect(await units()).toBe(0);
  expect(await readTest(made)).toEqual(before);
});

test('a test that was prepared ends at its time, too', async () => {
  setClock(start);
  const of = await withDraft();
  const made = await ok(create(bodyFor(of, { endsAt: new Date(start + hourMs).toISOString() })));
  await ok(actOnTest(made, 'start'));
  vi.setSystemTime(start + 2 * hourMs);
  await queue.cron();
  expect(await readTest(made)).toMatchObject({ status: 'ended', endReason: 'due', endedAt: made.endsAt });
});

test('the visitors of a test that was stopped are known for a day', async () => {
  setClock(start);
  const { of, test: made } = await withTest();
  const visit = visitTo({ of, test: made }, 1);
  await merge(visit);
  vi.setSystemTime(start + hourMs);
  await ok(actOnTest(made, 'stop'));
  vi.setSystemTime(start + dayMs);
  await queue.cron();
  const { receivedAt } = visit;
  const converted = { ...visit.visit, elapsedMs: hourMs, hasConversion: true };
  await merge({ ...visit, receivedAt: receivedAt + hourMs, visit: converted });
  expect((await readTest(made)).arms).toMatchObject([{ conversions: 0 }, { conversions: 1 }]);
});

test('retention of sessions changes nothing that a test has counted', async () => {
  setClock(start);
  const { of, test: made } = await withTest();
  await merge(visitTo({ of, test: made }, 1, { hasConversion: true }));
  const before = await readTest(made);
  await env.DB.prepare('delete from audience_sessions where audience_id = ?').bind(of.audienceId).run();
  expect(await readTest(made)).toMatchObject({ arms: before.arms, otherVisits: 0 });
});
