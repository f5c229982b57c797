import { versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { act, get, newAudience, pathOf, read } from '../../support/audiences.ts';
import { call } from '../../support/calls.ts';
import { etagOf } from '../../support/replies.ts';
import { audienceIn, versionsOf } from '../../support/versions.ts';

const closed = versionStatuses.filter((status) => status !== 'draft');

describe('the next draft of an audience', () => {
  test.each(closed)('POST opens a copy of the latest one when it is %s', async (status) => {
    const of = await audienceIn(status);
    const before = await versionsOf(of);
    const reply = await act(of, 'versions');
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        versionNumber: before.totalCount + 1,
        status: 'draft',
        supplementaryContext: 'first',
        queuedAt: null,
      },
    ]);
    expect(await versionsOf(of)).toEqual({
      ...before,
      items: [reply.body, ...before.items],
      totalCount: before.totalCount + 1,
    });
    expect((await read(of)).latestVersion).toEqual(reply.body);
  });

  test('POST returns an open draft, and changes nothing', async () => {
    const of = await newAudience({ supplementaryContext: 'first' });
    const before = await get(of);
    for (const body of [{}, undefined]) {
      const reply = await call<AudienceVersion>('POST', `${pathOf(of)}/versions`, body);
      expect([reply.status, reply.body, etagOf(reply)]).toEqual([200, of.latestVersion, etagOf(before)]);
    }
    expect((await get(of)).body).toEqual(before.body);
    expect((await versionsOf(of)).totalCount).toBe(1);
  });

  test('of 20 POSTs at once one opens a draft, and all return it', async () => {
    const of = await audienceIn('published');
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(of, 'versions')));
    const ids = new Set(replies.map(({ body }) => body.versionId));
    expect([ids.size, (await versionsOf(of)).totalCount]).toEqual([1, 2]);
  });
});
