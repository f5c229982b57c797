import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { withDatabases } from '../scripts/d1/databases.ts';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import type { Audience } from '../src/content/audiences/schemas.ts';
import type { Page } from '../src/content/pages/schemas.ts';
import { generator } from './lib/random.ts';
import {
  type Api,
  benchFolder,
  changeLocalD1,
  createKey,
  type Loaded,
  type LoadedPage,
  openLocalD1,
  readLoaded,
  withServer,
  writeLoaded,
} from './lib/state.ts';
import { inserter, type Scale, type Visit, visitsOf } from './lib/visits.ts';

const usage = `usage: node bench/load-sessions.ts [--sessions 1000000] [--audiences 100] [--days 365] [--seed 4] [--accounts 0]
--accounts  of how many companies people are recipients of visits
STATE_DIR names the state folder, .wrangler/bench if unset`;
const sessionsPerTransaction = 20_000;
/** Of this many sessions, about one is not sealed, because it is among the last of its page. */
const perWaiting = 333;
/** Sessions of a page that change, or come, among those that are sealed. */
const late = 40;

function numberOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text))
    throw new UserError(`--${name} ${text} is no whole number above 0.\n${usage}`);
  return Number(text);
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

// Loads sessions of two pages into the file of a local D1, with the triggers of production, and has the service seal
// them.
await main(async () => {
  const text = (value: number) => ({ type: 'string', default: String(value) }) as const;
  const options = {
    sessions: text(1_000_000),
    audiences: text(100),
    days: text(365),
    seed: text(4),
    accounts: text(0),
  };
  const { values } = parseOptions({ options }, usage);
  const audiences = numberOf('audiences', values.audiences);
  const scale: Scale = {
    sessions: numberOf('sessions', values.sessions),
    days: numberOf('days', values.days),
    seed: numberOf('seed', values.seed),
    ...(values.accounts === '0' ? {} : { accounts: numberOf('accounts', values.accounts) }),
  };
  const folder = benchFolder();
  const known = readLoaded(folder);
  if (known) assertSame(known, scale, audiences, folder);

  const start = performance.now();
  await withDatabases({}, ({ migrate }) => migrate('DB'));
  if (known) return;
  assertEmpty(folder);
  const { key, first, second } = await createPages(folder, audiences);
  console.log(
    `Two pages with ${audiences} and ${second.audienceIds.length} audiences, after ${seconds(start)}`,
  );
  const smaller = { ...scale, sessions: Math.ceil(scale.sessions / 10), seed: scale.seed + 1 };
  const rest: Rest = { visits: [], changedIds: [] };
  await changeLocalD1(folder, async (database) => {
    await insertVisits(database, first, scale, rest);
    await insertVisits(database, second, smaller, rest);
  });
  console.log(`Inserted the sessions, after ${seconds(start)}`);
  const sealed = await withServer(folder, key, seal);
  await changeLocalD1(folder, async (database) => insertRest(database, rest));
  writeLoaded(folder, { ...scale, ...first, second, key, sealed });
  console.log(`Loaded ${scale.sessions} sessions into ${folder} in ${seconds(start)}`);
});

function assertSame(known: Loaded, scale: Scale, audiences: number, folder: string): void {
  const textOf = ({ sessions, days, seed, accounts = 0 }: Scale, count: number) =>
    `${sessions} sessions, ${count} audiences, ${days} days, seed ${seed}, ${accounts} accounts`;
  const found = textOf(known, known.audienceIds.length);
  const wanted = textOf(scale, audiences);
  if (found !== wanted) throw new UserError(`${folder} holds ${found}; remove it to load ${wanted}.`);
  console.log(`${folder} is loaded already: ${found}.`);
}

/** Throws UserError when a load was interrupted: the folder then has other sessions than a complete load. */
function assertEmpty(folder: string): void {
  const database = openLocalD1(folder, { readOnly: true });
  const found = database.prepare('SELECT 1 FROM pages').get();
  database.close();
  if (found) throw new UserError(`${folder} holds other data, or half a load; remove it and load again.`);
}

/** A key, and two pages with their audiences, made through the API. The second has 50 times as many audiences. */
async function createPages(folder: string, count: number) {
  const key = await createKey(['read', 'write']);
  return withServer(folder, key, async (api) => ({
    key,
    first: await createPage(api, count, '/landing'),
    second: await createPage(api, 50 * count, '/other'),
  }));
}

async function createPage({ send }: Api, count: number, path: string): Promise<LoadedPage> {
  const page = { title: 'Footfall bench', url: `https://bench.example${path}` };
  const { pageId } = (await (await send('POST', '/v0/pages', page)).json()) as Page;
  const audienceIds: string[] = [];
  const create = async (customName: string) => {
    const created = await send('POST', `/v0/pages/${pageId}/audiences`, { customName });
    audienceIds.push(((await created.json()) as Audience).audienceId);
  };
  while (audienceIds.length < count)
    await Promise.all(
      Array.from({ length: Math.min(10, count - audienceIds.length) }, (_, index) =>
        create(`Audience ${audienceIds.length + index + 1}`),
      ),
    );
  return { pageId, audienceIds };
}

/** Runs the cron, as the service does each minute, until too few sessions wait for another write. */
async function seal({ server: { d1, runCron } }: Api) {
  const count = async (sql: string) => Number((await d1.run('DB', [sql]))[0]?.[0]?.n);
  const revision = () => count('SELECT sum(revision) AS n FROM session_seal');
  const start = performance.now();
  for (let before = -1, now = 0; now !== before; before = now, now = await revision()) {
    await runCron();
    console.log(`A run of the cron, after ${seconds(start)}`);
  }
  const took = (performance.now() - start) / 1000;
  const sessions = await count('SELECT count(*) AS n FROM audience_sessions');
  return { sessions, perSecond: Math.round(sessions / took) };
}

/** What happens after sealing. */
interface Rest {
  visits: Visit[];
  /** Sessions of which another beacon comes. */
  changedIds: string[];
}

function insertRest(database: DatabaseSync, { visits, changedIds }: Rest): void {
  const insert = inserter(database);
  const change = database.prepare(`UPDATE audience_sessions SET engaged_ms = coalesce(engaged_ms, 0) + 5000,
    active_ms = active_ms + 5000, total_clicks_count = total_clicks_count + 1 WHERE analytics_session_id = ?`);
  database.exec('BEGIN');
  for (const visit of visits) insert(visit);
  for (const id of changedIds) change.run(id);
  database.exec('COMMIT');
}

/** Inserts the visits of a page. Adds to `rest` the last ones, and a few others that come or change later. */
async function insertVisits(
  database: DatabaseSync,
  { pageId, audienceIds }: LoadedPage,
  scale: Scale,
  rest: Rest,
): Promise<void> {
  const insert = inserter(database);
  const waitingFrom = scale.sessions - Math.ceil(scale.sessions / perWaiting);
  const perLate = Math.floor(waitingFrom / late);
  const bar = new SingleBar({
    format: 'Sessions {bar} {percentage}% {value} after {duration_formatted}',
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  });
  bar.start(scale.sessions, 0);
  let done = 0;
  database.exec('BEGIN');
  for (const visit of visitsOf(pageId, audienceIds, scale, generator(scale.seed))) {
    if (done >= waitingFrom || done % perLate === 1) rest.visits.push(visit);
    else insert(visit);
    if (done % perLate === 2 && done < waitingFrom) rest.changedIds.push(String(visit.analytics_session_id));
    if (++done % sessionsPerTransaction > 0) continue;
    database.exec('COMMIT; BEGIN');
    bar.update(done);
    // The bar needs a timer to draw.
    await turn();
  }
  database.exec('COMMIT');
  bar.update(done);
  bar.stop();
}
