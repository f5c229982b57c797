import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import { alertFirings, alerts, alertVisits } from '../../../db/tables/alerts.ts';
import { eventSettings, events, named, unnamed } from '../../../db/tables/events.ts';
import { dayMs } from '../../../lib/durations.ts';
import { mostDays } from '../limits.ts';
import { areOn, cursor } from './fire-visits.ts';

/** How many rows of each a minute removes. */
const chunk = 1000;
/** How long firings and what they count are kept at least: a visit of a day may be noted 24 hours after it. */
const keptMs: number = 3 * dayMs;
/** How long visits are saved, in days: the longest window, in any zone. */
const visitDays = mostDays + 2;

interface ForgetParams {
  now: Param<number>;
  recipientsFrom: Param<number>;
}

const number = (value: number) => sql.raw(String(value));

/** Rows that are removed when they are older than a time. */
interface Kept {
  table: SQL;
  key: SQL;
  time: SQL;
  from: SQL;
}
/** The condition that there are such rows. The times have no index: the oldest says whether there is any. */
const isOldestOver = ({ table, key, time, from }: Kept) =>
  sql`coalesce((select ${time} from ${table} order by ${key} limit 1) < ${from}, 0)`;
const deleteOld = (kept: Kept) => {
  const { table, key, time, from } = kept;
  return sql`delete from ${table} where ${key} in (
    select ${key} from (select ${key}, ${time} as at from ${table} order by ${key}
      limit iif(${isOldestOver(kept)}, ${number(chunk)}, 0)) where at < ${from})`;
};

/** From when on firings must be there: a visit that waits may be of a day that has fired. */
const waitingFrom = ({ now }: Pick<ForgetParams, 'now'>) =>
  sql`coalesce((select min(${now}, ${alertVisits.createdAt}) from ${alertVisits}
    where ${alertVisits.sequence} > ${cursor} and ${existsIn(alerts, areOn)}
    order by ${alertVisits.sequence} limit 1), ${now})`;

// As events, and not longer than sessions name who came.
const keptFirings = ({ now, recipientsFrom }: ForgetParams): Kept => ({
  table: sql`${alertFirings}`,
  key: sql.raw(alertFirings.firingId.name),
  time: sql.raw(alertFirings.firedAt.name),
  from: sql`min(${waitingFrom({ now })} - ${number(keptMs)}, max(${recipientsFrom},
    ${now} - (select ${eventSettings.retentionDays} from ${eventSettings} where ${eventSettings.id} = 1) * ${number(dayMs)}))`,
});
const forgetFirings = statement((times: ForgetParams) => deleteOld(keptFirings(times)));

const keptVisits = ({ now, recipientsFrom }: ForgetParams): Kept => ({
  table: sql`${alertVisits}`,
  key: sql.raw(alertVisits.sequence.name),
  // The newest is never removed, but names nobody then.
  time: sql.raw(
    `iif(subject is null and sequence = (select max(sequence) from alert_visits), null, created_at)`,
  ),
  from: sql`max(${recipientsFrom}, ${now} - ${number(visitDays * dayMs)})`,
});
const forgetVisits = statement((times: ForgetParams) => deleteOld(keptVisits(times)));

const { sequence, createdAt } = events;

const isNamedBefore = (from: Param<number>) =>
  sql`${sql.raw(`(${named})`)} is not null and ${createdAt} < ${from}`;

// Fired alerts, and forms.
const clearEvents = statement(({ from }: { from: Param<number> }) =>
  build
    .update(events)
    .set({ related: sql.raw(unnamed) })
    .where(
      inArray(
        sequence,
        build
          .select({ sequence })
          .from(events)
          .where(isNamedBefore(from))
          .orderBy(asc(createdAt))
          .limit(chunk),
      ),
    ),
);

/** From when on events name who came, and visits are kept. */
export const namesKeptFrom = (now: number, recipientsFrom: number): number =>
  Math.min(recipientsFrom, now - keptMs);

interface OldParams extends ForgetParams {
  namesFrom: Param<number>;
}
/** The condition that there is something to remove. */
export const isSomethingOld = ({ now, recipientsFrom, namesFrom }: OldParams): SQL =>
  sql`(${isOldestOver(keptFirings({ now, recipientsFrom }))}
    or ${isOldestOver(keptVisits({ now, recipientsFrom: namesFrom }))}
    or ${existsIn(events, isNamedBefore(namesFrom))})`;

/** The statements that remove what is not kept. */
export function forgetOld(now: number, recipientsFrom: number): [Bound, Bound, Bound] {
  const from = namesKeptFrom(now, recipientsFrom);
  return [
    forgetFirings({ now, recipientsFrom }),
    forgetVisits({ now, recipientsFrom: from }),
    clearEvents({ from }),
  ];
}
