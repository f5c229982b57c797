import type { ErrorCode } from '../lib/errors.ts';
import { FootfallError } from '../lib/errors.ts';

// What only one row may have is written under the condition that no other row has it; a SELECT of the holder behind
// the write, in the same batch, says who does.

/** Throws a conflict when another row holds the value of `field`. */
export function throwIfHeld(code: ErrorCode, field: string, conflictingId: string | undefined): void {
  if (conflictingId === undefined) return;
  throw new FootfallError(code, `${conflictingId} has this ${field} already.`, { field, conflictingId });
}
