import { env } from 'cloudflare:workers';
import { hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import {
  alertOf,
  faulty,
  fire,
  firedBy,
  patch,
  post,
  prepareAlerts,
  quiet,
  remove,
} from '../../support/alerts.ts';
import { newPageId } from '../../support/pages.ts';
import { etagOf, outcome, timestamp } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { newWebhook } from '../../support/webhooks.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareAlerts();

describe('an alert that is changed', () => {
  test('keeps its author, and is not overwritten by somebody who has not seen it', async () => {
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

  test('is looked at by its new condition and time zone from then on', async () => {
    const alert = await alertOf({ type: 'weekly_report' });
    setClock(Date.UTC(2026, 2, 9, 7, 30));
    await patch(alert, { timezone: 'Europe/Berlin' });
    await fire(Date.UTC(2026, 2, 9, 7, 31));
    expect(await firedBy(alert)).toEqual([]);
    await patch(alert, { timezone: 'UTC' });
    await fire(Date.UTC(2026, 2, 9, 8, 1));
    expect(await firedBy(alert)).toEqual([[null, '2026-03-02']]);
  });

  test('is looked at earlier, if it is due earlier in its new time zone', async () => {
    const alert = await alertOf({ type: 'weekly_report' });
    const sunday = Date.UTC(2026, 2, 8, 12);
    setClock(sunday);
    await patch(alert, { timezone: 'Asia/Tokyo' });
    await fire(sunday + 11 * hourMs - 1);
    expect(await firedBy(alert)).toEqual([]);
    await fire(sunday + 11 * hourMs);
    expect(await firedBy(alert)).toEqual([[null, '2026-03-02']]);
  });

  test('while it is due does not lose what it is due for', async () => {
    const pageId = await newPageId();
    const [on, changed, off, kept] = [
      await alertOf({ type: 'weekly_report', pageId }),
      await alertOf({ type: 'weekly_report', pageId }),
      await alertOf({ type: 'weekly_report', pageId }),
      await alertOf({ type: 'weekly_report', pageId }),
    ];
    const dueAt = ({ alertId }: Alert) =>
      env.DB.prepare('select next_due_at as at from alerts where alert_id = ?')
        .bind(alertId)
        .first<number>('at');
    const before = await dueAt(kept);
    await patch(kept, { isEnabled: true });
    expect(await dueAt(kept)).toBe(before);
    const monday = Date.UTC(2026, 2, 9, 8);
    setClock(monday + 10_000);
    await patch(on, { isEnabled: true });
    await patch(changed, { condition: { type: 'weekly_report' } });
    await patch(off, { isEnabled: false });
    await patch(off, { isEnabled: true });
    await fire(monday + minuteMs);
    expect([await firedBy(on), await firedBy(changed), await firedBy(off)]).toEqual([
      [[pageId, '2026-03-02']],
      [[null, '2026-03-02']],
      [],
    ]);
  });

  test('while a run looks at it keeps the change', async () => {
    const alert = await alertOf({ type: 'weekly_report' });
    const pageId = await newPageId();
    const monday = Date.UTC(2026, 2, 9, 8);
    setClock(monday + 10_000);
    const meanwhile = () => patch(alert, { condition: { type: 'weekly_report', pageId } });
    await fire(monday + 20_000, faulty({ meanwhile }));
    expect(await firedBy(alert)).toEqual([]);
    await fire(monday + minuteMs);
    expect(await firedBy(alert)).toEqual([[pageId, '2026-03-02']]);
  });
});
