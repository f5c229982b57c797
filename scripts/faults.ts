import { spawn } from 'node:child_process';
import { main, parseOptions, root, UserError } from './lib/settings.ts';

const usage = `Usage: npm run faults -- [--seed N] [--runs N] [--steps N]
  --seed   the first seed (default: a random one)
  --runs   how many seeds (default: 100)
  --steps  how many steps each takes (default: 250)`;

/** A whole number from 1, given as an option. */
function countOf(name: string, value: string): string {
  if (/^[1-9]\d{0,8}$/.test(value)) return value;
  throw new UserError(`--${name} ${value} is not a whole number from 1 to 999999999.`);
}

// npm run faults: random clients, queues and crons on real D1, with faults, beside a model. It prints its first seed,
// and for each seed that fails the events before.
await main(async () => {
  const count = { type: 'string' } as const;
  const { values } = parseOptions({ options: { seed: count, runs: count, steps: count } }, usage);
  const { seed = String(1 + Math.floor(Math.random() * 1e8)), runs = '100', steps = '250' } = values;
  const env = {
    FAULTS_SEED: countOf('seed', seed),
    FAULTS_RUNS: countOf('runs', runs),
    FAULTS_STEPS: countOf('steps', steps),
  };
  console.log(`npm run faults -- --seed ${seed} --runs ${runs} --steps ${steps}`);
  const child = spawn('npx', ['vitest', 'run', '--project', 'faults'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new UserError('A seed failed.');
});
