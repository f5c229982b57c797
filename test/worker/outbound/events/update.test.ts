import { patchSettings } from '../../support/events.ts';
import { etagOf, once, outcome } from '../../support/replies.ts';

describe('the settings of events', () => {
  test('are not overwritten by somebody who has not seen them', async () => {
    const tag = etagOf(await once('GET', '/v0/event_settings'));
    expect((await patchSettings({ retentionDays: 7 }, tag)).status).toBe(200);
    expect(outcome(await patchSettings({ retentionDays: 9 }, tag))).toEqual([412, 'precondition_failed']);
    expect((await patchSettings({})).body.retentionDays).toBe(7);
    expect((await patchSettings({ retentionDays: 30 })).body.retentionDays).toBe(30);
  });
});
