import type { DatabaseSync } from 'node:sqlite';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { measure } from './lib/measure.ts';
import { generator, whole } from './lib/random.ts';
import { newReport } from './lib/report.ts';
import { type Api, benchFolder, changeLocalD1, createKey, openLocalD1, withServer } from './lib/state.ts';
import { inserter, until, type Visit, visitsOf } from './lib/visits.ts';

const usage = `usage: node bench/measure-workspace.ts [--readme]
--readme   writes what is printed into bench/README.md as well
STATE_DIR names an empty state folder, .wrangler/bench if unset. Remove it afterwards.`;

const pages = 4300;
const scale = { sessions: 150_000, days: 30, seed: 9 };
/** The last sessions, which are not sealed. */
const waiting = 3000;
/** The goal, in milliseconds. */
const goal = 100;
const day = 24 * 3_600_000;
const pageIdOf = (n: number) => `page_bench_${n}`;

const { print, printHead, printRow, writeReadme } = newReport({ start: 'workspace', end: 'workspace end' });

function insertPages(database: DatabaseSync): void {
  const insert = database.prepare(
    `INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision, write_id, created_at, updated_at)
      VALUES (?1, 'Bench', 'https://bench.example/' || ?1, '{}', 0, 1, 'bench', 1, 1)`,
  );
  database.exec('BEGIN');
  for (let n = 0; n < pages; n++) insert.run(pageIdOf(n));
  database.exec('COMMIT');
}

/** Sessions of random pages, in the order of their start. The first pages have more of them. */
function* sessions(): Generator<Visit> {
  const draw = generator(scale.seed);
  for (const visit of visitsOf('', [], scale, draw)) {
    const page = Math.min(whole(draw, pages), whole(draw, pages));
    yield { ...visit, page_id: pageIdOf(page) };
  }
}

/** Runs the cron until it has sealed all. Returns the number of runs. */
async function seal({ server: { d1, runCron } }: Api): Promise<number> {
  const revision = async () =>
    Number((await d1.run('DB', ['SELECT sum(revision) AS n FROM session_seal']))[0]?.[0]?.n);
  for (let runs = 0, before = -1; ; runs++) {
    const now = await revision();
    if (now === before) return runs;
    before = now;
    await runCron();
  }
}

const questions = [
  { name: 'pages', path: 'pages?limit=100', where: 'true' },
  {
    name: 'pages, country DE, no term',
    path: 'pages?limit=100&country=DE&unknown=utmTerm',
    where: "country = 'DE' AND utm_term IS NULL",
  },
  { name: 'series by day', path: 'timeseries?interval=day&limit=10', where: 'true' },
  {
    name: 'series by day, country DE',
    path: 'timeseries?interval=day&limit=10&country=DE',
    where: "country = 'DE'",
  },
  { name: 'breakdown by country', path: 'breakdown?by=country', where: 'true' },
];

/** What is asked, and how many sessions it has by a scan. Runs before the server starts. */
function casesOf(folder: string) {
  const database = openLocalD1(folder, { readOnly: true });
  const cases = [7, scale.days].flatMap((days) => {
    const start = until - days * day;
    const range = `startDate=${new Date(start).toISOString()}&endDate=${new Date(until).toISOString()}`;
    return questions.map(({ name, path, where }) => {
      const scan = `SELECT count(*) AS n FROM audience_sessions WHERE session_started_at >= ? AND ${where}`;
      const sessions = Number(database.prepare(scan).get(start)?.n);
      return { name, days, route: `/v0/analytics/${path}&${range}`, sessions };
    });
  });
  database.close();
  return cases;
}

interface Answer {
  items: { totalSessions: number }[];
  total?: { totalSessions: number };
  other?: { totalSessions: number } | null;
}
const sessionsIn = ({ items, total, other }: Answer) =>
  total?.totalSessions ??
  items.reduce((sum, { totalSessions }) => sum + totalSessions, other?.totalSessions ?? 0);

// Measures the answers about all pages of a workspace that has many.
await main(async () => {
  const { values } = parseOptions({ options: { readme: { type: 'boolean' } } }, usage);
  const folder = benchFolder();
  const key = await createKey(['read']);
  await changeLocalD1(folder, (database) => {
    if (database.prepare('SELECT 1 FROM pages').get()) throw new UserError(`${folder} has data.\n${usage}`);
    insertPages(database);
  });
  const rows = [...sessions()];
  const insertAll = (some: Visit[]) => (database: DatabaseSync) => {
    const insert = inserter(database);
    database.exec('BEGIN');
    for (const visit of some) insert(visit);
    database.exec('COMMIT');
  };
  await changeLocalD1(folder, insertAll(rows.slice(0, -waiting)));
  const runs = await withServer(folder, key, seal);
  await changeLocalD1(folder, insertAll(rows.slice(-waiting)));
  print(
    `${pages} pages with ${scale.sessions} sessions of ${scale.days} days, ${waiting} of them not sealed.`,
  );
  print(`The cron sealed the others in ${runs} runs.\n`);

  const cases = casesOf(folder);
  printHead(['what', 'days', 'trips', 'rows read', 'p50 ms', 'p95 ms', 'D1 ms', 'equal']);
  const wrong = await withServer(folder, key, async (api) => {
    const found: string[] = [];
    for (const { name, days, route, sessions } of cases) {
      const { answers, figures } = await measure(api, [route], 20);
      const isEqual = sessionsIn(answers[0] as Answer) === sessions;
      const { trips, read, p50, p95, d1 } = figures;
      printRow([name, days, trips, read, p50.toFixed(1), p95.toFixed(1), d1, isEqual ? 'yes' : 'NO']);
      if (!isEqual || p50 > goal) found.push(`${name}, ${days} days (${route})`);
    }
    return found;
  });
  print(
    wrong.length === 0
      ? `\nEvery answer has as many visits as a scan, and takes at most ${goal} ms.`
      : `\n**${wrong.length} are wrong, or take more than ${goal} ms.**`,
  );
  if (values.readme) writeReadme();
  for (const what of wrong) console.error(`WRONG ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
});
