import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { alerts, alertVisits } from '../../../db/tables/alerts.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { Alert } from '../schemas.ts';

/** What an answer shows of an alert. */
export const alertColumns = { ...getTableColumns(alerts), updater: factsOfKey(alerts.updatedBy) };
type Row = typeof alerts.$inferSelect;
type ShownRow = Row & { updater: string | null };

export const toAlert = (row: ShownRow): Alert => ({
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
});

export const toTagged = (row: ShownRow): Tagged<Alert> => ({
  value: toAlert(row),
  etag: String(row.revision),
});

/** Selects an alert, deleted or not, within a batch. */
export const selectAlert = statement(({ alertId }: { alertId: Param<string> }) =>
  build.select(getTableColumns(alerts)).from(alerts).where(eq(alerts.alertId, alertId)),
);

/** The same, with what an answer shows. */
export const selectShownAlert = statement(({ alertId }: { alertId: Param<string> }) =>
  build.select(alertColumns).from(alerts).where(eq(alerts.alertId, alertId)),
);

/** The condition that a row is this alert and not deleted. */
export const isLive = (alertId: Param<string>) => and(eq(alerts.alertId, alertId), isNull(alerts.deletedAt));

/** The condition that a row is any alert that is not deleted; it finds them by an index. */
export const areLive = isNull(alerts.deletedAt);

/** The newest visit that is noted, or 0. */
export const newestVisit = sql<number>`coalesce((select max(${alertVisits.sequence}) from ${alertVisits}), 0)`;

/** Throws `alert_not_found` when there is no row. */
export const alertOrThrow = orThrow('alert_not_found', 'There is no alert with this id.');

/** Throws `alert_not_found` when there is no row or the alert is deleted. */
export const liveAlertOrThrow = <T extends Row>(row: T | undefined): T =>
  alertOrThrow(row?.deletedAt === null ? row : undefined);
