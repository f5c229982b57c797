import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { NewRow } from '../../../db/record.ts';
import { existsIn } from '../../../db/sql.ts';
import { statement } from '../../../db/statement.ts';
import { alerts } from '../../../db/tables/alerts.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { webhooks } from '../../tables/webhooks.ts';
import { isLive, liveWebhookOrThrow, selectWebhook } from '../../webhooks/store/internal.ts';
import { nextDueAt } from '../calendar.ts';
import { mostAlerts } from '../limits.ts';
import type { Alert, AlertCreate } from '../schemas.ts';
import { alertRecord, areLive, newestVisit } from './internal.ts';

const insertAlert = statement((row: NewRow<typeof alerts>) =>
  alertRecord.insert(
    { ...row, onAfter: newestVisit },
    and(
      existsIn(webhooks, isLive(row.webhookId)),
      sql`(select count(*) from ${alerts} where ${areLive}) < ${sql.raw(String(mostAlerts))}`,
    ),
  ),
);

/** Creates an alert, which is on from now. `from` says who asked, and with which key. Throws `webhook_not_found`, `alerts_full`. */
export function createAlert(
  db: Database,
  { condition, ...input }: AlertCreate,
  from: { author: string; updatedBy: string },
): Promise<Tagged<Alert>> {
  const { type } = condition;
  const dueAt = nextDueAt(condition, input.timezone, Date.now());
  const row = { ...input, ...from, type, condition: JSON.stringify(condition), nextDueAt: dueAt };
  return alertRecord.create(db, row, {
    write: insertAlert,
    reads: [selectWebhook(input)],
    refuse: ([webhook]) => {
      liveWebhookOrThrow(webhook);
      throw new FootfallError('alerts_full', `A workspace has at most ${mostAlerts} alerts.`);
    },
  });
}
