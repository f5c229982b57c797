import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { gzipLength, textOf as workerText } from '../scripts/checks/bundle-modules.ts';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { assertSameAnswers, assertSameContract } from './compare/contract.ts';
import { type Measured, measuredOf, type Round } from './compare/figures.ts';
import {
  measure,
  numbering,
  type Plan,
  type Runner,
  type Runners,
  startRunner,
  stopRunner,
} from './compare/measure.ts';
import { type Operation, operationsOn } from './compare/operations.ts';
import { makePair, type Pair, root, type Side } from './compare/pair.ts';
import { Progress } from './compare/progress.ts';
import { type Found, keep, textOf } from './compare/report.ts';
import { rowsOf } from './compare/rows.ts';
import { measureStart } from './compare/start.ts';
import { commitOf } from './lib/commit.ts';

const usage = `usage: npm run bench -- [options]
  --only ID      measures this operation only; may be given again
  --persons N    persons in the database, each with two logs (20000)
  --servers N    pairs of servers, one after the other (5)
  --rounds N     rounds of turns for each operation and pair (3)
  --seconds S    how long a turn takes (0.3)
  --check        compares only what the floor and the service answer and store
  --rows         counts the rows that are read and written, and takes no times
  --ours FOLDER  measures another checkout, which needs its node_modules
  --json         prints JSON, with times
Without --only and --ours it renews README.md, results.json and results.svg in bench/.`;
const starts = 30;

const options = {
  only: { type: 'string', multiple: true, default: [] as string[] },
  persons: { type: 'string', default: '20000' },
  servers: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '0.3' },
  check: { type: 'boolean', default: false },
  rows: { type: 'boolean', default: false },
  ours: { type: 'string', default: root },
  json: { type: 'boolean', default: false },
} as const;

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (value >= least && value <= 10_000_000) return value;
  throw new UserError(`--${name} must be a number from ${least} on.\n${usage}`);
}

function chosen(all: Operation[], ids: string[]): Operation[] {
  const unknown = ids.filter((id) => !all.some((operation) => operation.id === id));
  if (unknown.length > 0)
    throw new UserError(
      `there is no ${unknown.join(', ')}; there are ${all.map(({ id }) => id).join(', ')}.`,
    );
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}

/** Runs both servers of a pair while `use` runs. */
async function withRunners<T>({ floor, ours }: Pair, use: (runners: Runners) => Promise<T>): Promise<T> {
  const started: Runner[] = [];
  const start = async (side: Side) => {
    const runner = await startRunner(side);
    started.push(runner);
    return runner;
  };
  try {
    return await use({ floor: await start(floor), ours: await start(ours) });
  } finally {
    for (const runner of started) await stopRunner(runner);
  }
}

const bothRows = async ({ floor, ours }: Runners, operation: Operation) => ({
  floor: await rowsOf(floor, operation),
  ours: await rowsOf(ours, operation),
});

/** Compares the answers to the operations and the rows that they read and write. */
async function findRows(operations: Operation[], runners: Runners): Promise<Found[]> {
  await assertSameAnswers(operations, { floor: runners.floor.one, ours: runners.ours.one });
  const found: Found[] = [];
  for (const operation of operations) {
    const { id, name, kind } = operation;
    found.push({ id, name, kind, rows: await bothRows(runners, operation) });
  }
  return found;
}

/** Measures the operations with several pairs of servers: how fast a process is differs as it starts, by some percent. */
async function measureAll(operations: Operation[], pair: Pair, plan: Plan, progress: Progress) {
  const all = operations.map(({ id }) => ({ id, take: numbering(), rounds: [] as Round[] }));
  const afterRound = progress.counter('measuring', plan.servers * operations.length * plan.rounds);
  for (let server = 0; server < plan.servers; server++) {
    await withRunners(pair, async (runners) => {
      for (const [at, operation] of operations.entries()) {
        const { take, rounds } = all[at] as (typeof all)[number];
        rounds.push(...(await measure(operation, runners, plan, take, afterRound)));
      }
    });
  }
  return new Map(all.map(({ id, rounds }) => [id, measuredOf(rounds)]));
}

const zippedKiB = ({ worker }: Side) => Number((gzipLength(workerText(worker)) / 1024).toFixed(1));

function machine(): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/workerd/package.json'), 'utf8'));
  return `${cpus().length} cores, ${process.platform}, Node ${process.version}, workerd ${version}`;
}

// Compares this service with the floor: see bench/README.md.
await main(async () => {
  const { values } = parseOptions({ options }, usage);
  const scale = { persons: numberOf('persons', values.persons, 200) };
  const plan = {
    servers: numberOf('servers', values.servers, 1),
    rounds: numberOf('rounds', values.rounds, 1),
    seconds: numberOf('seconds', values.seconds, 0.01),
  };
  const operations = chosen(operationsOn(scale), values.only);
  const ours = path.resolve(values.ours);
  const progress = new Progress();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  // An older checkout may store other rows.
  if (ours === root || values.check) await assertSameContract(ours);
  if (values.check) return console.log('The floor does what the service does.');
  const pair = await makePair(ours, scale, (step, done, of) => progress.show(`Seeding: ${step}`, done, of));

  const found = await withRunners(pair, (runners) => findRows(operations, runners));
  const times = values.rows ? undefined : await measureAll(operations, pair, plan, progress);
  const start = values.rows ? undefined : await measureStart(pair, starts, progress.counter('start', starts));
  const results = {
    commit: commitOf(ours),
    machine: machine(),
    scale,
    plan,
    operations: found.map((one) => ({ ...one, ...(times && { times: times.get(one.id) as Measured }) })),
    bundle: { floor: zippedKiB(pair.floor), ours: zippedKiB(pair.ours) },
    ...(start && { start }),
  };
  console.log(values.json ? JSON.stringify(results, null, 2) : textOf(results));
  if (values.only.length === 0 && ours === root) keep(results);
});
