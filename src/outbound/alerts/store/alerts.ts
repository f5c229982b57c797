import { and, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type NewRow, record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { alertFirings, alerts, alertVisits } from '../../../db/tables/alerts.ts';
import { type Listing, pageAsked } from '../../../lib/cursor.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { timesOf, toTimestamp } from '../../../lib/time.ts';
import type { AlertType } from '../../../vocabulary/conditions.ts';
import { webhooks } from '../../tables/webhooks.ts';
import {
  isLive,
  liveWebhookOrThrow,
  selectWebhook,
  switchOf,
  webhookOrThrow,
} from '../../webhooks/store/webhooks.ts';
import { nextDueAt } from '../calendar.ts';
import type { AlertFiring, AlertFiringList } from '../firing-schemas.ts';
import { mostAlerts } from '../limits.ts';
import type { Alert, AlertCreate, AlertUpdate } from '../schemas.ts';

/** Alerts. What a deleted one has fired is kept until its time is over. */
export const alertRecord = record({
  table: alerts,
  id: 'alertId',
  prefix: 'alert',
  columns: { ...getTableColumns(alerts), updater: factsOfKey(alerts.updatedBy) },
  state: getTableColumns(alerts),
  toItem: (row): Alert => ({
    ...pick(row, ['alertId', 'name', 'webhookId', 'timezone']),
    isEnabled: row.onAfter !== null,
    condition: row.condition,
    author: row.author,
    ...timesOf(row, ['createdAt', 'updatedAt']),
    updatedBy: toUpdatedBy(row),
  }),
  orThrow: orThrow('alert_not_found', 'There is no alert with this id.'),
  emptied: {
    name: '',
    author: '',
    updatedBy: sql`null`,
    condition: sql`'{}'`,
    onAfter: sql`null`,
    nextDueAt: sql`null`,
  },
});
const { selectState: selectAlert, liveOrThrow: liveAlertOrThrow } = alertRecord;

/** The condition that a row is any alert that is not deleted; it finds them by an index. */
const areLive = isNull(alerts.deletedAt);

/** The newest visit that is noted, or 0. */
const newestVisit = sql<number>`coalesce((select max(${alertVisits.sequence}) from ${alertVisits}), 0)`;

/** Alerts, newest first. */
export const listAlerts = recordList(alertRecord, { by: 'alertId', isDescending: true });

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

const { nextDueAt: dueAt, onAfter, type, webhookId } = alerts;
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
  const known = isMoved(params) ? sql`min(coalesce(${dueAt}, ${write.now}), ${write.now})` : dueAt;
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

const { alertId, firingId } = alertFirings;
const selectFirings = statement(({ after, take, ...of }: ListParams & { alertId: Param<string> }) =>
  build
    .select(getTableColumns(alertFirings))
    .from(alertFirings)
    .where(and(eq(alertId, of.alertId), after && lt(firingId, after)))
    .orderBy(desc(firingId))
    .limit(take),
);

const toFiring = (row: typeof alertFirings.$inferSelect): AlertFiring => ({
  firingId: row.firingId,
  alertId: row.alertId,
  firedAt: toTimestamp(row.firedAt),
  // A job of the service is no record.
  subject: row.facts.type === 'service_stalled' ? null : row.subject || null,
  facts: row.facts,
});

/** What an alert has fired, newest first. Throws `alert_not_found`. */
export async function listFirings(db: Database, alertId: string, listing: Listing): Promise<AlertFiringList> {
  const asked = pageAsked(['alert_firings', alertId], listing);
  const [[alert], rows] = await db.batch([
    selectAlert({ alertId }),
    selectFirings({ alertId, ...asked.place }),
  ]);
  liveAlertOrThrow(alert);
  return asked.items(rows, (last) => last.firingId, toFiring);
}
