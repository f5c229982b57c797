/** The index of the piece that a time is in, between two of some boundaries; -1 for none. */
export function pieceAt(boundaries: readonly number[], at: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundaries[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low === boundaries.length ? -1 : low - 1;
}
