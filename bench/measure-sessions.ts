import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { analyticsCases, type Case, listCases } from './lib/cases.ts';
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

/** Measures cases and prints their table. Returns the errors. */
async function table(api: Api, names: string[], cases: Case[], repeats: number): Promise<string[]> {
  printRow([...names, ...figureNames]);
  printRow([...names, ...figureNames].map(() => '---'));
  const wrong: string[] = [];
  for (const { name, route, limit, objection } of cases) {
    const { answer, figures } = await measure(api, route, repeats);
    const { trips, read, written, p50, p95 } = figures;
    const reason = objection(answer);
    const isEqual = reason === undefined ? 'yes' : 'NO';
    printRow([...name, trips, read, limit, written, p50.toFixed(1), p95.toFixed(1), isEqual]);
    const note = (what: string) => wrong.push(`${name.join(', ')}: ${what} (${route})`);
    if (reason !== undefined) note(reason);
    if (read > limit) note(`reads ${read} rows, more than ${limit}`);
    if (trips !== 1 || written !== 0) note(`${trips} round trips, ${written} rows written`);
  }
  return wrong;
}

/** The correct results of every case. They need scans of the raw sessions, so this runs before the server starts. */
function casesOf(folder: string, loaded: Loaded): { lists: Case[]; analytics: Case[] } {
  console.error('Scanning the raw sessions …');
  const database = openLocalD1(folder, { readOnly: true });
  try {
    const raw = rawSessions(database, loaded.pageId);
    return { lists: listCases(raw, loaded), analytics: analyticsCases(raw, loaded) };
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
  const { lists, analytics } = casesOf(folder, loaded);

  const { sessions, audienceIds, days } = loaded;
  print(`${sessions} sessions of one page, ${audienceIds.length} audiences, ${days} days.`);
  print(`${cpus().length} cores, Node ${process.version}, ${repeats} requests a line.\n`);
  const wrong = await withServer(folder, loaded.key, async (api) => {
    print('`GET /v0/pages/:page_id/audience_sessions`, 100 a page:\n');
    const ofLists = await table(api, ['dates', 'audience', 'page'], lists, repeats);
    print('\n`GET /v0/pages/:page_id/analytics/audiences`:\n');
    return [...ofLists, ...(await table(api, ['range', 'sessions'], analytics, repeats))];
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
