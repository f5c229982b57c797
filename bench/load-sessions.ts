import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { withDatabases } from '../scripts/lib/databases.ts';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { insertKey } from '../src/api-keys/store/create.ts';
import { newKeyRow } from '../src/api-keys/store/internal.ts';
import type { Audience } from '../src/audiences/schemas.ts';
import { createApiKey } from '../src/lib/api-key.ts';
import type { Page } from '../src/pages/schemas.ts';
import { generator } from './lib/random.ts';
import { benchFolder, type Loaded, openLocalD1, readLoaded, withServer, writeLoaded } from './lib/state.ts';
import { columns, type Scale, visitsOf } from './lib/visits.ts';

const usage = `usage: node bench/load-sessions.ts [--sessions 1000000] [--audiences 100] [--days 365] [--seed 4]
STATE_DIR names the state folder, .wrangler/bench if unset`;
const sessionsPerTransaction = 20_000;

function numberOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text))
    throw new UserError(`--${name} ${text} is no whole number above 0.\n${usage}`);
  return Number(text);
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

// Loads sessions of one page into the file of a local D1. The triggers update the rollups.
await main(async () => {
  const text = (value: number) => ({ type: 'string', default: String(value) }) as const;
  const options = { sessions: text(1_000_000), audiences: text(100), days: text(365), seed: text(4) };
  const { values } = parseOptions({ options }, usage);
  const audiences = numberOf('audiences', values.audiences);
  const scale: Scale = {
    sessions: numberOf('sessions', values.sessions),
    days: numberOf('days', values.days),
    seed: numberOf('seed', values.seed),
  };
  const folder = benchFolder();
  const known = readLoaded(folder);
  if (known) return assertSame(known, scale, audiences, folder);

  const start = performance.now();
  await withDatabases({}, ({ migrate }) => migrate('DB'));
  assertEmpty(folder);
  const loaded = { ...scale, ...(await createPage(folder, audiences)) };
  console.log(`Page ${loaded.pageId} with ${audiences} audiences, after ${seconds(start)}`);
  const database = openLocalD1(folder, { readOnly: false });
  try {
    await insertVisits(database, loaded);
  } finally {
    database.close();
  }
  writeLoaded(folder, loaded);
  console.log(`Loaded ${scale.sessions} sessions into ${folder} in ${seconds(start)}`);
});

function assertSame(known: Loaded, scale: Scale, audiences: number, folder: string): void {
  const { sessions, days, seed } = known;
  const found = `${sessions} sessions, ${known.audienceIds.length} audiences, ${days} days, seed ${seed}`;
  const wanted = `${scale.sessions} sessions, ${audiences} audiences, ${scale.days} days, seed ${scale.seed}`;
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

/** A key, a page and its audiences, made through the API. */
async function createPage(folder: string, count: number) {
  const key = createApiKey('main');
  const row = newKeyRow(key, { name: 'bench', scopes: ['read', 'write'] }, Date.now());
  await withDatabases({}, ({ run }) => run('DB', [insertKey(row)]));
  return withServer(folder, key, async ({ send }) => {
    const page = { title: 'Footfall bench', url: 'https://bench.example/landing' };
    const { pageId } = (await (await send('POST', '/v0/pages', page)).json()) as Page;
    const audienceIds: string[] = [];
    for (let nth = 1; nth <= count; nth++) {
      const created = await send('POST', `/v0/pages/${pageId}/audiences`, { customName: `Audience ${nth}` });
      audienceIds.push(((await created.json()) as Audience).audienceId);
    }
    return { pageId, audienceIds, key };
  });
}

async function insertVisits(
  database: DatabaseSync,
  { pageId, audienceIds, ...scale }: Loaded,
): Promise<void> {
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
  const names = columns.join(', ');
  const insert = database.prepare(
    `INSERT INTO audience_sessions (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const bar = new SingleBar({
    format: 'Sessions {bar} {percentage}% {value} after {duration_formatted}',
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  });
  bar.start(scale.sessions, 0);
  let done = 0;
  database.exec('BEGIN');
  for (const visit of visitsOf(pageId, audienceIds, scale, generator(scale.seed))) {
    insert.run(...columns.map((column) => visit[column]));
    if (++done % sessionsPerTransaction > 0) continue;
    database.exec('COMMIT; BEGIN');
    bar.update(done);
    // The bar needs a timer to draw.
    await turn();
  }
  database.exec('COMMIT');
  bar.update(done);
  bar.stop();
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
