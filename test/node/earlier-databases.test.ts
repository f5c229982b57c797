import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLocalD1 } from '../../bench/lib/state.ts';
import { definitionsOf, hashOf } from '../../scripts/d1/landed.ts';
import { applyMigrations, baseline, migrations } from '../../scripts/d1/migrations.ts';
import { upgrade } from '../../scripts/d1/upgrade.ts';
import { wranglerCli } from '../../scripts/lib/wrangler.ts';
import { fingerprintOf } from '../../src/schema/check.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { databasesOn, earlierFile, earlierStateDir } from './earlier.ts';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, freePort, newStateDir, npmRun, root, startServer, stop } from './processes.ts';

// Commands open the databases of commit 144f7410 and later ones, and refuse those that are older, newer or unknown.

afterAll(cleanUp);

const since = migrations().filter(({ name }) => name > baseline);

/** The rows of each table in the columns that it had at 144f7410, except the list of free mail. */
function rowsOf(database: DatabaseSync): Map<string, string[]> {
  const earlier = new DatabaseSync(earlierFile(), { readOnly: true });
  const tables = earlier.prepare(`select t.name as name, group_concat('"' || c.name || '"') as columns
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not glob 'sqlite_*' and t.name not glob '_cf_*'
      and t.name not in ('d1_migrations', 'free_mail_domains') group by t.name`);
  const rows = ({ name, columns }: Record<string, unknown>) =>
    database
      .prepare(`select ${columns} from "${name}"`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  const found = new Map(tables.all().map((table) => [String(table.name), rows(table)]));
  earlier.close();
  return found;
}

/** Reads the database of a state folder whose server does not run. */
function read<T>(STATE_DIR: string, from: (database: DatabaseSync) => T): T {
  const database = openLocalD1(STATE_DIR, { readOnly: true });
  try {
    return from(database);
  } finally {
    database.close();
  }
}

const appliedIn = (database: DatabaseSync): string[] =>
  database
    .prepare('select name from d1_migrations order by id')
    .all()
    .map(({ name }) => String(name));

/** `wrangler d1 migrations apply` for the database of a state folder. */
function applyByWrangler(STATE_DIR: string) {
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', STATE_DIR];
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [wranglerCli, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}

const migrateWays: [string, (STATE_DIR: string) => Promise<unknown>][] = [
  [
    'npm run db:migrate',
    async (STATE_DIR) => {
      const { code, stdout, stderr } = await npmRun(['db:migrate'], { STATE_DIR });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toBe(`DB: ${since.map(({ name }) => name).join(', ')}\n`);
    },
  ],
  [
    'npm start',
    async (STATE_DIR) => {
      const server = await startServer(STATE_DIR);
      expect((await fetch(`${server.address}/health`)).status).toBe(200);
      expect(await stop(server, 'SIGTERM', 'group')).toEqual([]);
    },
  ],
  [
    'wrangler d1 migrations apply',
    async (STATE_DIR) => {
      const { status, printed } = applyByWrangler(STATE_DIR);
      expect(status, printed).toBe(0);
    },
  ],
];

describe.each(migrateWays)('a database of commit 144f7410 that %s migrates', (way, migrate) => {
  const STATE_DIR = earlierStateDir();
  const [before, applied] = read(STATE_DIR, (database) => [rowsOf(database), appliedIn(database)] as const);
  beforeAll(() => migrate(STATE_DIR));

  test('keeps every row, and gets what came since the baseline', () => {
    expect(applied).toHaveLength(59);
    read(STATE_DIR, (database) => {
      // A server runs its cron.
      if (way !== 'npm start') expect(rowsOf(database)).toEqual(before);
      expect(appliedIn(database)).toEqual([...applied, ...since.map(({ name }) => name)]);
      expect(fingerprintOf(definitionsOf(database))).toBe(schemaFingerprint);
      const columns = ['persons', 'accounts'].map(
        (of) => `select '${of}' as kind, seq, latest_visit_at as at from ${of} where latest_visit_at > 0`,
      );
      const visits = `select iif(substr(bucket.key, 1, 1) = 'p', 'persons', 'accounts') as kind,
          cast(visit.key as integer) as seq, visit.value as at
        from latest_visits, json_each(visits) as bucket, json_each(bucket.value) as visit`;
      const sorted = (query: string) => database.prepare(`${query} order by kind, seq`).all();
      expect(sorted(visits)).toEqual(sorted(columns.join(' union all ')));
      expect(sorted(visits).length).toBeGreaterThan(100);
    });
  });
});

test('wrangler makes a new database that npm run db:migrate has nothing to add to', async () => {
  const STATE_DIR = newStateDir();
  const { status, printed } = applyByWrangler(STATE_DIR);
  expect(status, printed).toBe(0);
  const { code, stdout } = await npmRun(['db:migrate'], { STATE_DIR });
  expect([code, stdout]).toEqual([0, 'DB: nothing to migrate\n']);
});

test('npm start makes a new database that wrangler has nothing to add to', async () => {
  const STATE_DIR = newStateDir();
  const server = await startServer(STATE_DIR);
  expect(await stop(server, 'SIGTERM', 'group')).toEqual([]);
  const { status, printed } = applyByWrangler(STATE_DIR);
  expect(printed).toContain('No migrations to apply');
  expect(status).toBe(0);
});

const refusalInSql = /this database is older than commit 144f7410: migrate it with that commit first/;

/** Everything in the database of a state folder, except what workerd notes for itself. */
const contentOf = (STATE_DIR: string): string =>
  read(STATE_DIR, (database) => {
    const definitions = database.prepare("select * from sqlite_master where name not glob '_cf_*'").all();
    const rows = definitions
      .filter(({ type, sql }) => type === 'table' && !/^create virtual/i.test(String(sql)))
      .map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]);
    return hashOf(JSON.stringify([definitions, rows]));
  });

/** A state folder with a database that was changed by this SQL. */
function changedFolder(STATE_DIR: string, sql: string): string {
  const database = openLocalD1(STATE_DIR, { readOnly: false });
  database.exec(sql);
  database.close();
  return STATE_DIR;
}

/** Expects that the commands that migrate refuse a database in one line, and do not change it. */
async function expectRefusal(STATE_DIR: string, line: RegExp): Promise<void> {
  const before = contentOf(STATE_DIR);
  for (const command of ['start', 'db:migrate']) {
    const { code, stderr } = await npmRun([command], { STATE_DIR, PORT: String(await freePort()) });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(code).toBe(1);
    expect(contentOf(STATE_DIR)).toEqual(before);
  }
}

test('a database older than 144f7410 is refused with the commit to go through, by wrangler too', async () => {
  const STATE_DIR = changedFolder(earlierStateDir(), "delete from d1_migrations where name >= '0031'");
  await expectRefusal(
    STATE_DIR,
    /^footfall: the database DB .* is older than commit 144f7410 .*Nothing was changed; .*git checkout 144f7410 /,
  );
  const before = contentOf(STATE_DIR);
  const { status, printed } = applyByWrangler(STATE_DIR);
  expect(printed).toMatch(refusalInSql);
  expect(status).not.toBe(0);
  expect(contentOf(STATE_DIR)).toEqual(before);
});

test('a database with another schema is refused, and can still be exported', async () => {
  const STATE_DIR = changedFolder(migratedStateDir(), 'alter table persons add column made_elsewhere text');
  await expectRefusal(STATE_DIR, /^footfall: the database DB .* does not have the schema of this version/);
  const exported = await npmRun(['export'], { STATE_DIR });
  expect([exported.code, exported.stderr]).toEqual([0, '']);
});

test('a database of a newer version is refused by its name', async () => {
  const newer = "insert into d1_migrations (name) values ('9999_of_tomorrow.sql')";
  const STATE_DIR = changedFolder(migratedStateDir(), newer);
  await expectRefusal(STATE_DIR, /a newer version made it \(9999_of_tomorrow\.sql\)/);
});

describe('a database in memory', () => {
  const candidates = [{ binding: 'DB', where: 'here', remedy: 'do this' }];
  const opened = () => new DatabaseSync(earlierFile());

  test('of each commit before 144f7410 is refused', async () => {
    const database = opened();
    for (const name of appliedIn(database).slice(1).toReversed()) {
      database.prepare('delete from d1_migrations where name = ?').run(name);
      const databases = databasesOn(database);
      await expect(upgrade(databases, candidates), name).rejects.toThrow(/is older than commit 144f7410/);
      // wrangler asks nobody: the first query of each file of the baseline refuses.
      await expect(databases.migrate('DB'), name).rejects.toThrow(refusalInSql);
    }
  });

  test.each(since.map(({ name }, place) => [name, place + 1] as const))(
    'of a commit after it, whose last migration was %s, opens',
    async (_, count) => {
      for (const database of [opened(), new DatabaseSync(':memory:')]) {
        const { run } = databasesOn(database);
        const bare = (text: string) => ({ text, params: [], decoders: [] });
        await applyMigrations(
          (statements) => run('DB', statements.map(bare)),
          migrations().filter(
            ({ name }) => name <= baseline || since.slice(0, count).some((one) => one.name === name),
          ),
        );
        await upgrade(databasesOn(database), candidates);
        expect(fingerprintOf(definitionsOf(database))).toBe(schemaFingerprint);
      }
    },
  );
});
