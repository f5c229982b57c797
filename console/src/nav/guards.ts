interface Guard {
  mayLeave: () => boolean;
  isOfRecord: boolean;
}

/** Those who are asked before something is left. The last one is asked first. */
let guards: Guard[] = [];
/** Does what was refused last. */
let refused = () => {};

/**
 * Asks `mayLeave` before another screen is shown, and with `isOfRecord` also before another record is at the side. While
 * it returns false the address stays; it may call `leaveAnyway` later. Returns a function that ends this.
 */
export function guardLeaving(mayLeave: () => boolean, isOfRecord = false): () => void {
  const mine = { mayLeave, isOfRecord };
  guards = [...guards, mine];
  return () => {
    guards = guards.filter((guard) => guard !== mine);
  };
}

/** Asks before a screen, or the record at its side, is left. While it is not, `leaveAnyway` calls `go`. */
export function mayGo(leaves: { screen: boolean; record: boolean }, go: () => void): boolean {
  const left = guards.filter(({ isOfRecord }) => leaves.screen || (leaves.record && isOfRecord));
  if (left.length === 0 || left.at(-1)?.mayLeave()) return true;
  refused = () => {
    // One answer is for all that is left.
    guards = guards.filter((guard) => !left.includes(guard));
    go();
  };
  return false;
}

/** Does what `guardLeaving` refused last. */
export const leaveAnyway = (): void => refused();
