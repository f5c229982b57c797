import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { list, newAlert, patch, post, quiet, remove } from '../../support/alerts.ts';
import { send } from '../../support/client.ts';
import { once, outcome, violationsOf } from '../../support/replies.ts';
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
  test.each(refused)('is refused with the condition %j', async (condition, violations) => {
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
});

test('a workspace has at most 50 alerts, and a deleted one makes room', async () => {
  const made: Alert[] = [];
  for (let count = (await list()).totalCount; count < 50; count++) made.push(await newAlert());
  expect(outcome(await post())).toEqual([409, 'alerts_full']);
  expect(outcome(await post({ webhookId: 'x' }))).toEqual([404, 'webhook_not_found']);
  for (const alert of made) await remove(alert);
  expect((await post()).status).toBe(201);
});
