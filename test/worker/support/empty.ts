import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { tablesOf } from './tables.ts';

/** Tables whose rows a migration has written. */
const kept = new Set(['counters', 'secrets', 'event_settings']);
/** Databases that this workerd has migrated, with the tables to empty. */
const tables = new Map<D1Database, string[]>();

/** Migrates a database, or deletes all rows of one that is migrated already. */
export async function emptyDatabase(database: D1Database): Promise<void> {
  const known = tables.get(database);
  if (!known) {
    await applyD1Migrations(database, env.MIGRATIONS);
    const filled = await tablesOf(database);
    tables.set(
      database,
      filled.filter((name) => !kept.has(name)),
    );
    return;
  }
  const remove = known.map((name) => `DELETE FROM ${name}`);
  // FTS5 has a command that empties an index whose rows the service never removes.
  const forget = ['person_search', 'account_search', 'audience_search', 'page_link_search'].map(
    (index) => `INSERT INTO ${index} (${index}) VALUES ('delete-all')`,
  );
  // Triggers write and count rows in tables that were already empty, so these are emptied again.
  const reset = [
    'UPDATE counters SET value = 0',
    'INSERT INTO event_authors (until) VALUES (0) ON CONFLICT DO NOTHING',
    "UPDATE event_settings SET types = '[]', retention_days = 30, revision = 0, write_id = ''",
  ];
  // Triggers keep the newest event, and the newest visit that alerts look at: numbers begin at 1 again only without them.
  const { results: guards } = await database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '*_newest_kept'")
    .all<{ name: string; sql: string }>();
  const statements = [
    ...guards.map(({ name }) => `DROP TRIGGER ${name}`),
    ...[...reset, ...remove, ...forget, ...remove, ...reset],
    ...guards.map(({ sql }) => sql),
  ];
  await database.batch(statements.map((statement) => database.prepare(statement)));
}

/** Drops everything that migrations have created. */
export async function dropAll(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare("SELECT type, name FROM sqlite_master WHERE type IN ('view', 'table') AND name NOT GLOB '_cf_*'")
    .all<{ type: string; name: string }>();
  const isShadow = (name: string) => /_search_(config|data|docsize|idx|content)$/.test(name);
  const own = results.filter(({ name }) => !isShadow(name) && !name.startsWith('sqlite_'));
  if (own.length === 0) return;
  await database.batch(own.map(({ type, name }) => database.prepare(`DROP ${type} IF EXISTS ${name}`)));
}
