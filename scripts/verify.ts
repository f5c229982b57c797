import { spawn } from 'node:child_process';
import { main, root, UserError } from './lib/settings.ts';

/**
 * The checks of npm test, each a script of package.json. The scripts of a row run at the same time, because each uses
 * one core.
 */
const all = [['lint', 'types', 'openapi:lint', 'bundle'], ['vitest']];
const fast = [['lint', 'types:fast', 'vitest:fast']];

/** How long each script took, in seconds. */
const times = new Map<string, number>();

/** Runs a script of package.json. Prints its output after it has ended, or at once when it runs alone. */
function run(script: string, isAlone: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const began = Date.now();
    const stdio = isAlone ? 'inherit' : 'pipe';
    const child = spawn('npm', ['run', script], { cwd: root, stdio: ['ignore', stdio, stdio] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      times.set(script, (Date.now() - began) / 1000);
      process.stdout.write(printed);
      resolve(code === 0);
    });
  });
}

// npm run verify: all checks that a change must pass. npm run test:fast: those that together take less than a minute.
// npm run test:all: every case of each matrix too, of which the others take some (test/turns.ts).
await main(async () => {
  if (process.argv.includes('--all')) process.env.TEST_SEED = 'all';
  for (const row of process.argv.includes('--fast') ? fast : all) {
    const passed = await Promise.all(row.map((script) => run(script, row.length === 1)));
    const failed = row.filter((_, index) => !passed[index]);
    if (failed.length > 0) throw new UserError(`npm run ${failed.join(', npm run ')} failed.`);
  }
  const parts = [...times].map(([script, seconds]) => `${script} ${seconds.toFixed()} s`);
  console.log(`Time of each part: ${parts.join(', ')}.`);
});
