import { env } from 'cloudflare:workers';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { alertRecord, createAlert, updateAlert } from '../../../../src/outbound/alerts/store/alerts.ts';
import { list, newAlert, patch, pathOf, post, quiet, remove, webhookId } from '../../support/alerts.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { etagOf, once, outcome, timestamp, violationsOf } from '../../support/replies.ts';
import { twice } from '../../support/twice.ts';
import { newWebhook, pathOf as webhookPath } from '../../support/webhooks.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

/** Conditions that are refused, and the violations. */
const refused: [condition: object, violations: string[]][] = [
  [{ type: 'accounts_visited' }, ['visits required', 'days required']],
  [{ type: 'accounts_visited', visits: 0, days: 31 }, ['visits too_small', 'days too_large']],
  [{ type: 'accounts_visited', visits: 1, days: 1, accountIds: [] }, ['accountIds too_short']],
  [
    { type: 'accounts_visited', visits: 1, days: 1, accountIds: Array(101).fill('x') },
    ['accountIds too_long'],
  ],
  [{ type: 'link_opened', personIds: [1] }, ['personIds.0 invalid_type']],
  [{ type: 'conversions_changed' }, ['pageId required', 'percent required']],
  [{ type: 'conversions_changed', pageId: null, percent: 1001 }, ['pageId required', 'percent too_large']],
  [{ type: 'link_opened', visits: 1, x: 1 }, ['visits not_allowed', 'x unknown_field']],
  [{ type: null }, ['type not_allowed']],
  [{ type: 'weekly_report', pageId: 1 }, ['pageId invalid_type']],
  [
    { type: 'weekly_report', direction: 'up', personIds: null },
    ['direction not_allowed', 'personIds not_allowed'],
  ],
  [{}, ['type required']],
];

describe('an alert', () => {
  test.each(refused)('has no condition %j', async (condition, violations) => {
    const reply = await writesNothing(() => post({ condition, webhookId: 'x' }));
    expect(violationsOf(reply).toSorted()).toEqual(
      violations.map((violation) => `body condition.${violation}`).toSorted(),
    );
    const previewed = await writesNothing(() => send('POST', '/v0/alerts/preview', { condition }));
    expect(violationsOf(previewed as never)).toEqual(violationsOf(reply));
  });

  test('needs a webhook that is not deleted', async () => {
    const deleted = await newWebhook();
    await once('DELETE', webhookPath(deleted));
    const made = await newAlert();
    await quiet();
    await writesNothing(async () => {
      for (const webhookId of [deleted.webhookId, 'x', '\u0000']) {
        expect(outcome(await post({ webhookId }))).toEqual([404, 'webhook_not_found']);
        expect(outcome(await patch(made, { webhookId }))).toEqual([404, 'webhook_not_found']);
        expect(outcome(await patch(made, { webhookId }, '"9"'))).toEqual([412, 'precondition_failed']);
      }
    });
    await remove(made);
  });

  test('changes and keeps its author', async () => {
    const made = await post({ condition: { type: 'weekly_report' } });
    const other = await newWebhook();
    const change = { name: 'Other', webhookId: other.webhookId, timezone: 'Asia/Tokyo', isEnabled: false };
    const condition = { type: 'conversions_changed', pageId: 'x', direction: 'up', percent: 5, minVisits: 9 };
    const changed = await patch(made.body, { ...change, condition }, etagOf(made));
    expect(changed.body).toEqual({ ...made.body, ...change, condition, updatedAt: timestamp });
    expect((await patch(made.body, { isEnabled: true })).body.isEnabled).toBe(true);
    await quiet();
    await writesNothing(async () => {
      for (const fields of [{ name: 'Late' }, {}])
        expect(outcome(await patch(made.body, fields, etagOf(made)))).toEqual([412, 'precondition_failed']);
    });
    await remove(made.body);
  });

  test('goes off with its webhook, and on again with another', async () => {
    const webhook = await newWebhook();
    const made = await newAlert({ webhookId: webhook.webhookId, condition: { type: 'weekly_report' } });
    const before = await once('GET', pathOf(made));
    await once('DELETE', webhookPath(webhook));
    const off = await once<Alert>('GET', pathOf(made));
    expect([off.body, etagOf(off)]).toEqual([
      { ...made, isEnabled: false, updatedAt: expect.any(String) },
      expect.not.stringMatching(etagOf(before)),
    ]);
    expect(Date.parse(off.body.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect(outcome(await patch(made, { isEnabled: true }))).toEqual([404, 'webhook_not_found']);
    expect((await patch(made, { name: 'Still off' })).body.isEnabled).toBe(false);
    const on = await patch(made, { isEnabled: true, webhookId: await webhookId() });
    expect([on.status, on.body.isEnabled]).toEqual([200, true]);
    await remove(made);
  });

  test('is deleted with its name and condition, and the same answer comes again', async () => {
    const made = await newAlert();
    const { totalCount } = await list('limit=1');
    const first = await remove(made);
    await quiet();
    await writesNothing(async () => {
      expect((await remove(made)).text).toBe(first.text);
      for (const [method, end, body] of [
        ['GET', '/firings'],
        ['PATCH', '', { name: 'x' }],
        ['PATCH', '', {}],
      ] as const)
        expect(outcome(await once(method, `${pathOf(made)}${end}`, body))).toEqual([404, 'alert_not_found']);
    });
    expect((await list('limit=1')).totalCount).toBe(totalCount - 1);
    const row = env.DB.prepare('select name, condition, author, on_after from alerts where alert_id = ?');
    expect(await row.bind(made.alertId).first()).toEqual({
      name: '',
      condition: '{}',
      author: '',
      on_after: null,
    });
  });
});

test('alert.fired is written while an alert is on', async () => {
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

test('a write whose answer is lost and that runs again has its effect once', async () => {
  const input = { name: 'Once', webhookId: await webhookId(), timezone: 'UTC' };
  const condition = { type: 'link_opened', personIds: null } as const;
  const { value, etag } = await createAlert(twice, { ...input, condition }, { author: 'a', updatedBy: 'a' });
  const { alertId } = value;
  const changed = await updateAlert(twice, alertId, { name: 'Twice', isEnabled: false }, 'a', [etag]);
  expect([changed.value.name, changed.etag]).toEqual(['Twice', '2']);
  const gone = await alertRecord.remove(twice, alertId, ['2']);
  expect(await alertRecord.remove(openTestDatabase(), alertId, undefined)).toEqual(gone);
});

test('a workspace has at most 50 alerts, and a deleted one makes room', async () => {
  const made: Alert[] = [];
  for (let count = (await list()).totalCount; count < 50; count++) made.push(await newAlert());
  expect(outcome(await post())).toEqual([409, 'alerts_full']);
  expect(outcome(await post({ webhookId: 'x' }))).toEqual([404, 'webhook_not_found']);
  for (const alert of made) await remove(alert);
  expect((await post()).status).toBe(201);
});
