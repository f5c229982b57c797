import { enoughSessions } from '../../../src/lib/chance.ts';

/** Where a figure of few visits stands: below all that have enough, because one of one does not mean success. */
export const judged = (visits: number, value: number): number | null =>
  visits >= enoughSessions ? value : null;
