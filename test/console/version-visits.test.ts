import type { Breakdown } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { versionVisitsWords, visitsOfVersion } from '../../console/src/screens/audience/version-visits.tsx';

test.each([
  [0, 0, 'no visits'],
  [1, 0, '1 visit, 0 of 1 converted'],
  [12, 3, '12 visits, 3 of 12 converted'],
  [214, 19, '214 visits, 19 converted (8.9%)'],
])('%i visits with %i conversions are in words: %s', (totalSessions, conversionCount, words) => {
  expect(versionVisitsWords({ totalSessions, conversionCount })).toBe(words);
});

describe('the visits of a version', () => {
  const item = (value: string | null, totalSessions: number) => ({
    value,
    totalSessions,
    conversionCount: 0,
  });
  const answer = { items: [item('version_a', 3), item(null, 9)] } as Breakdown;
  const published = (versionId: string) => ({ versionId, publishedAt: '2026-11-01T00:00:00.000Z' });

  test('are not known before they are there', () => {
    expect(visitsOfVersion(undefined, published('version_a'))).toBeUndefined();
  });

  test('are none for a version that was live and that no visit names', () => {
    expect(visitsOfVersion(answer, published('version_a'))).toMatchObject({ totalSessions: 3 });
    expect(visitsOfVersion(answer, published('version_b'))).toMatchObject({ totalSessions: 0 });
  });

  test('are left out for a version that was never live, unless some visit names it', () => {
    expect(visitsOfVersion(answer, { versionId: 'version_b', publishedAt: null })).toBeUndefined();
    expect(visitsOfVersion(answer, { versionId: 'version_a', publishedAt: null })).toMatchObject({
      totalSessions: 3,
    });
  });
});
