import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { alerts } from '../../../db/tables/alerts.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { AlertType } from '../../../vocabulary/conditions.ts';
import { webhooks } from '../../tables/webhooks.ts';
import { isLive, liveWebhookOrThrow, selectWebhook } from '../../webhooks/store/internal.ts';
import { nextDueAt } from '../calendar.ts';
import { mostAlerts } from '../limits.ts';
import type { Alert, AlertCreate } from '../schemas.ts';
import { areLive, newestVisit, selectShownAlert, toTagged } from './internal.ts';

interface InsertParams {
  alertId: Param<string>;
  name: Param<string>;
  webhookId: Param<string>;
  timezone: Param<string>;
  type: Param<AlertType>;
  /** JSON. */
  condition: Param<string>;
  nextDueAt: Param<number | null>;
  author: Param<string>;
  updatedBy: Param<string>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertAlert = statement(({ now, condition, nextDueAt, ...row }: InsertParams) =>
  insertWhere(
    alerts,
    {
      ...{ ...row, condition: sql`${condition}`, nextDueAt: sql`${nextDueAt}` },
      ...{ onAfter: newestVisit, revision: 1, createdAt: now, updatedAt: now },
    },
    and(
      existsIn(webhooks, isLive(row.webhookId)),
      sql`(select count(*) from ${alerts} where ${areLive}) < ${sql.raw(String(mostAlerts))}`,
    ),
    alerts.alertId,
  ),
);

/** Creates an alert, which is on from now. `from` says who asked, and with which key. Throws `webhook_not_found`, `alerts_full`. */
export async function createAlert(
  db: Database,
  { condition, ...input }: AlertCreate,
  from: { author: string; updatedBy: string },
): Promise<Tagged<Alert>> {
  const alertId = newId('alert');
  const now = Date.now();
  const [, [created], [webhook]] = await db.batch([
    insertAlert({
      ...{ ...input, alertId, type: condition.type, condition: JSON.stringify(condition), ...from, now },
      ...{ nextDueAt: nextDueAt(condition, input.timezone, now), writeIds: newId('write') },
    }),
    selectShownAlert({ alertId }),
    selectWebhook(input),
  ]);
  if (created) return toTagged(created);
  liveWebhookOrThrow(webhook);
  throw new FootfallError('alerts_full', `A workspace has at most ${mostAlerts} alerts.`);
}
