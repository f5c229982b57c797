import { sweep } from '../../../db/sweep.ts';
import { heldByQueues } from '../../../lib/durations.ts';
import { erasedIdentifiers } from '../../tables/persons.ts';

const { identifierHash, erasedAt } = erasedIdentifiers;

/** The time before which hashes are removed: no queue can hold an older form any more. */
export const erasuresKeptFrom = (now: number): number => now - heldByQueues;

/** Hashes of the identifiers of erased persons. */
export const { areOld: areErasuresOld, removeOld: forgetErasures } = sweep(
  erasedIdentifiers,
  erasedAt,
  { identifierHash },
  { identifierHash },
);
