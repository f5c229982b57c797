import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDatabases } from '../scripts/d1/databases.ts';
import { main, parseOptions, UserError } from '../scripts/lib/settings.ts';
import { insertKey } from '../src/access/api-keys/store/create.ts';
import { newKeyRow } from '../src/access/api-keys/store/internal.ts';
import { createApiKey } from '../src/lib/api-key.ts';
import { bytesByTable, type Growth, growthOf } from './lib/bytes.ts';
import { openLocalD1, withServer } from './lib/state.ts';
import { audiences, keyedLogs, logs, persons, prepare, sessions, type Writer } from './lib/writers.ts';

const usage = 'usage: node bench/measure-bytes.ts [--rows 10000]';

/** Live pages of the database by table. No server may have its file open. */
function measure(folder: string): Map<string, number> {
  const database = openLocalD1(folder, { readOnly: true });
  try {
    return bytesByTable(database);
  } finally {
    database.close();
  }
}

function print(name: string, rows: number, { total, parts }: Growth): void {
  const each = (bytes: number) => Math.round(bytes / rows);
  const largest = parts
    .filter(([, bytes]) => bytes > rows)
    .map(([table, bytes]) => `${table} ${each(bytes)}`);
  const inOneDatabase = (10e9 / (total / rows) / 1e6).toFixed(1);
  console.log(`| ${name} | ${each(total)} | ${inOneDatabase} million | ${largest.join(', ')} |`);
}

// Writes rows of each kind through the API into a new database, and prints by how many bytes its file grew.
await main(async () => {
  const { values } = parseOptions({ options: { rows: { type: 'string', default: '10000' } } }, usage);
  const rows = Number(values.rows);
  if (!(rows > 0 && rows % 1000 === 0)) throw new UserError(`--rows must be a multiple of 1000.\n${usage}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-bytes-'));
  process.env.STATE_DIR = folder;
  try {
    const key = createApiKey('main');
    await withDatabases({}, async ({ migrate, run }) => {
      await migrate('DB');
      await run('DB', [insertKey(newKeyRow(key, { name: 'bytes', scopes: ['read', 'write'] }, Date.now()))]);
    });
    // Data that all kinds need is written before the first measurement.
    const prepared = await withServer(folder, key, prepare);
    console.log('| one … | bytes | in 10 GB | of them, by table or index |\n| --- | --- | --- | --- |');
    const kinds: [string, Writer][] = [
      ['person with an email', persons],
      ['log of a known person, no key', logs],
      ['log of a known person, with a key', keyedLogs],
      ['session', sessions],
      ['audience with a draft', audiences],
    ];
    for (const [name, write] of kinds) {
      const before = measure(folder);
      const written = await withServer(folder, key, (api) => write(api, prepared, rows));
      print(name, written, growthOf(before, measure(folder)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
