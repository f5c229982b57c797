import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
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
  /** All that it printed. */
  printed: string;
}

/** The milliseconds that the output of a script may take to end after the script. */
const patience = 5_000;

/** Calls `show` with the whole lines of a stream. Returns what shows the rest. */
function byLine(show: (text: string) => void): { add: (text: string) => void; end: () => void } {
  let rest = '';
  return {
    add: (text) => {
      const end = text.lastIndexOf('\n') + 1;
      if (end > 0) show(rest + text.slice(0, end));
      rest = end > 0 ? text.slice(end) : rest + text;
    },
    end: () => {
      if (rest) show(`${rest}\n`);
    },
  };
}

/** Runs a script of package.json. Its output is kept, and shown at once if it `isShown`. */
function run(script: string, isShown: boolean): Promise<Result> {
  return new Promise((resolve, reject) => {
    const began = Date.now();
    const child = spawn('npm', ['run', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const show = (text: string) => {
      printed += text;
      if (isShown) process.stdout.write(text);
    };
    const streams = [child.stdout, child.stderr];
    const lines = streams.map((stream) => {
      const shown = byLine(show);
      stream.setEncoding('utf8').on('data', shown.add);
      return shown;
    });
    let end = began;
    let late: NodeJS.Timeout | undefined;
    child.once('error', reject);
    child.once('exit', () => {
      end = Date.now();
      // A process that the script has left behind may hold its output open for ever.
      late = setTimeout(() => {
        for (const stream of streams) stream.destroy();
        console.log(`npm run ${script} has ended, and left a process behind that holds its output.`);
      }, patience);
    });
    // It comes after the exit, when both streams have ended or are destroyed.
    child.once('close', (code) => {
      clearTimeout(late);
      for (const { end: finish } of lines) finish();
      resolve({ script, hasPassed: code === 0, seconds: (end - began) / 1000, printed });
    });
  });
}

/** The lines in which vitest says how many files and tests have passed, and in what time. */
const summaryOf = (printed: string): string =>
  printed
    .split('\n')
    .filter((line) => /^ *(?:Test Files|Tests|Duration) {2}/.test(stripVTControlCharacters(line)))
    .map((line) => `${line}\n`)
    .join('');

/** Runs the scripts of a lane. One that fails does not stop those after it. */
async function runLane(scripts: string[], isShown: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const script of scripts) {
    const result = await run(script, isShown);
    const outcome = result.hasPassed ? 'passed' : 'FAILED: see the end';
    process.stdout.write(`npm run ${script} ${outcome}\n${isShown ? '' : summaryOf(result.printed)}`);
    results.push(result);
  }
  return results;
}

// npm run verify: all checks that a change must pass. npm run test:fast: those that together take less than a minute.
// npm run test:all: every case of each matrix too, of which the others take some (test/turns.ts).
await main(async () => {
  // Both runs of vitest take the cases of one seed, and the long files whose turn it is.
  const seed = process.argv.includes('--all') ? 'all' : String(Math.floor(Date.now() / 1000));
  if (seed === 'all' || !process.env.TEST_SEED) process.env.TEST_SEED = seed;
  process.env.TEST_TURNS = '1';
  const lanes = process.argv.includes('--fast') ? fast : all;
  const results = (await Promise.all(lanes.map((lane, index) => runLane(lane, index === 0)))).flat();
  const failures = results.filter(({ hasPassed }) => !hasPassed);
  // All that a script has printed which failed: the first lane's for the second time.
  for (const { script, printed } of failures)
    process.stdout.write(`\nThe output of npm run ${script}, which failed:\n${printed}`);
  const parts = results.map(({ script, seconds }) => `${script} ${seconds.toFixed()} s`);
  console.log(`Time of each part: ${parts.join(', ')}. TEST_SEED=${process.env.TEST_SEED}`);
  const failed = failures.map(({ script }) => `npm run ${script}`);
  if (failed.length > 0) throw new UserError(`${failed.join(', ')} failed.`);
});
