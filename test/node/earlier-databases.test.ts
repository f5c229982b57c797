import type { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { openLocalD1 } from '../../bench/lib/state.ts';
import { hashOf } from '../../scripts/d1/landed.ts';
import { openD1 } from '../../scripts/d1/local-d1.ts';
import { migrationsOfSpans, readHistory } from '../../scripts/d1/migration-history.ts';
import { applyMigrations, type Migration, migrations } from '../../scripts/d1/migrations.ts';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, freePort, newStateDir, npmRun, startServer, stop } from './processes.ts';

// Commands open the databases of earlier commits, and refuse those that no commit made.

afterAll(cleanUp);

/** A state folder with the migrations of a span of commits, and sessions: one that is open, one that has ended. */
async function folderOf(first: string, more: Migration[] = []): Promise<string> {
  const STATE_DIR = newStateDir();
  const { files = [] } = migrationsOfSpans(readHistory()).find(({ span }) => span.first === first) ?? {};
  expect(files).not.toEqual([]);
  const d1 = await openD1(STATE_DIR);
  try {
    await applyMigrations((statements) => d1.run('DB', statements), [...files, ...more]);
    const session = (id: string, status: string) =>
      `insert into audience_sessions (analytics_session_id, page_id, computation_status, form_state, has_conversion,
        questions_asked_count, total_clicks_count, session_started_at, active_ms)
        values ('${id}', 'page_1', '${status}', 0, 0, 0, 0, 1, 1)`;
    await d1.run('DB', [session('ended', 'completed'), session('open', 'pending')]);
  } finally {
    await d1.close();
  }
  return STATE_DIR;
}

const sessionsIn = (STATE_DIR: string) => {
  const database = openLocalD1(STATE_DIR, { readOnly: true });
  const rows = database
    .prepare('select analytics_session_id, computation_status from audience_sessions')
    .all();
  database.close();
  return rows.map((row) => Object.values(row));
};

describe('a database of commits f6846ad to 3a0f0f1, whose 0008 dropped a column that later ones kept', () => {
  const all = [
    ['ended', 'completed'],
    ['open', 'pending'],
  ];

  test('opens with npm run db:migrate', async () => {
    const STATE_DIR = await folderOf('aef6aef');
    const { code, stdout, stderr } = await npmRun(['db:migrate'], { STATE_DIR });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('0011_write_logs_by_trigger.sql');
    expect(sessionsIn(STATE_DIR)).toEqual(all);
  });

  test('opens with npm start, also after a later commit had migrated and refused it', async () => {
    const later = migrations().filter(({ name }) => name > '0011' && name < '0023');
    const STATE_DIR = await folderOf('aef6aef', later);
    const server = await startServer(STATE_DIR);
    expect((await fetch(`${server.address}/health`)).status).toBe(200);
    expect(await stop(server, 'SIGTERM', 'group')).toEqual([]);
    expect(sessionsIn(STATE_DIR)).toEqual(all);
  });
});

/** Everything in the database of a state folder, except what workerd notes for itself. */
function contentOf(STATE_DIR: string) {
  const database = openLocalD1(STATE_DIR, { readOnly: true });
  const definitions = database.prepare("select * from sqlite_master where name not glob '_cf_*'").all();
  const rows = definitions
    .filter(({ type, sql }) => type === 'table' && !/^create virtual/i.test(String(sql)))
    .map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]);
  database.close();
  return hashOf(JSON.stringify([definitions, rows]));
}

test('a database that is refused is not changed: it is looked at before its first migration', async () => {
  const STATE_DIR = await folderOf('854ccda');
  const database = openLocalD1(STATE_DIR, { readOnly: false });
  database.exec('alter table persons add column made_elsewhere text');
  database.close();
  const before = contentOf(STATE_DIR);
  for (const command of ['start', 'db:migrate']) {
    const { code, stderr } = await npmRun([command], { STATE_DIR, PORT: String(await freePort()) });
    expect(stderr).toMatch(
      /^footfall: the database DB .* no version since 828597c made it\. Nothing was changed.*\n$/,
    );
    expect(code).toBe(1);
    expect(contentOf(STATE_DIR)).toEqual(before);
  }
});

test('a database of a newer version is refused by its name', async () => {
  const STATE_DIR = await changedFolder("insert into d1_migrations (name) values ('9999_of_tomorrow.sql')");
  const before = contentOf(STATE_DIR);
  const { code, stderr } = await npmRun(['db:migrate'], { STATE_DIR });
  expect(stderr).toMatch(/a newer version made it \(9999_of_tomorrow\.sql\)/);
  expect(code).toBe(1);
  expect(contentOf(STATE_DIR)).toEqual(before);
});

/** A state folder with the migrations of this version, changed by this SQL. */
async function changedFolder(sql: string): Promise<string> {
  const STATE_DIR = migratedStateDir();
  const database: DatabaseSync = openLocalD1(STATE_DIR, { readOnly: false });
  database.exec(sql);
  database.close();
  return STATE_DIR;
}

// As commits before 79b6403 left it: d1_migrations has the same names, but 0000 had a different text.
const otherSchema = 'alter table idempotency_keys add column request text';

test('npm start and db:migrate say in one line that a state folder has the schema of another version', async () => {
  const STATE_DIR = await changedFolder(otherSchema);
  for (const command of ['start', 'db:migrate']) {
    const { code, stderr } = await npmRun([command], { STATE_DIR, PORT: String(await freePort()) });
    expect(stderr).toMatch(/^footfall: the database DB .* does not have the schema of this version.*\n$/);
    expect(code).toBe(1);
  }
  // The data can still be exported.
  const exported = await npmRun(['export'], { STATE_DIR });
  expect([exported.code, exported.stderr]).toEqual([0, '']);
});

test('npm start migrates, and leaves nothing to migrate', async () => {
  const STATE_DIR = newStateDir();
  const server = await startServer(STATE_DIR);
  const { status } = await fetch(`${server.address}/health`);
  expect(status).toBe(200);
  const { code, stdout } = await npmRun(['db:migrate'], { STATE_DIR });
  expect([code, stdout]).toEqual([0, 'DB: nothing to migrate\n']);
});
