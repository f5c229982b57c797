import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { alertFirings } from '../../../db/tables/alerts.ts';
import { type CursorBinding, type Listing, pageFrom, placeOf } from '../../../lib/cursor.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { AlertFiring, AlertFiringList } from '../firing-schemas.ts';
import { liveAlertOrThrow, selectAlert } from './internal.ts';

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
  subject: row.subject || null,
  facts: row.facts,
});

/** What an alert has fired, newest first. Throws `alert_not_found`. */
export async function listFirings(db: Database, alertId: string, listing: Listing): Promise<AlertFiringList> {
  const binding: CursorBinding = ['alert_firings', alertId];
  const [[alert], rows] = await db.batch([
    selectAlert({ alertId }),
    selectFirings({ alertId, ...placeOf(binding, listing) }),
  ]);
  liveAlertOrThrow(alert);
  return pageFrom(binding, listing, rows, (last) => last.firingId, toFiring);
}
