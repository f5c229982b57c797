import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { tablesOf } from './tables.ts';

/** Tables whose rows a migration has written. */
const kept = new Set(['counters', 'secrets', 'event_settings']);
/** Databases that this workerd has migrated, with the tables to empty. */
const tables = new Map<D1Database, string[]>();

/** The tables that have rows: most files of tests fill a few of the first workspace, and none of the second. */
async function filledOf(database: D1Database, names: readonly string[]): Promise<string[]> {
  const columns = names
    .filter((name) => name !== 'event_authors')
    .map((name) => `EXISTS (SELECT 1 FROM ${name}) AS "${name}"`);
  const row = await database.prepare(`SELECT ${columns.join(', ')}`).first<Record<string, number>>();
  return Object.keys(row ?? {}).filter((name) => row?.[name] === 1);
}

// FTS5 has a command that empties an index whose rows the service never removes.
const forget = ['person_search', 'account_search', 'audience_search', 'page_link_search'].map(
  (index) => `INSERT INTO ${index} (${index}) VALUES ('delete-all')`,
);
const reset = [
  'DELETE FROM event_authors',
  'UPDATE counters SET value = 0',
  'INSERT INTO event_authors (until) VALUES (0)',
  "UPDATE event_settings SET types = '[]', retention_days = 30, revision = 0, write_id = '', updated_by = NULL, updated_at = 0",
];

/** Drops the triggers that an export has left, which would note what tests write. */
export async function dropNotes(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'export_note_*'")
    .all<{ name: string }>();
  if (results.length > 0)
    await database.batch(results.map(({ name }) => database.prepare(`DROP TRIGGER ${name}`)));
}

/** How often rows are deleted at most until there are none. */
const mostRounds = 5;

/** Migrates a database, or deletes all rows of one that is migrated already. */
export async function emptyDatabase(database: D1Database): Promise<void> {
  const known = tables.get(database);
  if (!known) {
    await applyD1Migrations(database, env.MIGRATIONS);
    const all = await tablesOf(database);
    tables.set(
      database,
      all.filter((name) => !kept.has(name)),
    );
    return;
  }
  await dropNotes(database);
  // Triggers keep the newest event, and the newest visit that alerts look at: numbers begin at 1 again only without them.
  const { results: guards } = await database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB '*_newest_kept'")
    .all<{ name: string; sql: string }>();
  // Triggers of rows that are deleted may write others.
  let filled = await filledOf(database, known);
  for (let round = 1; filled.length > 0; round++) {
    if (round > mostRounds) throw new Error(`rows come back into ${filled.join(', ')}`);
    const statements = [
      ...guards.map(({ name }) => `DROP TRIGGER ${name}`),
      ...filled.map((name) => `DELETE FROM ${name}`),
      ...guards.map(({ sql }) => sql),
    ];
    await database.batch(statements.map((statement) => database.prepare(statement)));
    filled = await filledOf(database, known);
  }
  await database.batch([...forget, ...reset].map((statement) => database.prepare(statement)));
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
