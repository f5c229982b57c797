import { fingerprintOf, type SchemaRow, selectDefinitions } from '../../src/schema/check.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { UserError } from '../lib/settings.ts';
import earlierSchemas from './earlier-schemas.json' with { type: 'json' };
import { migrations } from './migrations.ts';
import { membersRepairOf, repairsOf } from './repairs.ts';
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

/** Whether a database has a schema that this version or an earlier one makes with these migrations. */
async function isKnown(applied: string[], fingerprint: string): Promise<boolean> {
  const last = applied.at(-1);
  const earlier: Record<string, string[]> = earlierSchemas;
  if (last !== undefined && earlier[last]?.includes(fingerprint)) return true;
  const all = migrations();
  const place = all.findIndex(({ name }) => name === last);
  if (place === all.length - 1) return fingerprint === schemaFingerprint;
  if (place < 0 && last !== undefined) return false;
  // Loaded on demand: it makes a database in memory.
  const { fingerprintAfter } = await import('./landed.ts');
  return fingerprint === fingerprintAfter(all.slice(0, place + 1));
}

/**
 * Reads what a database needs before its migrations, and changes nothing. Throws UserError when neither this version nor
 * an earlier one makes its schema.
 */
async function repairsFor(databases: Databases, { binding, where, remedy }: Candidate): Promise<string[]> {
  const applied = await appliedTo(databases, binding);
  const definitions = await definitionsIn(databases, binding);
  if (await isKnown(applied, fingerprintOf(definitions))) return repairsOf(definitions, applied);
  const newest = migrations().at(-1)?.name ?? '';
  const last = applied.at(-1) ?? '';
  const reason = last > newest ? `a newer version made it (${last})` : 'no version since 828597c made it';
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
  for (const candidate of candidates) await repairsFor(databases, candidate);
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
  const planned: (Candidate & { repairs: string[] })[] = [];
  for (const candidate of candidates)
    planned.push({ ...candidate, repairs: await repairsFor(databases, candidate) });
  for (const { binding, where, remedy, repairs } of planned) {
    if (repairs.length > 0) await databases.run(binding, repairs.map(bare));
    await repairMembers(databases, binding);
    done(binding, await databases.migrate(binding));
    if (fingerprintOf(await definitionsIn(databases, binding)) !== schemaFingerprint)
      throw new UserError(
        `the database ${binding} ${where} does not have the schema of this version after its migration; ${remedy}.`,
      );
  }
}
