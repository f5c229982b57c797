/**
 * What comes of work, if it comes within `milliseconds`. Otherwise it throws what `late` gives, and the work goes on
 * with nobody who waits for it.
 */
export async function within<T>(milliseconds: number, work: () => Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
