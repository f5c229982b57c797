import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { main, parseOptions, root, UserError } from '../scripts/lib/settings.ts';
import { type Question, questionsOf } from './lib/beside.ts';
import { commitOf } from './lib/commit.ts';
import { type Connection, copySessions, openDuckDB, rowsOf, version } from './lib/duckdb.ts';
import { ask, percentile } from './lib/measure.ts';
import { newPrinter, writeReadme } from './lib/report.ts';
import { type Api, benchFolder, openLocalD1, readLoaded, withServer } from './lib/state.ts';

const usage = `usage: node bench/beside-duckdb.ts [--repeats 20] [--enums] [--only text] [--readme]
--repeats  turns of each question: 20 if unset, 8 of more than two million sessions
--enums    a table in memory whose texts are enums, which is the fastest for DuckDB and takes no new values
--only     asks the questions alone whose name has this text
--readme   writes what is printed into bench/README.md as well, below the number of sessions: of --enums the result alone
STATE_DIR names the state folder that load-sessions.ts filled, .wrangler/bench if unset. DuckDB (${version}) is
installed into its folder duckdb, if it is not there.`;
/** The goal: ours takes at most this many times as long as DuckDB. */
const goal = 3;

const { print, printHead, printRow, printed } = newPrinter();

/** Copies the sessions of a state folder into a new DuckDB, before the server starts. */
async function startDuckDB(
  folder: string,
  hasEnums: boolean,
): Promise<{ duckdb: Connection; sessions: number }> {
  const own = path.join(folder, 'duckdb');
  const duckdb = await openDuckDB(own, hasEnums);
  console.error('Copying the sessions into DuckDB …');
  const database = openLocalD1(folder, { readOnly: true });
  try {
    return { duckdb, sessions: await copySessions(duckdb, database, { folder: own, hasEnums }) };
  } finally {
    database.close();
  }
}

const median = (times: number[]) =>
  percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  );

/** Asks both in turns: the first of a turn is the second of the next. */
async function compare(api: Api, duckdb: Connection, question: Question, repeats: number) {
  const { route, sql, zone, objection } = question;
  await duckdb.run(`SET TimeZone = '${zone}'`);
  const { text } = await ask(api, route);
  const wrong = objection(JSON.parse(text), await rowsOf(duckdb, sql));
  const statement = await duckdb.prepare(sql);
  const times = { ours: [] as number[], d1: [] as number[], duckdb: [] as number[] };
  const askOurs = async () => {
    const { took, d1 } = await ask(api, route);
    times.ours.push(took);
    times.d1.push(d1);
  };
  const askDuckDB = async () => {
    const start = performance.now();
    await statement.runAndReadAll();
    times.duckdb.push(performance.now() - start);
  };
  for (let turn = 0; turn < repeats; turn++) {
    const order = [askOurs, askDuckDB];
    for (const one of turn % 2 === 0 ? order : order.reverse()) await one();
  }
  statement.destroySync();
  return { wrong, ours: median(times.ours), d1: median(times.d1), duckdb: median(times.duckdb) };
}

/** Prints a line for each question. Returns the answers that differ, and the ratios, the largest first. */
async function compareAll(api: Api, duckdb: Connection, questions: Question[], repeats: number) {
  const wrong: string[] = [];
  const ratios: { ratio: number; name: string }[] = [];
  for (const question of questions) {
    const name = question.name.join(', ');
    const found = await compare(api, duckdb, question, repeats);
    const ratio = found.ours / found.duckdb;
    ratios.push({ ratio, name });
    if (found.wrong !== undefined) wrong.push(`${name}: ${found.wrong} (${question.route})`);
    const times = [found.ours.toFixed(1), `${Math.round((100 * found.d1) / found.ours)} %`];
    const isEqual = found.wrong === undefined ? 'yes' : 'NO';
    printRow([...question.name, ...times, found.duckdb.toFixed(1), ratio.toFixed(1), isEqual]);
  }
  return { wrong, ratios: ratios.sort((a, b) => b.ratio - a.ratio) };
}

// Asks the built worker and DuckDB the same questions about the loaded sessions, and compares times and answers.
await main(async () => {
  const options = {
    repeats: { type: 'string' },
    enums: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean' },
  } as const;
  const { values } = parseOptions({ options }, usage);
  const folder = benchFolder();
  const loaded = readLoaded(folder);
  const repeats = Number(values.repeats ?? (loaded && loaded.sessions > 2_000_000 ? 8 : 20));
  if (!Number.isInteger(repeats) || repeats < 2) throw new UserError(usage);
  if (!loaded) throw new UserError(`${folder} is not loaded: run bench/load-sessions.ts first.`);
  const { duckdb, sessions } = await startDuckDB(folder, values.enums);
  const [settings] = await rowsOf(
    duckdb,
    `SELECT library_version AS version, current_setting('threads')::VARCHAR AS threads FROM pragma_version()`,
  );

  print(
    `${sessions} sessions of two pages, ${loaded.accounts ?? 0} companies. DuckDB ${settings?.version} uses ${settings?.threads} threads.`,
  );
  print(values.enums ? 'Its table is in memory, with enums.' : 'Its table is in a file, with texts.');
  const load = loadavg()[0]?.toFixed(1);
  print(
    `Commit ${commitOf(root)}, ${cpus().length} cores, Node ${process.version}, ${repeats} turns a line.`,
  );
  print(`The load average of the machine was ${load} before.\n`);
  printHead(['question', 'of', 'ours p50 ms', 'of it D1', 'DuckDB p50 ms', 'ratio', 'equal']);
  const { wrong, ratios } = await withServer(folder, loaded.key, (api) =>
    compareAll(
      api,
      duckdb,
      questionsOf(loaded).filter(({ name }) => name.join(', ').includes(values.only)),
      repeats,
    ),
  );
  const [largest] = ratios;
  const above = ratios.filter(({ ratio }) => ratio > goal).length;
  const result = [
    `The largest ratio is ${largest?.ratio.toFixed(1)}: ${largest?.name}.`,
    `The goal is at most ${goal}: ${ratios.length - above} of ${ratios.length} lines reach it.`,
    wrong.length === 0 ? 'All answers are equal.' : `**${wrong.length} answers are not equal.**`,
  ].join(' ');
  print(`\n${result}`);
  if (values.readme) {
    const mark = `duckdb ${sessions}${values.enums ? ' enums' : ''}`;
    const lines = values.enums ? [`With enums, at ${load} of load: ${result}`] : printed;
    writeReadme({ start: mark, end: `${mark} end` }, lines);
  }
  for (const what of wrong) console.error(`WRONG ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
});
