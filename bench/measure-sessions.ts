import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import {
  analyticsCases,
  breakdownCases,
  type Case,
  filteredCases,
  listCases,
  type Scene,
  secondCases,
  seriesCases,
  workspaceCases,
} from './lib/cases.ts';
import { limitsOf, waitingOf } from './lib/limits.ts';
import { measure } from './lib/measure.ts';
import { rawSessions, readSessions } from './lib/raw.ts';
import { newReport } from './lib/report.ts';
import {
  type Api,
  benchFolder,
  type Loaded,
  type LoadedPage,
  openLocalD1,
  readLoaded,
  withServer,
} from './lib/state.ts';

const usage = `usage: node bench/measure-sessions.ts [--repeats 20] [--readme]
--readme   writes what is printed into bench/README.md as well
STATE_DIR names the state folder that load-sessions.ts filled, .wrangler/bench if unset`;

const { print, printHead, printRow, writeReadme } = newReport({ start: 'figures', end: 'end' });
const figureNames = ['trips', 'rows read', 'limit', 'written', 'p50 ms', 'p95 ms', 'D1 ms', 'equal'];

interface Table {
  title: string;
  names: string[];
  cases: Case[];
}

/** Measures cases and prints their table. Returns the errors. */
async function measureTable(api: Api, { title, names, cases }: Table, repeats: number): Promise<string[]> {
  print(`\n${title}\n`);
  printHead([...names, ...figureNames]);
  const wrong: string[] = [];
  for (const { name, limit, asked } of cases) {
    // Comparisons take seconds. The client then has to notice that the server has closed idle connections.
    await sleep(50);
    const routes = asked.map(({ route }) => route);
    const { answers, figures } = await measure(api, routes, Math.max(2, Math.ceil(repeats / routes.length)));
    const { trips, read, written, p50, p95, d1 } = figures;
    const reasons = asked.flatMap(({ route, objection }, index) => {
      const reason = objection(answers[index]);
      return reason === undefined ? [] : [`${reason} (${route})`];
    });
    const isEqual = reasons.length === 0 ? 'yes' : 'NO';
    const times = [p50.toFixed(1), p95.toFixed(1), d1];
    printRow([...name, trips, read, limit.rows, written, ...times, isEqual]);
    const note = (what: string) => wrong.push(`${name.join(', ')}: ${what}`);
    for (const reason of reasons) note(reason);
    if (read > limit.rows) note(`reads ${read} rows, more than ${limit.rows} (${routes[0]})`);
    if (trips > limit.trips) note(`${trips} round trips, more than ${limit.trips} (${routes[0]})`);
    if (written !== 0) note(`${written} rows written (${routes[0]})`);
  }
  return wrong;
}

/** The correct results of every case. They need scans of the raw sessions, so this runs before the server starts. */
function tablesOf(folder: string, loaded: Loaded) {
  console.error('Scanning the raw sessions …');
  const database = openLocalD1(folder, { readOnly: true });
  try {
    const { second } = loaded;
    const ofPage = readSessions(database, loaded.pageId);
    const ofSecond = readSessions(database, second.pageId);
    const sceneOf = (page: LoadedPage, pageId: string, ...sessions: (typeof ofPage)[]): Scene => ({
      raw: rawSessions(...sessions),
      page,
      limitOf: limitsOf(database, pageId),
    });
    const scene = sceneOf(loaded, loaded.pageId, ofPage);
    const { tail, corrections } = waitingOf(database, loaded.pageId);
    const rowsOf = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    const tables: Table[] = [
      {
        title: '`GET /v0/pages/:page_id/audience_sessions`, 100 a page:',
        names: ['dates', 'audience', 'page'],
        cases: listCases(scene),
      },
      {
        title: 'The same with a filter:',
        names: ['dates', 'audience', 'filter', 'page'],
        cases: filteredCases(scene),
      },
      {
        title: '`GET /v0/pages/:page_id/analytics/audiences`; with a sort, also `limit=50`:',
        names: ['range', 'sort', 'sessions'],
        cases: analyticsCases(scene),
      },
      {
        title: `The same for the page with ${second.audienceIds.length} audiences:`,
        names: ['range', 'sort', 'sessions'],
        cases: secondCases(sceneOf(second, second.pageId, ofSecond)),
      },
      {
        title: '`GET /v0/pages/:page_id/analytics/timeseries`, in six zones:',
        names: ['interval', 'range', 'of'],
        cases: seriesCases(scene),
      },
      {
        title: '`GET /v0/pages/:page_id/analytics/breakdown`, of a year in six zones, 50 a page:',
        names: ['by', 'of'],
        cases: breakdownCases(scene),
      },
      {
        title: '`GET /v0/analytics/…`, of a year of both pages:',
        names: ['what', 'of'],
        cases: workspaceCases(sceneOf(loaded, '', ofPage, ofSecond)),
      },
    ];
    return { tables, waiting: tail + corrections, blocks: rowsOf('session_blocks') };
  } finally {
    database.close();
  }
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
