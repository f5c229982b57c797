import { expect, test } from 'vitest';
import type { AudienceAnalyticsList } from '../../../src/analytics/schemas.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { newId } from '../support/visits.ts';

const minute = 60_000;

test('a sealed session is pending by its own start, and not by its quarter of an hour', async () => {
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
