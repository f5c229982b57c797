export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
/** When a test file begins, in whole seconds. */
export const now = Math.floor(Date.now() / 1000) * 1000;
/** A day in the past, at noon. */
export const noon = Math.floor(Date.now() / day) * day - 9 * day + day / 2;
/** After the end of all sessions. */
export const later = Date.now() + 60 * minute;

/** Does work as if this many milliseconds had passed. */
export async function after<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Lets so many milliseconds pass on the clock of a test. */
export const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** Holds the clock of a test at a time: now by default. test/worker/support/setup.ts lets it go after each file. */
export const setClock = (now = Date.now()) => vi.useFakeTimers({ toFake: ['Date'], now });

/** The timestamp of so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
