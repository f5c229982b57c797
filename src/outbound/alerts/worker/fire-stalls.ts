import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { alertFirings, alerts } from '../../../db/tables/alerts.ts';
import { serviceNotes } from '../../../db/tables/system.ts';
import { newId } from '../../../lib/ids.ts';
import { serviceJobs, stallsOf } from '../../../vocabulary/stalls.ts';
import { dayOf, startOfDay } from '../calendar.ts';
import { type Notified, notificationsOf, notifiedKey, stallFacts } from '../stalls.ts';
import { metricsOf, waitsAt } from '../store/waits.ts';
import { eachAlone } from './alone.ts';

const isOn = and(eq(alerts.type, 'service_stalled'), isNotNull(alerts.onAfter));

/** The condition that an alert is on which looks for stalled jobs. */
export const isLookedForStalls = existsIn(alerts, isOn);

const notified = sql<string>`coalesce((select ${serviceNotes.value} from ${serviceNotes} where ${serviceNotes.name} = 'notified'), '{}')`;

/**
 * Selects the alerts that look, with what they have notified of and what waits: none, and nothing else is read, if the cron
 * has noted a run since.
 */
const selectLook = statement(({ now, since }: { now: Param<number>; since: Param<number> }) =>
  build
    .select({
      ...columnsOf(alerts, ['alertId', 'webhookId', 'timezone', 'updatedAt']),
      notified: sql<string>`${notified}`,
      ...waitsAt(now),
    })
    .from(alerts)
    .where(
      and(
        isOn,
        sql`not ${existsIn(serviceNotes, sql`${serviceNotes.name} = 'cron' and ${serviceNotes.at} > ${since}`)}`,
      ),
    )
    .orderBy(asc(alerts.alertId)),
);

/** A firing, as it is bound. */
interface Item {
  key: string;
  firingId: string;
  alertId: string;
  webhookId: string;
  job: string;
  day: number;
  /** When the next day begins. */
  next: number;
  facts: string;
}

interface WriteParams {
  items: Param<string>;
  before: Param<string>;
  now: Param<number>;
}
const field = itemField<Item>;
const insertFirings = statement(
  ({ items, before, now }: WriteParams) => sql`insert into ${alertFirings}
    (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
    select ${field('firingId')}, ${field('alertId')}, ${field('webhookId')}, ${field('job')}, ${field('day')},
      ${field('facts')}, ${now}
    from json_each(${items}) as item
    where ${notified} = ${before} and ${existsIn(alerts, sql`${alerts.alertId} = ${field('alertId')} and ${isOn}`)}
    on conflict do nothing`,
);
/** Notes what is kept, what was fired just now, and until when the others wait, which had their firing of the day. */
const noteNotified = statement(
  ({
    kept,
    items,
    before,
    now,
  }: WriteParams & { kept: Param<string> }) => sql`insert into ${serviceNotes} (name, at, value)
    select 'notified', ${now}, json_patch(${kept}, (select json_group_object(${field('key')},
      json(iif(${existsIn(alertFirings, sql`${alertFirings.firingId} = ${field('firingId')}`)},
        json_object('at', ${now}), json_object('waitsUntil', ${field('next')}))))
      from json_each(${items}) as item))
    where ${notified} = ${before}
    on conflict (name) do update set at = excluded.at, value = excluded.value where value <> excluded.value`,
);

/**
 * Fires the alerts about stalled jobs, each once until the job goes on again. Runs may come twice, at once, or end anywhere:
 * what alerts have notified of is noted in the transaction that fires. Without `isCron` it looks only if the cron has not run.
 */
export async function fireStalls(
  db: Database,
  visits: Queue | undefined,
  now: number,
  isCron: boolean,
): Promise<void> {
  const since = isCron ? Number.MAX_SAFE_INTEGER : now - serviceJobs.cron.patience;
  const [rows] = await db.batch([selectLook({ now, since })]);
  const [first] = rows;
  if (!first) return;
  const { notified: before, cron, ...waits } = first;
  const visitsSince = (await metricsOf(visits))?.oldestAt ?? null;
  const stalls = stallsOf({ ...waits, cron: isCron ? now : cron, visits: visitsSince }, now);
  const known = JSON.parse(before) as Notified;
  const { kept, due } = notificationsOf(known, rows, stalls, now);
  const items = eachAlone(due, ({ alertId, webhookId, timezone, stall }): Item[] => {
    const day = dayOf(now, timezone);
    const item = { alertId, webhookId, job: stall.job, day, next: startOfDay(day + 1, timezone) };
    const facts = JSON.stringify(stallFacts(stall, day));
    return [{ ...item, key: notifiedKey(alertId, stall.job), firingId: newId('firing'), facts }];
  });
  if (items.length === 0 && Object.keys(kept).length === Object.keys(known).length) return;
  const write = { items: JSON.stringify(items), before, now };
  await db.batch([insertFirings(write), noteNotified({ ...write, kept: JSON.stringify(kept) })]);
}
