import { idTime } from '../../../db/id-time.ts';
import { sweep } from '../../../db/sweep.ts';
import { dayMs } from '../../../lib/durations.ts';
import { keptDays } from '../../sources/limits.ts';
import { keptDeliveries } from '../../tables/sources.ts';

const { keptId } = keptDeliveries;

/** The beginning of the first ids that are kept: they begin with the time when the delivery came. */
export const deliveriesKeptFrom = (now: number): string => `kept_${idTime(now - keptDays * dayMs)}`;

/** Deliveries of earlier times that fit nobody. */
export const { areOld: areDeliveriesOld, removeOld: forgetDeliveries } = sweep<string>(
  keptDeliveries,
  keptId,
  { keptId },
  { keptId },
);
