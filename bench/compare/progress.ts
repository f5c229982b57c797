import { setImmediate as turn } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';

/** Shows the progress of a program on standard error; in a terminal with a bar. */
export class Progress {
  #bar: SingleBar | undefined;
  #name = '';

  /** Shows that `done` of `total` steps of a phase are done. */
  async show(name: string, done: number, total: number): Promise<void> {
    if (name !== this.#name) {
      this.#bar?.stop();
      this.#name = name;
      this.#bar = new SingleBar({
        format: `${name.padEnd(36)} {bar} {percentage}% {eta_formatted} left`,
        noTTYOutput: true,
        notTTYSchedule: 10_000,
        hideCursor: true,
      });
      this.#bar.start(total, done);
    }
    this.#bar?.update(done);
    // The bar needs a timer to draw.
    await turn();
    if (done < total) return;
    this.#bar?.stop();
    this.#bar = undefined;
    this.#name = '';
  }

  /** Counts steps of a phase. */
  counter(name: string, total: number): () => Promise<void> {
    let done = 0;
    return () => this.show(name, ++done, total);
  }
}
