import { and, count, desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { alerts } from '../../../db/tables/alerts.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import type { Alert } from '../schemas.ts';
import { alertColumns, areLive, toAlert } from './internal.ts';

const binding: CursorBinding = ['alerts'];

const selectAlerts = statement(({ after, take }: ListParams) =>
  build
    .select(alertColumns)
    .from(alerts)
    .where(and(areLive, after && lt(alerts.alertId, after)))
    .orderBy(desc(alerts.alertId))
    .limit(take),
);

const countAlerts = statement(() => build.select({ value: count() }).from(alerts).where(areLive));

/** Alerts, newest first. */
export async function listAlerts(db: Database, listing: Listing): Promise<List<Alert>> {
  const [rows, [total]] = await db.batch([selectAlerts(placeOf(binding, listing)), countAlerts({})]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.alertId, toAlert);
}
