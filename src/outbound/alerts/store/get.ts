import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Alert } from '../schemas.ts';
import { liveAlertOrThrow, selectShownAlert, toTagged } from './internal.ts';

/** An alert. Throws `alert_not_found`. */
export async function getAlertOrThrow(db: Database, alertId: string): Promise<Tagged<Alert>> {
  const [[row]] = await db.batch([selectShownAlert({ alertId })]);
  return toTagged(liveAlertOrThrow(row));
}
