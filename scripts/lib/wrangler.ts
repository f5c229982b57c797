import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isRetention } from '../../src/audience-sessions/lifetime.ts';
import { root, stateDir, UserError } from './settings.ts';

const wranglerCli = path.join(root, 'node_modules/wrangler/bin/wrangler.js');

/** The line that says why wrangler failed, among its frames and colours; with --json it is the first "text". */
function reasonIn(printed: string): string {
  const json = /"text": ("(?:[^"\\]|\\.)*")/.exec(printed)?.[1];
  const text = stripVTControlCharacters(json === undefined ? printed : (JSON.parse(json) as string));
  const lines = text.split('\n').map((line) => line.replace(/^\W*(ERROR\])?\s*/, '').trim());
  const reason = lines.find((line) => /error|cannot|no such|couldn't/i.test(line)) ?? lines.find(Boolean);
  if (/no such table/.test(reason ?? ''))
    return 'the database is not migrated: run npm run db:migrate first.';
  return reason ?? 'it printed nothing';
}

/** Runs wrangler and gives what it printed. Throws UserError with its own error line when it fails. */
export function wrangler(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [wranglerCli, ...args], {
      cwd: root,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // However we end, wrangler ends with us.
    const end = () => child.kill();
    process.once('exit', end);
    // Chunks may end inside a character.
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    let printed = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', end);
      if (code === 0) return resolve(printed);
      const command = `wrangler ${args.slice(0, 3).join(' ')}`;
      const state = args.includes('--persist-to') ? ` on ${args[args.indexOf('--persist-to') + 1]}` : '';
      reject(new UserError(`${command} failed${state}: ${reasonIn(`${errors}\n${printed}`)}`));
    });
  });
}

/** Which deployment a command acts on: the local state, or an environment of wrangler.toml in the account. */
export interface Target {
  remote?: boolean | undefined;
  /** Named environment; the top of wrangler.toml when undefined. */
  env?: string | undefined;
}

const envArgs = ({ env }: Target): string[] => (env === undefined ? [] : ['--env', env]);

/** Arguments that make a `wrangler d1` command act on the local database, or on the deployed one. */
export const whereD1 = (target: Target = {}): string[] =>
  target.remote
    ? ['--remote', ...envArgs(target)]
    : ['--local', '--persist-to', stateDir(), ...envArgs(target)];

/** The D1 databases of an environment: binding and, once deployed, name. */
export async function databasesOf({ env }: Target): Promise<{ binding: string; database_name?: string }[]> {
  // Loaded when needed: wrangler's code takes most of a second.
  const { unstable_readConfig } = await import('wrangler');
  return unstable_readConfig({ config: path.join(root, 'wrangler.toml'), ...(env ? { env } : {}) })
    .d1_databases;
}

/** Days for which wrangler.toml has sessions kept; infinitely many when it says none. */
export async function retentionDays(): Promise<number> {
  const { unstable_readConfig } = await import('wrangler');
  const { vars } = unstable_readConfig({ config: path.join(root, 'wrangler.toml') });
  const days = String(vars.SESSION_RETENTION_DAYS);
  return isRetention(days) ? Number(days) : Number.POSITIVE_INFINITY;
}

/** The names of the queues that an environment sends to or consumes, dead letters too. */
export async function queuesOf({ env }: Target): Promise<string[]> {
  const { unstable_readConfig } = await import('wrangler');
  const { queues } = unstable_readConfig({
    config: path.join(root, 'wrangler.toml'),
    ...(env ? { env } : {}),
  });
  const consumers: { queue: string; dead_letter_queue?: string }[] = queues.consumers ?? [];
  return [
    ...new Set([
      ...[...(queues.producers ?? []), ...consumers].map(({ queue }) => queue),
      ...consumers.flatMap((consumer) => consumer.dead_letter_queue ?? []),
    ]),
  ];
}

/** The D1 binding of a workspace, `acme` is DB_ACME. Throws UserError when wrangler.toml has none of that name. */
export async function bindingOf(workspace = 'main', target: Target = {}): Promise<string> {
  const binding = workspace === 'main' ? 'DB' : `DB_${workspace.toUpperCase()}`;
  const known = await databasesOf(target);
  if (/^[a-z0-9]{1,32}$/.test(workspace) && known.some((database) => database.binding === binding))
    return binding;
  throw new UserError(`${workspace} is no workspace: wrangler.toml has no D1 binding ${binding}.`);
}

/** Applies the migrations that a workspace's database lacks. */
export const migrate = (binding: string, where: string[]): Promise<string> =>
  wrangler(['d1', 'migrations', 'apply', binding, ...where]);

/** Builds the worker as `wrangler deploy` would, minified, into a folder. */
export const build = (folder: string): Promise<string> =>
  wrangler(['deploy', '--dry-run', '--minify', '--outdir', folder]);

/** Deploys the worker; gives what wrangler printed. */
export const deploy = (target: Target): Promise<string> =>
  wrangler(['deploy', '--minify', ...envArgs(target)]);
