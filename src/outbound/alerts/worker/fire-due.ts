import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import { isTooMany } from '../../../analytics/groups.ts';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { alertFirings, alerts } from '../../../db/tables/alerts.ts';
import { newId } from '../../../lib/ids.ts';
import { hasSampleSql, isSample } from '../../../lib/sample.ts';
import { isTimed } from '../../../vocabulary/conditions.ts';
import type { FiringFacts } from '../../../vocabulary/firing-sentences.ts';
import { dayOf, lastDueAt, nextDueAt } from '../calendar.ts';
import { mostAlerts } from '../limits.ts';
import { dueFacts } from '../store/due-facts.ts';
import { reportLook } from './alone.ts';

/** How many questions a run asks the analytics, at most: two runs ask for all alerts of a workspace. */
const mostQuestions: number = mostAlerts / 2;

const { alertId, failedAt, nextDueAt: dueAt, revision } = alerts;

/** The condition that an alert is due. */
export const areAlertsDue = (now: Param<number>): SQL => existsIn(alerts, lte(dueAt, now));

/** Selects the alerts that are due: first those without a failed look, then that whose look failed longest ago. */
export const selectDue = statement(({ now }: { now: Param<number> }) =>
  build
    .select({
      alertId,
      webhookId: alerts.webhookId,
      timezone: alerts.timezone,
      condition: alerts.condition,
      dueAt: sql<number>`${dueAt}`,
      revision,
    })
    .from(alerts)
    .where(lte(dueAt, now))
    .orderBy(asc(failedAt), asc(dueAt))
    .limit(mostAlerts),
);

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
/** The condition that a firing is of one page, or counts no visits of sample data. */
const countsNoSample = (subject: Param<string>) => sql`(${subject} <> '' or not ${sql.raw(hasSampleSql)})`;

const insertFiring = statement(({ before, revision, now, facts, ...row }: InsertParams) =>
  insertWhere(
    alertFirings,
    { ...row, facts: sql`${facts}`, firedAt: now },
    and(existsIn(alerts, isDue({ alertId: row.alertId, before, revision })), countsNoSample(row.subject)),
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

/** What is asked for alerts that are due: those with the same condition, zone and day share the answer. */
interface Question extends Pick<Due, 'condition' | 'timezone'> {
  day: number;
}

/** What an alert is to be asked, for the last time that it was due. Undefined if it was not. */
function questionOf({ condition, timezone, dueAt }: Due, now: number): Question | undefined {
  const at = lastDueAt(condition, timezone, dueAt, now);
  return at === undefined ? undefined : { condition, timezone, day: dayOf(at, timezone) };
}

/** Alerts by their questions, as many as a run asks. One that cannot be asked is alone. */
function groupsOf(due: readonly Due[], now: number): Due[][] {
  const groups = Map.groupBy(due, (alert) => {
    try {
      return JSON.stringify(questionOf(alert, now) ?? null);
    } catch {
      return alert.alertId;
    }
  });
  return [...groups.values()].slice(0, mostQuestions);
}

/** What a question comes to. Undefined if the condition is not met. */
async function factsOf(
  { condition, timezone: zone, day }: Question,
  db: Database,
  mayCut: boolean,
): Promise<FiringFacts | undefined> {
  if (!isTimed(condition)) return undefined;
  const [found] = await dueFacts(db, condition, { zone, days: [day], mayCut });
  return found?.facts;
}

/**
 * As `factsOf`. Visits that are too many to be added up fire nothing: the next minute would have as many. But a run may
 * ask for so much alone: a question that is not the first in it has another try.
 */
async function factsOrNone(question: Question, due: readonly Due[], db: Database, isFirst: boolean) {
  try {
    return await factsOf(question, db, isFirst);
  } catch (error) {
    if (!isTooMany(error) || !isFirst) throw error;
    reportLook(due, error);
    return undefined;
  }
}

/** The statements that fire an alert, if there are facts, and say when it is due next. */
function writesOf(
  { alertId, webhookId, dueAt: before, revision, condition, timezone }: Due,
  { question, facts, now }: { question: Question | undefined; facts: FiringFacts | undefined; now: number },
) {
  const after = nextDueAt(condition, timezone, now);
  const subject = ('pageId' in condition && condition.pageId) || '';
  const firing =
    question && facts && !isSample(subject)
      ? insertFiring({
          firingId: newId('firing'),
          alertId,
          webhookId,
          day: question.day,
          before,
          revision,
          now,
          subject,
          facts: JSON.stringify(facts),
        })
      : undefined;
  return [firing, moveDue({ alertId, before, revision, after })];
}

/**
 * Looks at alerts that are due, and when they are due next: at all whose questions this run may ask. One that was due
 * several times, because no cron ran, is looked at for the last of them. If a look fails, the others come first, and it
 * again after them.
 */
export async function fireDue(db: Database, due: readonly Due[], now: number): Promise<void> {
  for (const [nth, group] of groupsOf(due, now).entries()) {
    const [first] = group;
    try {
      const question = first && questionOf(first, now);
      const facts = question && (await factsOrNone(question, group, db, nth === 0));
      await db.batch(group.flatMap((alert) => writesOf(alert, { question, facts, now })));
    } catch (error) {
      reportLook(group, error);
      // If this fails too, D1 is away, and the next minute looks at all.
      await db.batch(
        group.map(({ alertId, dueAt: before, revision }) => noteFailure({ alertId, before, revision, now })),
      );
    }
  }
}
