import type { Block } from './block.ts';

/** The latest starts of sessions, among those that began before a time. */
export class Latest {
  readonly #before: number;
  readonly #take: number;
  #starts: number[] = [];
  /** How many sessions with a start were taken away before they were added. */
  readonly #owed = new Map<number, number>();
  /** Blocks whose starts were not read, oldest first, and how many sessions of them were added. */
  readonly #older: { lastAt: number; count: number }[] = [];

  constructor({ before, take }: { before: number; take: number }) {
    this.#before = before;
    this.#take = take;
  }

  /** Adds a session, or takes it away if `times` is -1. */
  add(at: number, times: number): void {
    if (at >= this.#before) return;
    const owed = this.#owed.get(at) ?? 0;
    if (times < 0) this.#owed.set(at, owed + 1);
    else if (owed > 0) this.#owed.set(at, owed - 1);
    else this.#starts.push(at);
    if (this.#starts.length > 100 * this.#take) this.#starts = this.starts;
  }

  /** Adds as many sessions of a block whose starts were not read. */
  addOlder({ base, lastAt = base }: Block, count: number): void {
    if (base < this.#before) this.#older.push({ lastAt, count });
  }

  /** The starts, latest first. */
  get starts(): number[] {
    return this.#starts.sort((a, b) => b - a).slice(0, this.#take);
  }

  /** Where starts must be read that were not: a time after each block. */
  get missing(): number[] {
    const older = this.#older.toReversed();
    let lacking = this.#take - this.starts.filter((at) => at > (older[0]?.lastAt ?? 0)).length;
    if (lacking === 0) return [];
    // The blocks may have as many sessions that do not count.
    for (const owed of this.#owed.values()) lacking += owed;
    return older.flatMap(({ lastAt, count }) => {
      const isNeeded = lacking > 0;
      lacking -= count;
      return isNeeded ? [lastAt + 1] : [];
    });
  }
}
