import type { AudienceVersion } from '@footfall/client';
import { expect, test } from 'vitest';
import { scheduledIn } from '../../console/src/screens/audience/use-versions.ts';

const version = (versionId: string, publishAt: string | null = null) =>
  ({ versionId, publishAt, status: publishAt ? 'queued' : 'archived' }) as AudienceVersion;
const soon = '2099-11-26T00:00:00.000Z';
const later = '2099-11-27T00:00:00.000Z';
const latest = version('v4', soon);
const all = { isStale: false, hasMore: false, error: undefined };

test('versions that wait behind the latest one are those of the list, that of the next time first', () => {
  const items = [latest, version('v3', later), version('v2', soon), version('v1')];
  const { versions, hasAny } = scheduledIn({ ...all, items }, latest);
  expect(versions.map(({ versionId }) => versionId)).toEqual(['v2', 'v3']);
  expect(hasAny).toBe(true);
  expect(scheduledIn({ ...all, items, hasMore: true }, latest).hasAny).toBe(true);
});

test('that none waits is known only from all versions', () => {
  const items = [latest, version('v1')];
  expect(scheduledIn({ ...all, items }, latest)).toEqual({ versions: [], hasAny: false });
  expect(scheduledIn({ ...all, items: undefined }, latest).hasAny).toBeUndefined();
  expect(scheduledIn({ ...all, items, hasMore: true }, latest).hasAny).toBeUndefined();
  expect(scheduledIn({ ...all, items, isStale: true }, latest).hasAny).toBeUndefined();
  expect(scheduledIn({ ...all, items, error: new Error('failed') }, latest).hasAny).toBeUndefined();
});
