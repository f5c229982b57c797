import type { Reporter, TestModule } from 'vitest/node';
import type { Seed } from './seed.ts';
import { noteTimes } from './selection.ts';

/** Prints the seed of the run, and how long the tests of each project took in all. Several files run at the same time. */
export class Times implements Reporter {
  readonly #seed: Seed;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  onTestRunStart(): void {
    process.stdout.write(`TEST_SEED=${this.#seed} takes these cases of each matrix.\n`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = new Map<string, number>();
    const ofFiles = new Map<string, number>();
    for (const module of modules) {
      const { duration } = module.diagnostic();
      ofFiles.set(module.relativeModuleId, Math.round(duration / 1000));
      times.set(module.project.name, (times.get(module.project.name) ?? 0) + duration / 1000);
    }
    if (process.env.TEST_TIMES) noteTimes(ofFiles);
    const parts = [...times].sort((a, b) => b[1] - a[1]).map(([name, time]) => `${name} ${time.toFixed()} s`);
    process.stdout.write(`Time of the tests, of which several run at once: ${parts.join(', ')}.\n`);
  }
}
