import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { alerts } from '../../../db/tables/alerts.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { AlertType } from '../../../vocabulary/conditions.ts';
import { webhooks } from '../../tables/webhooks.ts';
import { webhookOrThrow } from '../../webhooks/store/internal.ts';
import type { Alert, AlertUpdate } from '../schemas.ts';
import { alertRecord, newestVisit } from './internal.ts';

interface ReviseParams {
  alertId: Param<string>;
  name: Param<string> | undefined;
  webhookId: Param<string> | undefined;
  timezone: Param<string> | undefined;
  type: Param<AlertType> | undefined;
  /** JSON. */
  condition: Param<string> | undefined;
  updatedBy: Param<string>;
  write: WriteParams;
}

const { nextDueAt, onAfter, type, webhookId } = alerts;
const onAfterwards = {
  on: sql`coalesce(${onAfter}, ${newestVisit})`,
  off: sql`null`,
  unchanged: sql`${onAfter}`,
};
type Switch = keyof typeof onAfterwards;

/** Whether a change may move when an alert is due. */
const isMoved = ({ condition, timezone }: Pick<ReviseParams, 'condition' | 'timezone'>) =>
  condition !== undefined || timezone !== undefined;

/** What the cron does next: it looks when the alert is due from now on, or as it was if it is due already. */
const dueAfter = (params: ReviseParams, change: Switch) => {
  const { type: given, write } = params;
  const known = isMoved(params) ? sql`min(coalesce(${nextDueAt}, ${write.now}), ${write.now})` : nextDueAt;
  const from = sql`iif(${onAfter} is null, ${write.now}, ${known})`;
  return sql`iif(${onAfterwards[change]} is not null and ${given ?? type} in ('conversions_changed', 'weekly_report'), ${from}, null)`;
};

const reviseAlert = statement((params: ReviseParams, change: Switch) => {
  const { alertId, write, condition, ...changes } = params;
  return alertRecord.revise(
    alertId,
    write,
    {
      ...changes,
      ...(condition && { condition: sql`${condition}` }),
      ...(change !== 'unchanged' && { onAfter: onAfterwards[change] }),
      ...((change !== 'unchanged' || isMoved(params)) && { nextDueAt: dueAfter(params, change) }),
    },
    change === 'on' || changes.webhookId
      ? existsIn(
          webhooks,
          sql`${webhooks.webhookId} = ${changes.webhookId ?? webhookId} and ${webhooks.deletedAt} is null`,
        )
      : undefined,
  );
});

const switchOf = (isEnabled: boolean | undefined): Switch =>
  isEnabled === undefined ? 'unchanged' : isEnabled ? 'on' : 'off';

/** Changes the given fields. Throws `alert_not_found`, `precondition_failed`, `webhook_not_found`. */
export function updateAlert(
  db: Database,
  alertId: string,
  { condition, isEnabled, name, timezone, webhookId }: AlertUpdate,
  by: string,
  ifMatch: IfMatch,
): Promise<Tagged<Alert>> {
  const changes = {
    alertId,
    name,
    webhookId,
    timezone,
    updatedBy: by,
    type: condition?.type,
    condition: condition && JSON.stringify(condition),
  };
  return alertRecord.write(db, alertId, { condition, isEnabled, name, timezone, webhookId }, ifMatch, {
    write: (write) => reviseAlert({ ...changes, write }, switchOf(isEnabled)),
    refuse: () => webhookOrThrow(undefined),
  });
}
