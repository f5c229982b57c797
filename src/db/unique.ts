import type { ErrorCode } from '../lib/errors.ts';
import { FootfallError } from '../lib/errors.ts';

// A unique value is written on the condition that no other row has it. A SELECT after the write, in the same batch,
// finds the row that has it.

/** Throws a conflict when another row holds the value of `field`. */
export function throwIfHeld(code: ErrorCode, field: string, conflictingId: string | undefined): void {
  if (conflictingId === undefined) return;
  throw new FootfallError(code, `${conflictingId} has this ${field} already.`, { field, conflictingId });
}
