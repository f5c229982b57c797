import { fingerprintOf, type SchemaRow, selectDefinitions } from '../../src/schema/check.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { UserError } from '../lib/settings.ts';
import { baseline, baselineCommit, migrations } from './migrations.ts';
import { otherForms } from './other-forms.ts';
import { membersRepairOf } from './repairs.ts';
import { bare, type Databases } from './sql.ts';

/** A database to migrate. */
interface Candidate {
  binding: string;
  /** Its place in words, for a message. */
  where: string;
  /** What the user can do about a schema that is not known. */
  remedy: string;
}

const hasJournal = bare("select name from sqlite_master where type = 'table' and name = 'd1_migrations'");
const selectApplied = bare('select name from d1_migrations order by id');

/** The names of the migrations that a database has, in the order in which they were applied. */
async function appliedTo({ run }: Databases, binding: string): Promise<string[]> {
  const [tables = []] = await run(binding, [hasJournal]);
  if (tables.length === 0) return [];
  const [rows = []] = await run(binding, [selectApplied]);
  return rows.map(({ name }) => String(name));
}

async function definitionsIn({ run }: Databases, binding: string): Promise<SchemaRow[]> {
  const [rows = []] = await run(binding, [selectDefinitions({})]);
  return rows as unknown as SchemaRow[];
}

/** Whether this version or one since the baseline makes a database with these migrations and this schema. */
async function isKnown(applied: string[], fingerprint: string): Promise<boolean> {
  const last = applied.at(-1);
  const all = migrations();
  const place = all.findIndex(({ name }) => name === last);
  if (place === all.length - 1) return fingerprint === schemaFingerprint;
  if (place < 0 && last !== undefined) return false;
  if (last !== undefined && otherForms[last]?.includes(fingerprint)) return true;
  // Loaded on demand: it makes a database in memory.
  const { fingerprintAfter } = await import('./landed.ts');
  return fingerprint === fingerprintAfter(all.slice(0, place + 1));
}

/** Whether a database has only some of the migrations that became the baseline. */
const isBeforeBaseline = (applied: string[]): boolean =>
  !applied.includes(baseline) &&
  applied.some((name) => name < baseline && !migrations().some((migration) => migration.name === name));

/** Reads a database, and changes nothing. Throws UserError when no version since the baseline makes its schema. */
async function assertKnown(databases: Databases, { binding, where, remedy }: Candidate): Promise<void> {
  const applied = await appliedTo(databases, binding);
  const last = applied.at(-1) ?? '';
  if (isBeforeBaseline(applied))
    throw new UserError(
      `the database ${binding} ${where} is older than commit ${baselineCommit} (its last migration is ${last}). Nothing was changed; ` +
        `migrate it with that commit first: git checkout ${baselineCommit} && npm ci && npm run db:migrate.`,
    );
  if (await isKnown(applied, fingerprintOf(await definitionsIn(databases, binding)))) return;
  const newest = migrations().at(-1)?.name ?? '';
  const reason =
    last > newest ? `a newer version made it (${last})` : `no version since ${baselineCommit} made it`;
  throw new UserError(
    `the database ${binding} ${where} does not have the schema of this version or of an earlier one: ${reason}. Nothing was changed; ${remedy}.`,
  );
}

/** Repairs what a migration would do in one statement that may be too long for D1. The schema stays as it is. */
async function repairMembers(databases: Databases, binding: string): Promise<void> {
  const statement = membersRepairOf(await appliedTo(databases, binding));
  if (statement === undefined) return;
  for (let left = 1; left > 0; ) {
    const [repaired = []] = await databases.run(binding, [bare(statement)]);
    left = repaired.length;
  }
}

/** Throws UserError when one of the databases cannot be migrated. Changes nothing. */
export async function assertUpgradable(databases: Databases, candidates: Candidate[]): Promise<void> {
  for (const candidate of candidates) await assertKnown(databases, candidate);
}

/**
 * Migrates databases, after it has looked at all of them. Calls `done` with the names of the migrations that each
 * missed. Throws UserError, and changes nothing, when one of them has a schema that is not known.
 */
export async function upgrade(
  databases: Databases,
  candidates: Candidate[],
  done: (binding: string, applied: string[]) => void = () => {},
): Promise<void> {
  await assertUpgradable(databases, candidates);
  for (const { binding, where, remedy } of candidates) {
    await repairMembers(databases, binding);
    done(binding, await databases.migrate(binding));
    if (fingerprintOf(await definitionsIn(databases, binding)) !== schemaFingerprint)
      throw new UserError(
        `the database ${binding} ${where} does not have the schema of this version after its migration; ${remedy}.`,
      );
  }
}
