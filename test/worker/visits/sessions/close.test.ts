import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import {
  analytics,
  firefox,
  held,
  key,
  merge,
  messageOf,
  minute,
  newId,
  newPlace,
  now,
  origin,
  prepareVisits,
  read,
  session,
  sessions,
  silent,
  visitOf,
} from '../../support/visits.ts';

prepareVisits();

describe('closing', () => {
  /** Simulates that time passes: sets back the times of the session. */
  const age = (id: string, milliseconds: number) =>
    env.DB.prepare(
      `update audience_sessions set session_started_at = session_started_at - ?2 where analytics_session_id = ?1`,
    )
      .bind(id, milliseconds)
      .run();

  test('happens 30 minutes after the last activity, not before', async () => {
    const [id, of] = [newId(), await newPlace()];
    const received = Date.now();
    await merge(messageOf(visitOf(id, of), received));
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, 29 * minute);
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, minute);
    const closed = await session(id, of);
    expect(closed).toMatchObject({ computationStatus: 'completed', isBounce: false, computationError: null });
    expect(closed.sessionEndedAt).toBe(new Date(received - 30 * minute - 100).toISOString());
    await held.cron();
    expect(await session(id, of)).toEqual(closed);
  });

  test('waits for a session that was active since', async () => {
    const [id, of] = [newId(), await newPlace()];
    const start = Date.now() - 35 * minute;
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 0, activeMs: 0, engagedMs: 0 }), start));
    const active = { ...of, elapsedMs: 20 * minute, activeMs: 20 * minute, engagedMs: 2000, clicksCount: 1 };
    await merge(messageOf(visitOf(id, active), start + 20 * minute));
    expect((await session(id, of)).computationStatus).toBe('pending');
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, bounceEligibleSessions: 0 });
    await age(id, 16 * minute);
    expect((await session(id, of)).computationStatus).toBe('completed');
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, bounceEligibleSessions: 1 });
  });

  test.each<[string, Partial<Visit>, boolean]>([
    ['nothing at all', { engagedMs: 0 }, true],
    ['9,999 ms', { engagedMs: 9999 }, true],
    ['10,000 ms', { engagedMs: 10_000 }, false],
    ['a click', { engagedMs: 0, clicksCount: 1 }, false],
    ['a question', { engagedMs: 0, questionsAskedCount: 1 }, false],
    ['a conversion', { engagedMs: 0, hasConversion: true }, false],
    ['a form', { engagedMs: 0, formSubmit: { formSubmissionId: 'f' } }, false],
    ['all of the page seen', { engagedMs: 0, maxScrollDepthPercentage: 100 }, true],
  ])('a bounce: %s', async (_what, fields, isBounce) => {
    const [id, of] = [newId(), await newPlace()];
    await merge(messageOf(visitOf(id, { ...of, ...fields }), Date.now()));
    expect((await session(id, of)).isBounce).toBe(false);
    await age(id, 40 * minute);
    expect((await session(id, of)).isBounce).toBe(isBounce);
    const [item] = await analytics(of);
    expect(item).toMatchObject({ bounceEligibleSessions: 1, bounceCount: isBounce ? 1 : 0 });
  });

  test('a late beacon (a request of the tracker) corrects the session, its bounce and the analytics', async () => {
    const [id, of] = [newId(), await newPlace()];
    const received = now - 40 * minute;
    await merge(messageOf(visitOf(id, { ...of, engagedMs: 100 }), received));
    await held.cron();
    expect((await analytics(of))[0]).toMatchObject({ bounceCount: 1, bounceRate: 1, ctaSessions: 0 });

    const told = { elapsedMs: 60_000, activeMs: 50_000, engagedMs: 20_000, clicksCount: 2 };
    await merge(messageOf(visitOf(id, { ...of, ...told }), received + 60_000));
    expect(await session(id, of)).toMatchObject({
      computationStatus: 'completed',
      isBounce: false,
      timeSpentSeconds: 20,
      sessionEndedAt: new Date(received + 50_000 - 10_500).toISOString(),
    });
    expect((await analytics(of))[0]).toMatchObject({
      totalSessions: 1,
      bounceEligibleSessions: 1,
      bounceCount: 0,
      bounceRate: 0,
      ctaSessions: 1,
      avgInteractionsPerSession: 2,
      avgTimeSpentSeconds: 20,
    });
  });

  test('a late beacon that moves the start to another hour changes the analytics', async () => {
    const [id, of] = [newId(), await newPlace()];
    const hour = Math.floor(now / 3_600_000) * 3_600_000 - 3_600_000;
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 20_000, engagedMs: 0 }), hour + 20_000));
    await held.cron();
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 21_000, engagedMs: 0 }), hour + 20_000));
    const [before, after] = [
      `endDate=${new Date(hour).toISOString()}`,
      `startDate=${new Date(hour).toISOString()}`,
    ];
    expect([
      (await sessions(of, before)).totalCount,
      (await analytics(of, before))[0]?.totalSessions,
    ]).toEqual([1, 1]);
    expect([(await sessions(of, after)).totalCount, (await analytics(of, after))[0]?.totalSessions]).toEqual([
      0, 0,
    ]);
  });

  test('continues after the failure of a workspace, and skips what it cannot close', async () => {
    const [id, of] = [newId(), await newPlace('acme')];
    await merge(messageOf(visitOf(id, of), now - 40 * minute, 'acme'));
    const DB = faultyDatabase({ message: 'D1_ERROR: boom', moment: 'before', size: 1, times: 9 });
    await silent(() => held.cron({ DB }));
    const options = { workspace: 'acme' } as const;
    expect((await read(id, of, options)).body.computationStatus).toBe('completed');
  });
});

test('through the real queue and the real consumer: a visit becomes a session', async () => {
  const id = newId();
  const headers = { 'user-agent': firefox, origin };
  const told = await send('POST', '/v0/visits', visitOf(id, { clicksCount: 1 }), { key, headers });
  expect(told.body).toEqual({ accepted: true });
  await expect.poll(async () => (await read(id)).body.totalClicksCount).toBe(1);
});
