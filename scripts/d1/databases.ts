import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../lib/settings.ts';
import type { Target } from '../lib/wrangler.ts';
import { stateDir } from '../state/dir.ts';
import { holderOf, nameOf, patience, tryLock } from '../state/lock.ts';
import { serverOf } from '../state/socket.ts';
import type { LocalD1 } from './local-d1.ts';
import { applyMigrations } from './migrations.ts';
import { remoteDatabases } from './remote-d1.ts';
import { type Databases, isFault, refusal, toText } from './sql.ts';
import { upgrade } from './upgrade.ts';

/** Databases for commands: errors of the database become UserErrors. A fault keeps its stack. */
export function commandsOn(d1: LocalD1, close: () => Promise<void> = () => Promise.resolve()): Databases {
  const run: LocalD1['run'] = (binding, statements) =>
    d1.run(binding, statements).catch((error: Error) => {
      throw error instanceof UserError || isFault(error) ? error : refusal(error.message);
    });
  return {
    bindings: d1.bindings,
    run: (binding, statements) => run(binding, statements.map(toText)),
    batch: (binding, statements) =>
      run(
        binding,
        statements.map(({ text, params }) => (params.length > 0 ? { text, params } : text)),
      ),
    migrate: (binding) => applyMigrations((statements) => run(binding, statements)),
    close,
  };
}

/**
 * The databases in the state folder. If a server runs on it, it is used; otherwise they are opened here. Waits for a
 * server that is starting, and for other commands.
 */
async function localDatabases(): Promise<Databases> {
  const folder = stateDir();
  const deadline = Date.now() + patience;
  for (;;) {
    const server = await serverOf(folder);
    if (server) return commandsOn(server);
    const release = tryLock(folder);
    if (release) {
      // Loaded on demand, because Miniflare's code takes half a second.
      const { openD1 } = await import('./local-d1.ts');
      const d1 = await openD1(folder);
      return commandsOn(d1, () => d1.close().finally(release));
    }
    if (Date.now() > deadline)
      throw new UserError(`${nameOf(holderOf(folder))} has the state folder ${folder} and does not answer.`);
    await sleep(50);
  }
}

/** Opens the databases of a deployment while `use` runs. */
export async function withDatabases<T>(
  target: Target,
  use: (databases: Databases) => Promise<T>,
): Promise<T> {
  if (target.env !== undefined && !target.remote) throw new UserError('--env goes with --remote.');
  const databases = target.remote ? await remoteDatabases(target) : await localDatabases();
  try {
    return await use(databases);
  } finally {
    await databases.close();
  }
}

/** The D1 binding of a workspace: `acme` is DB_ACME. Throws UserError when the deployment has no such workspace. */
export function bindingOf({ bindings }: Pick<Databases, 'bindings'>, workspace = 'main'): string {
  const binding = workspace === 'main' ? 'DB' : `DB_${workspace.toUpperCase()}`;
  if (/^[a-z0-9]{1,32}$/.test(workspace) && bindings.includes(binding)) return binding;
  throw new UserError(`${workspace} is not a workspace: wrangler.toml has no D1 binding ${binding}.`);
}

/**
 * Migrates the databases of all workspaces in a state folder, which the caller must have locked. Throws UserError, and
 * changes none of them, when one has a schema that is not known.
 */
export async function migrateFolder(folder: string): Promise<void> {
  const { isMigrated } = await import('./migrated.ts');
  if (await isMigrated(folder)) return;
  const { openD1 } = await import('./local-d1.ts');
  const d1 = await openD1(folder);
  try {
    const databases = commandsOn(d1);
    const about = { where: `in ${folder}`, remedy: 'set STATE_DIR to a new folder' };
    await upgrade(
      databases,
      databases.bindings.map((binding) => ({ binding, ...about })),
    );
  } finally {
    await d1.close();
  }
}
