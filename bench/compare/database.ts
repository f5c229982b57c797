import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { UserError } from '../../scripts/lib/settings.ts';
import { hash, pageId, type Scale, seedContent, seedSteps } from './seed.ts';

const rowsPerTransaction = 20_000;
const d1Folder = 'v3/d1/miniflare-D1DatabaseObject';

/** Where builds and databases are kept between runs. */
const cacheFolder = path.join(tmpdir(), 'footfall-bench');

/** The migrations of a checkout as SQL text. */
function migrationsOf(source: string): string {
  const folder = path.join(source, 'drizzle');
  if (!existsSync(folder))
    throw new UserError(`${source} has no folder drizzle: it is not a checkout of the service.`);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files
    .sort()
    .map((name) =>
      readFileSync(path.join(folder, name), 'utf8').replaceAll('--> statement-breakpoint', '').trim(),
    )
    .map((text) => (text.endsWith(';') ? text : `${text};`))
    .join('\n');
}

/** The file of the only database in a state folder. */
function fileIn(state: string): string {
  const names = readdirSync(path.join(state, d1Folder)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0)
    throw new Error(`${state} holds ${names.length} databases, not one`);
  return path.join(state, d1Folder, name);
}

/** Uses the database named `bench` in a state folder through workerd, which creates it if it is missing. */
async function withD1(state: string, use: (database: D1Database) => Promise<unknown>): Promise<void> {
  const server = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      compatibilityDate: '2026-11-01',
      d1Databases: { DB: 'bench' },
      resourcePersistencePath: path.join(state, 'v3'),
      log: new Log(LogLevel.NONE),
      cf: false,
    }),
  );
  try {
    await use((await server.getD1Database('DB')) as unknown as D1Database);
  } finally {
    await server.dispose();
  }
}

/** Creates an empty database in a state folder. Returns its file, whose name workerd chooses. */
async function createIn(state: string): Promise<string> {
  await withD1(state, (database) => database.exec('select 1'));
  return fileIn(state);
}

/** Methods of ECMAScript 2026, which the code that seals needs: workerd has them, Node 24 does not. */
function addBase64(): void {
  Uint8Array.fromBase64 ??= (text) => Uint8Array.from(Buffer.from(text, 'base64'));
  Uint8Array.prototype.toBase64 ??= function toBase64(this: Uint8Array) {
    return Buffer.from(this).toString('base64');
  };
  Uint8Array.prototype.setFromBase64 ??= function setFromBase64(this: Uint8Array, text: string) {
    return {
      read: text.length,
      written: Buffer.from(this.buffer, this.byteOffset, this.length).write(text, 'base64'),
    };
  };
}

/** How a checkout gets sessions into the tables that its analytics read: it seals them, or an older one rolls them up. */
const writers: [file: string, run: (code: Code, database: unknown) => Promise<number>][] = [
  ['src/analytics/worker/seal.ts', ({ sealSome }, database) => sealSome(database, Date.now(), true)],
  ['src/analytics/worker/roll-up.ts', ({ rollUpPage }, database) => rollUpPage(database, pageId, Date.now())],
];
type Code = Record<'sealSome' | 'rollUpPage', (...values: unknown[]) => Promise<number>>;

/** Seals the sessions with the code of a checkout, as its cron does. */
async function seal(state: string, source: string): Promise<void> {
  const [file, run] = writers.find(([name]) => existsSync(path.join(source, name))) ?? [];
  if (file === undefined || run === undefined) return;
  addBase64();
  const code: Code = await import(pathToFileURL(path.join(source, file)).href);
  const { openDatabase } = await import(pathToFileURL(path.join(source, 'src/db/client.ts')).href);
  await withD1(state, async (d1) => {
    const database = openDatabase(d1, 'first-primary', { add: () => {} });
    while ((await run(code, database)) > 0);
  });
}

/** Reports the progress of a long task. */
export type Report = (name: string, done: number, of: number) => void | Promise<void>;

/**
 * The file of a database with the migrations of a checkout and with rows to measure. It comes from the cache if it is
 * there. Otherwise it is filled, with all triggers.
 */
export async function seededFile(source: string, scale: Scale, report: Report): Promise<string> {
  const migrations = migrationsOf(source);
  const code = readFileSync(path.join(import.meta.dirname, 'seed.ts'), 'utf8');
  const version = createHash('sha256').update(migrations).update(code).digest('hex').slice(0, 12);
  const name = `${scale.persons}-${version}`;
  const cached = path.join(cacheFolder, name);
  if (existsSync(cached)) return fileIn(cached);
  const making = `${cached}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  await fill(await createIn(making), migrations, scale, report, () => seal(making, source));
  // Another run may have made the same file meanwhile.
  if (existsSync(cached)) rmSync(making, { recursive: true, force: true });
  else renameSync(making, cached);
  return fileIn(cached);
}

async function fill(
  file: string,
  migrations: string,
  scale: Scale,
  report: Report,
  sealSessions: () => Promise<void>,
): Promise<void> {
  const open = () => {
    const database = new DatabaseSync(file);
    database.exec('pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = memory');
    database.function('hash', { deterministic: true }, hash);
    return database;
  };
  let database = open();
  try {
    database.exec(`begin; ${migrations}; commit`);
    for (const { name, rows, run, endsSealed } of seedSteps(scale)) {
      for (let from = 0; from < rows; from += rowsPerTransaction) {
        await report(name, from, rows);
        database.exec('begin');
        run(database, from, Math.min(from + rowsPerTransaction, rows));
        database.exec('commit');
      }
      await report(name, rows, rows);
      if (!endsSealed) continue;
      database.close();
      await sealSessions();
      database = open();
    }
    database.exec('begin');
    seedContent(database);
    database.exec('commit; pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

/** Copies a database into a state folder, where the server finds it. Returns its file. */
export function copyInto(state: string, file: string): string {
  const folder = path.join(state, d1Folder);
  mkdirSync(folder, { recursive: true });
  const copy = path.join(folder, path.basename(file));
  copyFileSync(file, copy, constants.COPYFILE_FICLONE);
  return copy;
}
