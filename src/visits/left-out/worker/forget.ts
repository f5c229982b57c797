import { sweep } from '../../../db/sweep.ts';
import { leftOutVisits } from '../../tables/left-out.ts';
import { dayOf } from '../reasons.ts';

const { day, analyticsSessionId } = leftOutVisits;
/** How many whole days an id is kept: longer than a queue and its dead-letter queue try a message. */
const keptDays = 3;
/** The first day of which ids are kept. */
export const leftOutKeptFrom = (now: number): number => dayOf(now) - keptDays;

/** The ids of excluded visits of earlier days. Their counts stay. */
export const { areOld: areLeftOutOld, removeOld: forgetLeftOut } = sweep(
  leftOutVisits,
  day,
  { day, analyticsSessionId },
  { day },
);
