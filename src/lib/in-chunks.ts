/** Calls `take`, which handles up to `size` things, until it handles fewer, or `most` times. Returns the total. */
export async function inChunks(size: number, most: number, take: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let turn = 0; turn < most; turn++) {
    const taken = await take();
    total += taken;
    if (taken < size) break;
  }
  return total;
}
