import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Visit } from '../../../src/visits/schemas.ts';
import { mergeVisits } from '../../../src/visits/store/merge.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';
import {
  analytics,
  day,
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
} from '../support/visit-factories.ts';

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
      ...{ computationStatus: 'completed', isBounce: false, timeSpentSeconds: 20 },
      sessionEndedAt: new Date(received + 50_000 - 10_500).toISOString(),
    });
    expect((await analytics(of))[0]).toMatchObject({
      ...{ totalSessions: 1, bounceEligibleSessions: 1, bounceCount: 0, bounceRate: 0 },
      ...{ ctaSessions: 1, avgInteractionsPerSession: 2, avgTimeSpentSeconds: 20 },
    });
  });

  test('a late beacon that moves the start to another hour changes the analytics', async () => {
    const [id, of] = [newId(), await newPlace()];
    const hour = Math.floor(now / 3_600_000) * 3_600_000 - 3_600_000;
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 20_000, engagedMs: 0 }), hour + 20_000));
    await held.cron();
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 20_001, engagedMs: 0 }), hour + 20_000));
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

  test('and removing take many chunks in one run', async () => {
    const of = await newPlace();
    const old = now - 40 * day;
    await mergeVisits(
      openTestDatabase(),
      Array.from({ length: 1201 }, (_, n) => messageOf(visitOf(newId(), of), old + n * 1000)),
    );
    await held.cron();
    const [item] = await analytics(of);
    expect(item).toMatchObject({ totalSessions: 1201, bounceEligibleSessions: 1201 });
    await held.cron({ SESSION_RETENTION_DAYS: '39' });
    expect(await analytics(of)).toEqual([item]);
    expect((await sessions(of)).totalCount).toBe(0);
  });
});

describe('retention', () => {
  const retention = { SESSION_RETENTION_DAYS: '30' };
  /** The start of an hour 31 days ago. */
  const old = Math.floor((now - 31 * day) / 3_600_000) * 3_600_000;

  test('removes sessions from lists and counts, and changes no analytics', async () => {
    const of = await newPlace();
    const starts = [old, old + 1, old + 30 * minute, old - 3 * day, now - 29 * day, now - minute];
    const ids = starts.map(newId);
    await merge(
      ...starts.map((start, n) =>
        messageOf(
          visitOf(ids[n] ?? '', {
            ...of,
            ...(n === 2 ? { audienceId: null } : {}),
            engagedMs: 1000 * n,
            clicksCount: n % 2,
            maxScrollDepthPercentage: 10 * n,
          }),
          start + 10_500,
        ),
      ),
    );
    await held.cron();
    const instants = [old - 4 * day, old - 1, old, old + 1, old + 2, old + 30 * minute, now - 29 * day, now];
    const ranges = [
      '',
      ...instants.flatMap((start, n) =>
        instants
          .slice(n + 1)
          .map(
            (end) => `startDate=${new Date(start).toISOString()}&endDate=${new Date(end + 1).toISOString()}`,
          ),
      ),
    ];
    const read = async () => {
      const answers = [];
      for (const range of ranges) answers.push(await analytics(of, range));
      return answers;
    };
    const before = await read();
    expect((await sessions(of)).totalCount).toBe(6);
    await held.cron(retention);
    expect(await read()).toEqual(before);
    const left = await sessions(of);
    expect(left.totalCount).toBe(2);
    expect(left.items.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual([ids[5], ids[4]]);
    const ofAudience = await sessions(of, `audienceId=${of.audienceId}`);
    expect(ofAudience.totalCount).toBe(2);
    for (const id of ids.slice(0, 4))
      expect((await send('GET', `/v0/pages/${of.pageId}/audience_sessions/${id}`)).status).toBe(404);

    // A beacon of a removed session does not create it again.
    await held.deliver(
      [messageOf(visitOf(ids[0] ?? '', { ...of, clicksCount: 9 }), old + 10_500)],
      retention,
    );
    expect((await sessions(of)).totalCount).toBe(2);
    expect(await read()).toEqual(before);
  });

  test('keeps pending sessions, and all sessions when it is not configured', async () => {
    await env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'").run();
    const [id, of] = [newId(), await newPlace()];
    await merge(messageOf(visitOf(id, of), old));
    for (const days of ['', ' ', 'forever', '30d', '0', '-3', '1', '1e3'])
      await held.cron({ SESSION_RETENTION_DAYS: days });
    expect((await session(id, of)).computationStatus).toBe('completed');
    await env.DB.prepare('update audience_sessions set active_ms = ? where analytics_session_id = ?')
      .bind(40 * day, id)
      .run();
    await held.cron(retention);
    expect((await session(id, of)).computationStatus).toBe('pending');
  });

  test('never accepts removed sessions again, even after it is raised or cleared', async () => {
    const of = await newPlace();
    const imported = (start: number) => ({
      analyticsSessionId: newId(),
      sessionStartedAt: new Date(start).toISOString(),
      sessionEndedAt: new Date(start).toISOString(),
    });
    const imports = (list: object[]) =>
      send<Problem>('POST', `/v0/pages/${of.pageId}/audience_sessions/import`, { sessions: list });
    const [gone, kept] = [imported(old), imported(now - 2 * day)];
    expect((await imports([gone, kept])).status).toBe(200);
    await held.cron(retention);
    const before = await analytics(of);
    const again = await imports([kept, gone]);
    expect([again.status, again.body.errors?.map(({ path }) => path)]).toEqual([
      400,
      ['sessions.1.sessionStartedAt'],
    ]);
    expect((await imports([kept])).body).toEqual({ importedCount: 0, existingCount: 1 });
    expect(await analytics(of)).toEqual(before);
    expect((await sessions(of)).totalCount).toBe(1);
  });
});

test('through the real queue and the real consumer: a visit becomes a session', async () => {
  const id = newId();
  const headers = { 'user-agent': firefox, origin };
  const told = await send('POST', '/v0/visits', visitOf(id, { clicksCount: 1 }), { key, headers });
  expect(told.body).toEqual({ accepted: true });
  await expect.poll(async () => (await read(id)).body.totalClicksCount).toBe(1);
});
