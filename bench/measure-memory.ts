import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { mostSums } from '../src/analytics/groups.ts';
import { beaconOf, changeFlood, insertFlood } from './lib/flood.ts';
import { floodQuestions, largestQuestions } from './lib/largest.ts';
import { writeReadme } from './lib/report.ts';
import {
  benchFolder,
  changeLocalD1,
  createKey,
  type Loaded,
  readLoaded,
  type ServerOptions,
} from './lib/state.ts';
import { mostMemory, Report, type Watched, withWatched } from './lib/watched.ts';

const usage = `usage: node bench/measure-memory.ts [--heap 80] [--visits 100000] [--part questions|flood] [--readme]
--heap     the MB (2^20) that V8 may take for the heap of an isolate
--readme   writes the tables into bench/README.md as well
STATE_DIR names the state folder that load-sessions.ts filled, .wrangler/bench if unset; a copy of it is changed`;

const minute = 60_000;
/** The tracker of this browser: a visit of another program is left out. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const changed = 14_000;
const beacons = 300;
/** So many may wait: fewer than 500 wait for others, and beacons of the last ten minutes are active. */
const mostHeld = 500 + beacons;

function wholeOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UserError(`--${name} ${text} is no whole number above 0.\n${usage}`);
  return Number(text);
}

/** A copy of a state folder, which is deleted when the process ends. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'footfall-memory-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  cpSync(path.join(folder, 'v3'), path.join(copy, 'v3'), { recursive: true });
  process.env.STATE_DIR = copy;
  return copy;
}

/** Runs the cron until nothing waits, each time as a minute later. */
async function seal({ api, run }: Watched, what: string): Promise<void> {
  const { d1, runCron } = api.server;
  const rows = async (sql: string) => Number((await d1.run('DB', [`SELECT ${sql} AS n`]))[0]?.[0]?.n);
  const waiting = () =>
    rows(`(SELECT count(*) FROM audience_sessions WHERE (session_started_at, analytics_session_id) >
      (SELECT sealed_at, sealed_id FROM session_seal)) + (SELECT count(*) FROM session_corrections)`);
  let left = await waiting();
  for (let nth = 1, before = Number.POSITIVE_INFINITY; left < before && left > 0; nth++) {
    before = left;
    await run(`the cron seals ${what}, run ${nth}`, async () => {
      await runCron();
      left = await waiting();
      const fault =
        left >= before && before > mostHeld ? `${left} wait, and none of them was sealed` : undefined;
      return { status: `${before - left} sealed`, fault };
    });
  }
}

/** Sends beacons, and waits until the consumer of the queue has merged them. */
async function sendBeacons({ api, run }: Watched, key: string, { pageId }: Loaded): Promise<void> {
  const { d1 } = api.server;
  const sql = `SELECT count(*) AS n FROM audience_sessions WHERE page_id = '${pageId}'`;
  const count = async () => Number((await d1.run('DB', [sql]))[0]?.[0]?.n);
  const before = await count();
  await run(`${beacons} beacons, and the consumer of their queue`, async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'user-agent': userAgent };
    const send = async (nth: number) => {
      const body = JSON.stringify(beaconOf(10_000_000 + nth, pageId));
      const response = await fetch(`${api.origin}/v0/visits`, { method: 'POST', headers, body });
      const text = await response.text();
      if (response.status !== 202 || !JSON.parse(text).accepted)
        throw new Error(`${response.status} ${text}`);
    };
    await Promise.all(Array.from({ length: beacons }, (_, nth) => send(nth)));
    const deadline = Date.now() + minute;
    let merged = 0;
    while (merged < beacons && Date.now() < deadline) {
      await sleep(500);
      merged = (await count()) - before;
    }
    const fault = merged < beacons ? `${merged} were merged` : undefined;
    return { status: `${merged} merged`, fault };
  });
}

// Measures the memory of the service's isolate in workerd, over the largest questions and over a flood of long values.
await main(async () => {
  const options = {
    heap: { type: 'string', default: '80' },
    visits: { type: 'string', default: '100000' },
    part: { type: 'string' },
    readme: { type: 'boolean' },
  } as const;
  const { values } = parseOptions({ options }, usage);
  const [heap, visits] = [wholeOf('heap', values.heap), wholeOf('visits', values.visits)];
  const loaded = readLoaded(benchFolder());
  if (!loaded) throw new UserError(`${benchFolder()} is not loaded: run bench/load-sessions.ts first.`);
  // Miniflare hands it to V8, which then collects garbage as it must, and ends workerd if that is not enough.
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${heap}`;
  const folder = copyOf(benchFolder());
  const key = await createKey(['read', 'write', 'collect']);
  const report = new Report();
  const watch = (use: (watched: Watched) => Promise<void>, more: ServerOptions = {}) =>
    withWatched({ folder, key, report }, more, use);

  if (values.part !== 'flood') {
    report.begin(`The largest questions over ${loaded.sessions} sessions:`);
    await watch(async (watched) => {
      await watched.ask(largestQuestions(loaded));
      await seal(watched, 'what waits');
    });
    await watch(
      ({ api, run }) =>
        run('the cron removes sessions', async () => {
          await api.server.runCron();
          return { status: 'done' };
        }),
      { vars: { SESSION_RETENTION_DAYS: '300' } },
    );
  }
  if (values.part !== 'questions') {
    const until = Date.now() - 10 * minute;
    const questions = floodQuestions(loaded.pageId, Date.now() + minute);
    await changeLocalD1(folder, (database) =>
      insertFlood(database, [loaded.pageId], { count: visits, until }),
    );
    report.begin(
      `${visits} visits of a page in an hour, with values of their own of up to 2,048 characters:`,
    );
    await watch(async (watched) => {
      await watched.ask(questions);
      await sendBeacons(watched, key, loaded);
      await seal(watched, 'them');
    });
    report.begin('The same when they are sealed:');
    await watch(async (watched) => watched.ask(questions));
    await changeLocalD1(folder, (database) => changeFlood(database, changed));
    report.begin(`The same when ${changed} of them have changed:`);
    await watch(async (watched) => {
      await watched.ask(questions);
      await seal(watched, 'the changes');
    });
  }

  // A look waits while a request runs, so the sums of an answer count as the most that they may be.
  const buffers = Math.max(report.buffers, 8 * mostSums);
  const most = heap * 2 ** 20 + buffers;
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  report.print(
    `\nV8 had ${mb(heap * 2 ** 20)} MB for the heap of an isolate. With ${mb(buffers)} MB of array buffers, that is ${mb(most)} MB. A Worker has 128 MB.`,
  );
  if (most > mostMemory) report.faults.push(`${most} bytes are more than ${mostMemory}.`);
  if (values.readme) writeReadme({ start: 'memory', end: 'memory end' }, report.printed);
  for (const fault of report.faults) console.error(`WRONG ${fault}`);
  if (report.faults.length > 0) process.exitCode = 1;
});
