import { getTableColumns, isNull, sql } from 'drizzle-orm';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import { record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { alerts, alertVisits } from '../../../db/tables/alerts.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { Alert } from '../schemas.ts';

/** Alerts. What a deleted one has fired is kept until its time is over. */
export const alertRecord = record({
  table: alerts,
  id: 'alertId',
  prefix: 'alert',
  columns: { ...getTableColumns(alerts), updater: factsOfKey(alerts.updatedBy) },
  state: getTableColumns(alerts),
  toItem: (row): Alert => ({
    alertId: row.alertId,
    name: row.name,
    webhookId: row.webhookId,
    timezone: row.timezone,
    isEnabled: row.onAfter !== null,
    condition: row.condition,
    author: row.author,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
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
export const { selectState: selectAlert, liveOrThrow: liveAlertOrThrow } = alertRecord;

/** The condition that a row is any alert that is not deleted; it finds them by an index. */
export const areLive = isNull(alerts.deletedAt);

/** The newest visit that is noted, or 0. */
export const newestVisit = sql<number>`coalesce((select max(${alertVisits.sequence}) from ${alertVisits}), 0)`;

/** Alerts, newest first. */
export const listAlerts = recordList(alertRecord, { by: 'alertId', isDescending: true });
