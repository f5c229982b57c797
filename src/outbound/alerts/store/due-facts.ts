import type { Database } from '../../../db/client.ts';
import type { ConditionOf, TimedType } from '../../../vocabulary/conditions.ts';
import type { FactsOf, FiringFacts } from '../../../vocabulary/firing-sentences.ts';
import { changedConversions } from './changed-conversions.ts';
import { weeklyReport } from './weekly-report.ts';

/** When a condition is asked: on days of a zone. `mayCut`: a report may leave out lists that are too large. */
interface Days {
  zone: string;
  days: readonly number[];
  mayCut: boolean;
}

/** What a condition comes to on a day. */
interface DayFacts<Type> {
  day: number;
  facts: FactsOf<Type>;
}

type Source<Type extends TimedType> = (
  db: Database,
  condition: ConditionOf<Type>,
  of: Days,
) => Promise<DayFacts<Type>[]>;

const sources: { [Type in TimedType]: Source<Type> } = {
  // The visits of the day before are in.
  async conversions_changed(db, condition, { zone, days }) {
    const changed = await changedConversions(
      db,
      condition,
      zone,
      days.map((day) => day - 1),
    );
    return changed.map(({ day, facts }) => ({ day: day + 1, facts }));
  },
  async weekly_report(db, { pageId }, { zone, days, mayCut }) {
    const found: DayFacts<'weekly_report'>[] = [];
    for (const day of days) {
      const facts = await weeklyReport(db, pageId, zone, day, mayCut);
      if (facts) found.push({ day, facts });
    }
    return found;
  },
};

/** What a condition comes to on the days on which the cron looks at it: nothing where it is not met. */
export const dueFacts = <Type extends TimedType>(
  db: Database,
  condition: ConditionOf<Type> & { type: Type },
  of: Days,
): Promise<{ day: number; facts: FiringFacts }[]> =>
  (sources[condition.type] as Source<Type>)(db, condition, of);
