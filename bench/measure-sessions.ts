import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import {
  analyticsCases,
  breakdownCases,
  type Case,
  filteredCases,
  listCases,
  secondCases,
  seriesCases,
} from './lib/cases.ts';
import { measure } from './lib/measure.ts';
import { rawSessions } from './lib/raw.ts';
import { type Api, benchFolder, type Loaded, openLocalD1, readLoaded, withServer } from './lib/state.ts';

const usage = `usage: node bench/measure-sessions.ts [--repeats 20] [--readme]
--readme   writes what is printed into bench/README.md as well
STATE_DIR names the state folder that load-sessions.ts filled, .wrangler/bench if unset`;

const printed: string[] = [];
function print(line: string): void {
  printed.push(line);
  console.log(line);
}
const printRow = (cells: (string | number)[]) => print(`| ${cells.join(' | ')} |`);
const figureNames = ['trips', 'rows read', 'limit', 'written', 'p50 ms', 'p95 ms', 'equal'];

interface Table {
  title: string;
  names: string[];
  cases: Case[];
}

/** Measures cases and prints their table. Returns the errors. */
async function measureTable(api: Api, { title, names, cases }: Table, repeats: number): Promise<string[]> {
  print(`\n${title}\n`);
  printRow([...names, ...figureNames]);
  printRow([...names, ...figureNames].map(() => '---'));
  const wrong: string[] = [];
  for (const { name, limit, asked } of cases) {
    // Comparisons take seconds. The client then has to notice that the server has closed idle connections.
    await sleep(50);
    const routes = asked.map(({ route }) => route);
    const { answers, figures } = await measure(api, routes, Math.ceil(repeats / routes.length));
    const { trips, read, written, p50, p95 } = figures;
    const reasons = asked.flatMap(({ route, objection }, index) => {
      const reason = objection(answers[index]);
      return reason === undefined ? [] : [`${reason} (${route})`];
    });
    const isEqual = reasons.length === 0 ? 'yes' : 'NO';
    printRow([...name, trips, read, limit, written, p50.toFixed(1), p95.toFixed(1), isEqual]);
    const note = (what: string) => wrong.push(`${name.join(', ')}: ${what}`);
    for (const reason of reasons) note(reason);
    if (read > limit) note(`reads ${read} rows, more than ${limit} (${routes[0]})`);
    if (trips !== 1 || written !== 0) note(`${trips} round trips, ${written} rows written (${routes[0]})`);
  }
  return wrong;
}

/** The rows that every answer reads of a page: sessions that are not sealed, and corrections with their sessions. */
function waitingOf(database: DatabaseSync, pageId: string): number {
  const sql = `SELECT (SELECT count(*) FROM audience_sessions
      WHERE page_id = :pageId AND (session_started_at, analytics_session_id) > (SELECT sealed_at, sealed_id FROM session_seal))
    + 2 * (SELECT count(*) FROM session_corrections WHERE page_id = :pageId) AS n`;
  return Number(database.prepare(sql).get({ pageId })?.n);
}

/** The correct results of every case. They need scans of the raw sessions, so this runs before the server starts. */
function tablesOf(folder: string, loaded: Loaded) {
  console.error('Scanning the raw sessions …');
  const database = openLocalD1(folder, { readOnly: true });
  try {
    const { second } = loaded;
    const raw = rawSessions(database, loaded.pageId);
    const rawSecond = rawSessions(database, second.pageId);
    const waiting = waitingOf(database, loaded.pageId);
    const secondWaiting = waitingOf(database, second.pageId);
    const rowsOf = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    const tables: Table[] = [
      {
        title: '`GET /v0/pages/:page_id/audience_sessions`, 100 a page:',
        names: ['dates', 'audience', 'page'],
        cases: listCases(raw, loaded, waiting),
      },
      {
        title: 'The same with a filter, the first page:',
        names: ['dates', 'audience', 'filter'],
        cases: filteredCases(raw, loaded, waiting),
      },
      {
        title: '`GET /v0/pages/:page_id/analytics/audiences`; with a sort, also `limit=50`:',
        names: ['range', 'sort', 'sessions'],
        cases: analyticsCases(raw, loaded, waiting),
      },
      {
        title: `The same for the page with ${second.audienceIds.length} audiences, of which ${secondWaiting} sessions wait:`,
        names: ['range', 'sort', 'sessions'],
        cases: secondCases(rawSecond, second, secondWaiting),
      },
      {
        title: '`GET /v0/pages/:page_id/analytics/timeseries`, in six zones:',
        names: ['interval', 'range', 'of'],
        cases: seriesCases(raw, loaded, waiting),
      },
      {
        title: '`GET /v0/pages/:page_id/analytics/breakdown`, of a year in six zones:',
        names: ['by', 'audience'],
        cases: breakdownCases(raw, loaded, waiting),
      },
    ];
    return { tables, waiting, blocks: rowsOf('session_blocks') };
  } finally {
    database.close();
  }
}

/** Writes the printed text between the two marks of the README. */
function writeReadme(): void {
  const file = path.join(import.meta.dirname, 'README.md');
  const text = readFileSync(file, 'utf8');
  const marked = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end -->)/;
  if (!marked.test(text)) throw new UserError(`${file} lacks its marks.`);
  writeFileSync(
    file,
    text.replace(marked, () => `\n${printed.join('\n')}\n\n`),
  );
}

// Requests lists and analytics of the loaded sessions from the built worker, and compares them with the raw sessions.
await main(async () => {
  const options = { repeats: { type: 'string', default: '20' }, readme: { type: 'boolean' } } as const;
  const { values } = parseOptions({ options }, usage);
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < 2) throw new UserError(usage);
  const folder = benchFolder();
  const loaded = readLoaded(folder);
  if (!loaded) throw new UserError(`${folder} is not loaded: run bench/load-sessions.ts first.`);
  const { tables, waiting, blocks } = tablesOf(folder, loaded);

  const { sessions, audienceIds, days, sealed } = loaded;
  print(`${sessions} sessions of one page, ${audienceIds.length} audiences, ${days} days.`);
  print(`${waiting} of them are not in the blocks, or not as they are now.`);
  print(`The cron sealed ${sealed.perSecond} sessions a second, into ${blocks} rows.`);
  print(`${cpus().length} cores, Node ${process.version}, ${repeats} requests a line.`);
  const wrong = await withServer(folder, loaded.key, async (api) => {
    const found: string[] = [];
    for (const table of tables) found.push(...(await measureTable(api, table, repeats)));
    return found;
  });
  print(
    wrong.length === 0
      ? '\nEvery limit holds, and every answer equals a scan of the sessions.'
      : `\n**${wrong.length} are wrong.**`,
  );
  if (values.readme) writeReadme();
  for (const what of wrong) console.error(`WRONG ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
});
