const times = new Map<string, number>();

/** What stories had, so that a test can say that all of it came. */
export const seen = {
  note: (what: string) => times.set(what, (times.get(what) ?? 0) + 1),
  all: () => new Set(times.keys()),
};
