import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { alerts } from '../../../db/tables/alerts.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import type { AlertDeleted } from '../schemas.ts';
import { alertOrThrow, isLive, selectAlert } from './internal.ts';

const markDeleted = statement(({ alertId, write }: { alertId: Param<string>; write: WriteParams }) =>
  revise(
    alerts,
    write,
    {
      ...{
        name: '',
        author: '',
        updatedBy: sql`null`,
        condition: sql`'{}'`,
        onAfter: sql`null`,
        nextDueAt: sql`null`,
      },
      deletedAt: write.now,
    },
    and(isLive(alertId), isCurrent(alerts.revision, write)),
  ),
);

/**
 * Deletes an alert; what it has fired is kept until its time is over. A second call changes nothing. Throws
 * `alert_not_found`, `precondition_failed`.
 */
export async function deleteAlert(
  db: Database,
  alertId: string,
  ifMatch: IfMatch,
): Promise<Tagged<AlertDeleted>> {
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([markDeleted({ alertId, write }), selectAlert({ alertId })]);
  const { deletedAt, revision } = alertOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { alertId, deletedAt: toTimestamp(deletedAt ?? write.now) }, etag };
}
