import { ok, outcome, timestamp } from '../../support/replies.ts';
import { actOn, audienceIn, publish } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a pending version that is ready', () => {
  test('is a draft from then on, which can be published', async () => {
    const of = await audienceIn('pending');
    const { latestVersion: pending } = of;
    const early = await writesNothing(() => actOn(of, pending, 'publish'));
    expect([pending.becameDraftAt, outcome(early)]).toEqual([null, [409, 'invalid_transition']]);
    const draft = await ok(actOn(of, pending, 'ready'));
    expect(draft).toMatchObject({ versionId: pending.versionId, status: 'draft', becameDraftAt: timestamp });
    expect((await publish(of, draft)).becameDraftAt).toBe(draft.becameDraftAt);
  });

  test('is made a draft once: a second request is refused', async () => {
    const of = await audienceIn('pending');
    await ok(actOn(of, of.latestVersion, 'ready'));
    const again = await writesNothing(() => actOn(of, of.latestVersion, 'ready'));
    expect(outcome(again)).toEqual([409, 'invalid_transition']);
  });
});
