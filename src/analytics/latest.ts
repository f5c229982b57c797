/** The latest starts of sessions, among those that began before a time. */
export class Latest {
  readonly #before: number;
  readonly #take: number;
  #starts: number[] = [];
  /** How many sessions with a start were taken away before they were added. */
  readonly #owed = new Map<number, number>();

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

  /** The starts, latest first. */
  get starts(): number[] {
    return this.#starts.sort((a, b) => b - a).slice(0, this.#take);
  }
}
