import { asc, lte, type SQL, sql } from 'drizzle-orm';
import { isTooMany } from '../../analytics/groups.ts';
import type { Database } from '../../db/client.ts';
import { insertWhere } from '../../db/insert.ts';
import { existsIn } from '../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../db/statement.ts';
import { alertFirings, alerts } from '../../db/tables/alerts.ts';
import { newId } from '../../lib/ids.ts';
import { report } from '../../lib/report.ts';
import { dayOf, lastDueAt, nextDueAt } from '../calendar.ts';
import type { FiringFacts } from '../facts.ts';
import { changedConversions } from '../store/conversions.ts';
import { weeklyReport } from '../store/weekly.ts';
import { isVisitCondition } from '../visits.ts';

/** How many alerts a run looks at, at most: each reads analytics. The next minute has the others. */
const mostDue = 5;

const { alertId, failedAt, nextDueAt: dueAt, revision } = alerts;

/** The condition that an alert is due. */
export const areAlertsDue = (now: Param<number>): SQL => existsIn(alerts, lte(dueAt, now));

/** Selects the alerts that are due: first those without a failed look, then that whose look failed longest ago. */
export const selectDue = statement(({ now }: { now: Param<number> }) =>
  build
    .select({
      ...{ alertId, webhookId: alerts.webhookId, timezone: alerts.timezone },
      ...{ condition: alerts.condition, dueAt: sql<number>`${dueAt}`, revision },
    })
    .from(alerts)
    .where(lte(dueAt, now))
    .orderBy(asc(failedAt), asc(dueAt))
    .limit(mostDue),
);

/** An alert that is due. */
type Due = NonNullable<ReturnType<typeof selectDue>['row']>;

interface DueParams {
  alertId: Param<string>;
  before: Param<number>;
  revision: Param<number>;
}
/** The condition that an alert is still due since then: nobody has changed it, and no other run has looked. */
const isDue = (of: DueParams) =>
  sql`${alertId} = ${of.alertId} and ${dueAt} = ${of.before} and ${revision} = ${of.revision}`;

interface InsertParams extends DueParams {
  firingId: Param<string>;
  webhookId: Param<string>;
  subject: Param<string>;
  day: Param<number>;
  facts: Param<string>;
  now: Param<number>;
}
const insertFiring = statement(({ before, revision, now, facts, ...row }: InsertParams) =>
  insertWhere(
    alertFirings,
    { ...row, facts: sql`${facts}`, firedAt: now },
    existsIn(alerts, isDue({ alertId: row.alertId, before, revision })),
    [alertFirings.alertId, alertFirings.subject, alertFirings.day],
  ),
);

interface MoveParams extends DueParams {
  after: Param<number | null>;
}
const moveDue = statement(({ after, ...of }: MoveParams) =>
  build
    .update(alerts)
    .set({ nextDueAt: sql`${after}`, failedAt: sql`null` })
    .where(isDue(of)),
);

const noteFailure = statement(({ now, ...of }: DueParams & { now: Param<number> }) =>
  build.update(alerts).set({ failedAt: now }).where(isDue(of)),
);

/** What an alert tells on a day. Undefined if its condition is not met. */
async function factsOn({ condition, timezone }: Due, db: Database, day: number, isFirst: boolean) {
  if (isVisitCondition(condition)) return undefined;
  if (condition.type === 'weekly_report') return weeklyReport(db, condition.pageId, timezone, day, isFirst);
  const [changed] = await changedConversions(db, condition, timezone, [day - 1]);
  return changed?.facts;
}

/** What is looked at: an alert, and whether nothing has been read for another before. */
interface Look {
  alert: Due;
  isFirst: boolean;
}

/** The firing of an alert on the last day that it was due, if it was, and if its condition is met. */
async function firingOf({ alert, isFirst }: Look, db: Database, now: number): Promise<Bound | undefined> {
  const { condition, timezone, alertId, webhookId, dueAt: before, revision } = alert;
  const at = lastDueAt(condition, timezone, before, now);
  if (at === undefined) return undefined;
  const day = dayOf(at, timezone);
  const facts: FiringFacts | undefined = await factsOn(alert, db, day, isFirst);
  const subject = ('pageId' in condition && condition.pageId) || '';
  return (
    facts &&
    insertFiring({
      ...{ firingId: newId('firing'), alertId, webhookId, subject, day, before, revision, now },
      facts: JSON.stringify(facts),
    })
  );
}

/**
 * As `firingOf`. Visits that are too many to be added up fire nothing: the next minute would have as many. But a run may
 * ask for so much alone: one that is not the first in it has another try.
 */
async function firingOrNone(look: Look, db: Database, now: number): Promise<Bound | undefined> {
  try {
    return await firingOf(look, db, now);
  } catch (error) {
    if (!isTooMany(error) || !look.isFirst) throw error;
    reportOf(look.alert, error);
    return undefined;
  }
}

const reportOf = ({ alertId }: Due, error: unknown): void => report('look at an alert', error, { alertId });

/**
 * Looks at alerts that are due, and when they are due next. One that was due several times, because no cron ran, is
 * looked at for the last of them. If one fails, the others are looked at first, and it is again after them. `now` in
 * milliseconds since 1970.
 */
export async function fireDue(db: Database, due: readonly Due[], now: number): Promise<void> {
  for (const [nth, alert] of due.entries()) {
    const { alertId, dueAt: before, revision, condition, timezone } = alert;
    try {
      const after = nextDueAt(condition, timezone, now);
      const firing = await firingOrNone({ alert, isFirst: nth === 0 }, db, now);
      await db.batch([firing, moveDue({ alertId, before, revision, after })]);
    } catch (error) {
      reportOf(alert, error);
      // If this fails too, D1 is away, and the next minute looks at all.
      await db.batch([noteFailure({ alertId, before, revision, now })]);
    }
  }
}
