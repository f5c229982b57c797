import { env } from 'cloudflare:workers';
import { alertRecord, createAlert, updateAlert } from '../../../../src/outbound/alerts/store/alerts.ts';
import { newAlert, patch, quiet, remove, webhookId } from '../../support/alerts.ts';
import { openTestDatabase } from '../../support/client.ts';
import { twice } from '../../support/twice.ts';

test('the event alert.fired is written while an alert is switched on', async () => {
  const listeners = async () =>
    (await env.DB.prepare("select type from event_listeners where listener = 'alerts'").all()).results;
  await quiet();
  const [one, other] = [await newAlert(), await newAlert()];
  await patch(one, { isEnabled: false });
  expect(await listeners()).toEqual([{ type: 'alert.fired' }]);
  await remove(other);
  expect(await listeners()).toEqual([]);
  await patch(one, { isEnabled: true });
  expect(await listeners()).toEqual([{ type: 'alert.fired' }]);
  await remove(one);
  expect(await listeners()).toEqual([]);
});

test('a write of an alert whose answer is lost and that runs again has its effect once', async () => {
  const input = { name: 'Once', webhookId: await webhookId(), timezone: 'UTC' };
  const condition = { type: 'link_opened', personIds: null } as const;
  const { value, etag } = await createAlert(twice, { ...input, condition }, { author: 'a', updatedBy: 'a' });
  const { alertId } = value;
  const changed = await updateAlert(twice, alertId, { name: 'Twice', isEnabled: false }, 'a', [etag]);
  expect([changed.value.name, changed.etag]).toEqual(['Twice', '2']);
  const gone = await alertRecord.remove(twice, alertId, ['2']);
  expect(await alertRecord.remove(openTestDatabase(), alertId, undefined)).toEqual(gone);
});
