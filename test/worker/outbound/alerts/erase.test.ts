import { env } from 'cloudflare:workers';
import { dayMs } from '../../../../src/lib/durations.ts';
import { alertOf, come, fire, firedBy, newRecipient, prepareAlerts } from '../../support/alerts.ts';
import { send } from '../../support/client.ts';
import { place } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';

prepareAlerts();

describe('the erasure of a person', () => {
  test('removes what was fired about the person and their account, and what was about to be', async () => {
    const who = await newRecipient(place.pageId);
    const [opened, came] = [
      await alertOf({ type: 'link_opened' }),
      await alertOf({ type: 'accounts_visited', visits: 1, days: 1 }),
    ];
    await come(who, 0);
    await fire();
    expect([await firedBy(opened), await firedBy(came)]).toEqual([
      [[who.personId, '2026-03-04']],
      [[who.accountId, '2026-03-04']],
    ]);
    await come(who, dayMs);
    await ok(send('DELETE', `/v0/persons/${who.personId}`));
    await fire();
    expect([await firedBy(opened), await firedBy(came)]).toEqual([[], []]);
    const row = await env.DB.prepare('select count(*) as n from alert_visits where subject in (?, ?)')
      .bind(who.personId, who.accountId)
      .first();
    expect(row).toEqual({ n: 0 });
  });
});
