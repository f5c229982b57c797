import { act, get, newAudience, pathOf } from '../../support/audiences.ts';
import { call } from '../../support/calls.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { audienceIn } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('an audience is restored', () => {
  test('once, and the audience is as it was', async () => {
    const of = await audienceIn('published');
    await ok(act(of, 'archive'));
    const restored = await act(of, 'restore');
    expect([restored.status, restored.body]).toEqual([200, of]);
    for (const body of [{}, undefined]) {
      const again = await writesNothing(() => call('POST', `${pathOf(of)}/restore`, body));
      expect([again.status, again.body, etagOf(again)]).toEqual([200, of, etagOf(restored)]);
    }
  });

  test('without a change if it was never archived', async () => {
    const before = await get(await newAudience());
    const reply = await writesNothing(() => act(before.body, 'restore'));
    expect([reply.status, reply.body, etagOf(reply)]).toEqual([200, before.body, etagOf(before)]);
  });
});
