import { spawn } from 'node:child_process';
import { main, root, UserError } from './lib/settings.ts';

/**
 * The checks of npm test, each a script of package.json. Those of a lane run one after the other, and the lanes beside
 * each other: the first waits for processes most of the time, and the others use the cores meanwhile.
 */
const all = [['vitest:node'], ['vitest:worker'], ['lint', 'bundle', 'types', 'openapi:lint']];
const fast = [['vitest:fast'], ['lint', 'types:fast']];

interface Result {
  script: string;
  hasPassed: boolean;
  seconds: number;
  /** What it printed, if that has not been shown. */
  printed: string;
}

/** Runs a script of package.json. Its output is shown at once, or kept. */
function run(script: string, isShown: boolean): Promise<Result> {
  return new Promise((resolve, reject) => {
    const began = Date.now();
    const stdio = isShown ? 'inherit' : 'pipe';
    const child = spawn('npm', ['run', script], { cwd: root, stdio: ['ignore', stdio, stdio] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ script, hasPassed: code === 0, seconds: (Date.now() - began) / 1000, printed }),
    );
  });
}

/** Runs the scripts of a lane. One that fails does not stop those after it. */
async function runLane(scripts: string[], isShown: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const script of scripts) {
    const result = await run(script, isShown);
    if (!isShown) console.log(`npm run ${script} ${result.hasPassed ? 'passed' : 'FAILED: see below'}`);
    results.push(result);
  }
  return results;
}

// npm run verify: all checks that a change must pass. npm run test:fast: those that together take less than a minute.
// npm run test:all: every case of each matrix too, of which the others take some (test/turns.ts).
await main(async () => {
  // Both runs of vitest take the cases of one seed.
  const seed = process.argv.includes('--all') ? 'all' : String(Math.floor(Date.now() / 1000));
  if (seed === 'all' || !process.env.TEST_SEED) process.env.TEST_SEED = seed;
  const lanes = process.argv.includes('--fast') ? fast : all;
  const results = (await Promise.all(lanes.map((lane, index) => runLane(lane, index === 0)))).flat();
  // The output of what has failed comes last.
  for (const { printed } of results.toSorted((a, b) => Number(b.hasPassed) - Number(a.hasPassed)))
    process.stdout.write(printed);
  const parts = results.map(({ script, seconds }) => `${script} ${seconds.toFixed()} s`);
  console.log(`Time of each part: ${parts.join(', ')}. TEST_SEED=${process.env.TEST_SEED}`);
  const failed = results.filter(({ hasPassed }) => !hasPassed).map(({ script }) => `npm run ${script}`);
  if (failed.length > 0) throw new UserError(`${failed.join(', ')} failed.`);
});
