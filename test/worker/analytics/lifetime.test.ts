import { env } from 'cloudflare:workers';
import { Answer } from '../../../src/analytics/answer.ts';
import { type Block, blockOf } from '../../../src/analytics/block.ts';
import type { AudienceAnalyticsList } from '../../../src/analytics/schemas.ts';
import { storedBlock } from '../../../src/analytics/stored-block.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { flag } from '../../../src/vocabulary/flags.ts';
import { audiencesOf, zeros } from '../support/analytics.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { base, factsWith, key } from '../support/facts.ts';
import { faultyDatabase, silent } from '../support/faults.ts';
import { newPageId } from '../support/pages.ts';
import { newPlace, read, session } from '../support/places.ts';
import { forgetSessions } from '../support/sessions.ts';
import { after, hour, minute, now } from '../support/times.ts';
import { held, merge, messageOf, newId, prepareVisits, visitOf } from '../support/visits.ts';

prepareVisits();

describe('the lifetime of a session', () => {
  /** Simulates that time passes: sets back the times of the session. */
  const age = (id: string, milliseconds: number) =>
    env.DB.prepare(
      `update audience_sessions set session_started_at = session_started_at - ?2 where analytics_session_id = ?1`,
    )
      .bind(id, milliseconds)
      .run();

  test('ends 30 minutes after the last activity, not before', async () => {
    const [id, of] = [newId(), await newPlace()];
    const received = Date.now();
    await merge(messageOf(visitOf(id, of), received));
    const pending = { computationStatus: 'pending', sessionEndedAt: null, isBounce: false };
    expect(await session(id, of)).toMatchObject(pending);
    const active = async () => {
      const path = `/v0/pages/${of.pageId}/audience_sessions?status=active`;
      return (await send<{ totalCount: number }>('GET', path)).body.totalCount;
    };
    await age(id, 4 * minute);
    expect(await active()).toBe(1);
    await age(id, minute);
    expect(await active()).toBe(0);
    await age(id, 24 * minute);
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, minute);
    const closed = await session(id, of);
    expect(closed).toMatchObject({ computationStatus: 'completed', isBounce: false, computationError: null });
    expect(closed.sessionEndedAt).toBe(new Date(received - 30 * minute - 100).toISOString());
    await held.cron();
    expect(await session(id, of)).toEqual(closed);
  });

  test('ends although the cron fails in its workspace', async () => {
    const [id, of] = [newId(), await newPlace('acme')];
    await merge(messageOf(visitOf(id, of), now - 40 * minute, 'acme'));
    const DB = faultyDatabase({ message: 'D1_ERROR: boom', moment: 'before', size: 1, times: 9 });
    await silent(() => held.cron({ DB }));
    const options = { workspace: 'acme' } as const;
    expect((await read(id, of, options)).body.computationStatus).toBe('completed');
  });
});

describe('the status of a session', () => {
  beforeEach(forgetSessions);

  test('is pending until its end, and counts as completed from then on', () => {
    const all = [factsWith({ startedAt: base, activeMs: minute, engagedMs: 1, flags: flag.isTracked })];
    const block: Block = blockOf(storedBlock(key, all));
    const closedAt = (now: number) => {
      const answer = new Answer({ pageId: '', boundaries: [0, base + 1], filters: {}, by: undefined, now });
      answer.add(block);
      return answer.piecesOf(null)[0]?.[1];
    };
    expect([base, base + 31 * minute - 1, base + 31 * minute].map(closedAt)).toEqual([0, 0, 1]);
  });

  test('is pending while the session counts already, and is no bounce yet', async () => {
    const pageId = await newPageId();
    const db = openTestDatabase();
    const visit = {
      analyticsSessionId: newId(),
      pageId,
      elapsedMs: 0,
      activeMs: 0,
      engagedMs: 0,
      maxScrollDepthPercentage: 10,
      clicksCount: 0,
      questionsAskedCount: 0,
      hasConversion: false,
    };
    await mergeVisits(db, [{ workspace: 'main', receivedAt: Date.now(), visit }]);
    const pending = { ...zeros, totalSessions: 1, avgScrollDepthPercentage: 10 };
    expect(await audiencesOf(pageId)).toEqual([pending]);
    const closed = { bounceEligibleSessions: 1, bounceCount: 1, bounceRate: 1 };
    expect(await after(hour, () => audiencesOf(pageId))).toEqual([{ ...pending, ...closed }]);
  });

  test('is pending by the start of a sealed session, and not by its quarter of an hour', async () => {
    const pageId = await newPageId();
    const db = openTestDatabase();
    const now = Date.now();
    const visit = (minutesAgo: number) => ({
      workspace: 'main',
      receivedAt: now - minutesAgo * minute,
      visit: {
        analyticsSessionId: newId(),
        pageId,
        elapsedMs: 0,
        activeMs: 0,
        engagedMs: 0,
        maxScrollDepthPercentage: 10,
        clicksCount: 0,
        questionsAskedCount: 0,
        hasConversion: false,
      },
    });
    const ended = [200, ...Array<number>(20).fill(180)];
    // Of each age from 11 to 28 minutes.
    const pending = Array.from({ length: 18 }, (_, n) => 28 - n);
    await mergeVisits(db, [...ended, ...pending].map(visit) as Parameters<typeof mergeVisits>[1]);
    const countsOf = async () => {
      const { body } = await send<AudienceAnalyticsList>('GET', `/v0/pages/${pageId}/analytics/audiences`);
      return body.items.map(({ totalSessions, bounceEligibleSessions }) => [
        totalSessions,
        bounceEligibleSessions,
      ]);
    };
    expect(await countsOf()).toEqual([[39, 21]]);
    await sealSessions(db, now, { isForced: true });
    expect(await countsOf()).toEqual([[39, 21]]);
  });
});
