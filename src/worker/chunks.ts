/** Takes up to `size` things at a time until fewer are left, `most` times at most. Gives how many it took. */
export async function inChunks(size: number, most: number, take: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let turn = 0; turn < most; turn++) {
    const taken = await take();
    total += taken;
    if (taken < size) break;
  }
  return total;
}
