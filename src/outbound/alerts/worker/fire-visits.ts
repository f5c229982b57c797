import { and, asc, gt, inArray, isNotNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, itemField, oneRow } from '../../../db/sql.ts';
import { type Bound, build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { alertCursor, alertFirings, alerts, alertVisits } from '../../../db/tables/alerts.ts';
import { newId } from '../../../lib/ids.ts';
import { quarterMs } from '../../../lib/range.ts';
import { visitTypes } from '../../../vocabulary/conditions.ts';
import { mostVisits } from '../limits.ts';
import { askedBy, type Candidate, candidatesOf, isVisitCondition, latestMs, visitFacts } from '../visits.ts';
import { eachAlone } from './alone.ts';

/**
 * How many rounds a run has, and up to how many visits each goes at most. Visits of the same subject and quarters of an
 * hour are looked at once, so that a flood of one visitor keeps nobody waiting: of so many looks, each alert has its share.
 */
const most = { rounds: 10, visits: 1000, looks: 2500 };

/** The condition that an alert is on, and that visits meet it. */
export const areOn = and(inArray(alerts.type, [...visitTypes]), isNotNull(alerts.onAfter));

const selectAlertsOn = statement(() =>
  build
    .select(columnsOf(alerts, ['alertId', 'webhookId', 'timezone', 'condition', 'onAfter']))
    .from(alerts)
    .where(areOn),
);

/** Up to which visit alerts have looked. */
export const cursor = sql<number>`coalesce((select ${alertCursor.sequence} from ${alertCursor} where ${alertCursor.id} = 1), 0)`;

const selectCursor = statement(() =>
  build
    .select({ sequence: sql<number>`${cursor}` })
    .from(oneRow)
    .where(existsIn(alerts, areOn)),
);

/** The condition that there are visits which alerts have not looked at. */
export const doVisitsWait = sql`(${existsIn(alerts, areOn)} and ${existsIn(alertVisits, gt(alertVisits.sequence, cursor))})`;

const number = (value: number) => sql.raw(String(value));
const { sequence, subject, startedAt, createdAt } = alertVisits;
const alertsOn = sql`(select count(*) from ${alerts} where ${areOn})`;
/** The visits of a round, in their order. */
const nextVisits = build
  .select({ sequence, subject, startedAt, createdAt })
  .from(alertVisits)
  .where(gt(sequence, cursor))
  .orderBy(asc(sequence))
  .limit(sql<number>`iif(${alertsOn} = 0, 0, ${number(most.visits)})` as never)
  .as('visit');
/** Every zone begins its days with a quarter of an hour. */
const quarterOf = (time: SQLWrapper) => sql`${time} / ${number(quarterMs)}`;

/** Selects the visits of a round as groups, of which one more than a round looks at. Late ones are of nobody. */
const selectVisits = statement(() => {
  const { sequence, startedAt, createdAt } = nextVisits;
  const of = sql<
    string | null
  >`iif(${startedAt} > ${createdAt} - ${number(latestMs)}, ${nextVisits.subject}, null)`;
  return build
    .select({
      subject: of.as('subject'),
      first: sql<number>`min(${sequence})`.as('first'),
      last: sql<number>`max(${sequence})`.as('last'),
      startedAt: sql<number>`max(${startedAt})`.as('startedAt'),
      createdAt: sql<number>`max(${createdAt})`.as('createdAt'),
    })
    .from(nextVisits)
    .groupBy(of, quarterOf(startedAt), quarterOf(createdAt))
    .orderBy(sql`first`)
    .limit(sql<number>`${number(most.looks)} / max(${alertsOn}, 1) + 1` as never);
});

/** What may be fired, as it is bound. */
interface Item extends Candidate {
  firingId: string;
  alertId: string;
  onAfter: number;
  webhookId: string;
  visits: number;
  facts: string;
}

interface InsertParams {
  items: Param<string>;
  before: Param<number>;
  now: Param<number>;
}

// An erasure since the visits were read has taken their subject from them.
const insertFirings = statement(({ items, before, now }: InsertParams) => {
  const field = itemField<Item>;
  const visitsFrom = (start: ReturnType<typeof field>) =>
    sql`${alertVisits} where ${subject} = ${field('subject')} and ${startedAt} >= ${start} and ${startedAt} < ${field('end')}`;
  const isFired = existsIn(
    alertFirings,
    sql`${alertFirings.alertId} = ${field('alertId')} and ${alertFirings.subject} = ${field('subject')}
      and ${alertFirings.day} = ${field('day')}`,
  );
  const isOn = existsIn(
    alerts,
    sql`${alerts.alertId} = ${field('alertId')} and ${alerts.onAfter} = ${field('onAfter')}`,
  );
  return sql`insert into ${alertFirings} (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
    select ${field('firingId')}, ${field('alertId')}, ${field('webhookId')}, ${field('subject')}, ${field('day')},
      ${field('facts')}, ${now}
    from json_each(${items}) as item
    where ${cursor} = ${before} and ${isOn} and not ${isFired}
      and exists (select 1 from ${visitsFrom(field('start'))})
      and (select count(*) from (select 1 from ${visitsFrom(field('from'))} limit ${number(mostVisits)})) >= ${field('visits')}
    on conflict do nothing`;
});

const moveCursor = statement(({ before, after }: { before: Param<number>; after: Param<number> }) =>
  build
    .insert(alertCursor)
    .select(sql`select 1, ${after} where ${cursor} = ${before}`)
    .onConflictDoUpdate({ target: alertCursor.id, set: { sequence: sql`excluded.sequence` } }),
);

/** The visits that are not looked at yet, the alerts that do, and the cursor before them. */
export interface Look {
  on: Rows<typeof selectAlertsOn>;
  at: Rows<typeof selectCursor>;
  visits: Rows<typeof selectVisits>;
}
type Rows<S extends (values: never) => Bound> = NonNullable<ReturnType<S>['row']>[];

/** The statements that look for visits, in the order of `Look`. */
export const lookForVisits = () => [selectAlertsOn({}), selectCursor({}), selectVisits({})] as const;

/** Fires the alerts whose condition is met with these visits. */
async function fireFor(db: Database, { on, at, visits }: Look, now: number): Promise<void> {
  const before = at[0]?.sequence ?? 0;
  // One group more than a round looks at says where the next begins.
  const next = visits.length > Math.floor(most.looks / Math.max(on.length, 1)) ? visits.at(-1) : undefined;
  const looked = next ? visits.slice(0, -1) : visits;
  const known = looked.flatMap(({ subject, ...visit }) => (subject === null ? [] : [{ ...visit, subject }]));
  const items = eachAlone(on, ({ alertId, webhookId, timezone, condition, onAfter }): Item[] => {
    if (!isVisitCondition(condition) || onAfter === null) return [];
    const since = known.filter(({ last }) => last > onAfter);
    return candidatesOf(condition, timezone, since).map((candidate) => ({
      ...candidate,
      alertId,
      onAfter,
      webhookId,
      firingId: newId('firing'),
      visits: askedBy(condition).visits,
      facts: JSON.stringify(visitFacts(condition, candidate.day)),
    }));
  });
  const after = next ? next.first - 1 : Math.max(before, ...looked.map(({ last }) => last));
  await db.batch([
    items.length > 0 ? insertFirings({ items: JSON.stringify(items), before, now }) : undefined,
    moveCursor({ before, after }),
  ]);
}

/** Fires the alerts whose condition visits have met, beginning with what the cron saw, up to some thousand visits. */
export async function fireVisits(db: Database, first: Look, now: number): Promise<void> {
  let look = first;
  for (let round = 0; round < most.rounds && look.visits.length > 0; round++) {
    await fireFor(db, look, now);
    const [on, at, visits] = await db.batch(lookForVisits());
    look = { on, at, visits };
  }
}
