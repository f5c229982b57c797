import type { Audience, AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { newAudience, read } from '../../support/audiences.ts';
import { call, queue } from '../../support/calls.ts';
import { send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { actOn, versionPath } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('queueDurationMs', () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ['as late', 0, 0],
    ['2.5 s later', 2500, 2500],
    ['before it was sent, by the clock of another machine', -2500, 0],
  ])('of a message that arrives %s', async (_when, later, expected) => {
    const of = await newAudience();
    const start = Date.now();
    setClock(start);
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

let pagePath = '';
beforeAll(async () => {
  pagePath = `/v0/pages/${await newPageId()}`;
});

describe('an operationKey', () => {
  test.each([
    ['128 characters', 'k'.repeat(128)],
    ['128 characters of four bytes', '\u{1f511}'.repeat(128)],
    ['what looks like SQL', "'); delete from operation_keys; --"],
    ['combining characters', 'o\u0308'],
  ])('may be of %s, and the next request recognises it', async (_what, operationKey) => {
    const { body } = await call<Audience>('POST', `${pagePath}/audiences`, {});
    const publish = (of: Audience) =>
      call<AudienceVersion>(
        'POST',
        `${pagePath}/audiences/${of.audienceId}/versions/${of.latestVersion.versionId}/publish`,
        { operationKey },
      );
    const first = await publish(body);
    expect([first.status, first.body.status]).toEqual([200, 'queued']);
    const again = await writesNothing(() => publish(body));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = (await call<Audience>('POST', `${pagePath}/audiences`, {})).body;
    const refused = await writesNothing(() => publish(other));
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'operation_key_mismatch',
        field: 'operationKey',
        conflictingId: body.latestVersion.versionId,
      }),
    ]);
  });

  test('is different in another case or composition, or with a space', async () => {
    const keys = ['key', 'KEY', 'key ', ' key', 'k\u00e9y', 'ke\u0301y'];
    for (const operationKey of keys) {
      const { body } = await call<Audience>('POST', `${pagePath}/audiences`, {});
      const path = `${pagePath}/audiences/${body.audienceId}/versions/${body.latestVersion.versionId}/publish`;
      expect((await call('POST', path, { operationKey })).status, operationKey).toBe(200);
    }
  });
});
