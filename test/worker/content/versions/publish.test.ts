import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { actOn, call, newAudience, queue, read, versionPath } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';

describe('queueDurationMs', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['as late', 0, 0],
    ['2.5 s later', 2500, 2500],
    ['before it was sent, by the clock of another machine', -2500, 0],
  ])('of a message that arrives %s', async (_when, later, expected) => {
    const of = await newAudience();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { queuedAt } = await ok(actOn(of, of.latestVersion, 'publish'));
    expect(queuedAt).toBe(new Date(start).toISOString());
    vi.setSystemTime(start + later);
    await queue.deliver(queue.sent.at(-1));
    const reply = await send<AudienceVersion>('GET', versionPath(of, of.latestVersion));
    expect(reply.body).toMatchObject({ status: 'published', queueDurationMs: expected });
  });
});

describe('the real queue', () => {
  test('publishes a version by itself', async () => {
    const of = await newAudience();
    const version = versionPath(of, of.latestVersion);
    const queued = await ok(send<AudienceVersion>('POST', `${version}/publish`, { operationKey: 'real' }));
    expect(queued).toMatchObject({ status: 'queued', allowedActions: ['cancel'] });
    const status = async () => (await ok(call<AudienceVersion>('GET', version))).status;
    await expect.poll(status).toBe('published');
    const { latestVersion, publishedVersion } = await read(of);
    expect(publishedVersion).toEqual(latestVersion);
    expect(publishedVersion).toMatchObject({
      queuedAt: queued.queuedAt,
      queueDurationMs: expect.any(Number),
      allowedActions: [],
    });
    // A retry of the request returns the version in its current state.
    const again = await call<AudienceVersion>('POST', `${version}/publish`, { operationKey: 'real' });
    expect([again.status, again.body]).toEqual([200, publishedVersion]);
  });
});
