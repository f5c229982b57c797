import { databaseAround } from './faults.ts';

/** Some who work at once on the real D1, of whom one has its turn: at each batch, all wait for the choice of the next. */
class Turns {
  /** Who is chosen, by place among those who wait: the first one if nothing is said. */
  readonly chosen: number[];
  /** Among how many each was chosen. */
  readonly among: number[] = [];
  readonly #between: () => Promise<unknown>;
  #working = 0;
  #waiting: { of: number; go: () => void }[] = [];

  constructor(chosen: number[], between: () => Promise<unknown>) {
    this.chosen = chosen;
    this.#between = between;
  }

  async #next(): Promise<void> {
    this.#working -= 1;
    if (this.#working > 0) return;
    await this.#between();
    const waiting = this.#waiting.toSorted((a, b) => a.of - b.of);
    if (waiting.length === 0) return;
    const place = this.chosen[this.among.length] ?? 0;
    this.chosen[this.among.length] = place;
    this.among.push(waiting.length);
    const next = waiting[place];
    this.#waiting = waiting.filter((one) => one !== next);
    this.#working = 1;
    next?.go();
  }

  #database = (of: number): D1Database =>
    databaseAround(async (send) => {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push({ of, go: turn.resolve });
      await this.#next();
      await turn.promise;
      return send();
    });

  /** Lets them work, each with a database of its own. */
  async run<T>(all: ((database: D1Database) => Promise<T>)[]): Promise<T[]> {
    this.#working = all.length;
    return Promise.all(
      all.map(async (work, of) => {
        const result = await work(this.#database(of));
        await this.#next();
        return result;
      }),
    );
  }
}

/** What `run` of a story with turns does, and what is between two of them. */
type Run<T> = (
  all: ((database: D1Database) => Promise<T>)[],
  between: () => Promise<unknown>,
) => Promise<T[]>;

/** Does something anew for every order in which those who work at once may send their batches. Returns how many there are. */
export async function inEveryOrder<T>(story: (run: Run<T>) => Promise<unknown>): Promise<number> {
  let chosen: number[] = [];
  for (let orders = 1; ; orders++) {
    let turns: Turns | undefined;
    await story((all, between) => {
      turns = new Turns(chosen, between);
      return turns.run(all);
    });
    const { chosen: made, among } = turns ?? { chosen: [], among: [] };
    const last = made.findLastIndex((place, n) => place + 1 < (among[n] ?? 0));
    if (last < 0) return orders;
    chosen = [...made.slice(0, last), (made[last] ?? 0) + 1];
  }
}
