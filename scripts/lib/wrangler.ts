import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, stateDir, UserError } from './settings.ts';

const wranglerCli = path.join(root, 'node_modules/wrangler/bin/wrangler.js');

/** The line that says why wrangler failed, among its frames and colours; with --json it is the first "text". */
function reasonIn(printed: string): string {
  const json = /"text": ("(?:[^"\\]|\\.)*")/.exec(printed)?.[1];
  const text = json === undefined ? printed : (JSON.parse(json) as string);
  const lines = text.split('\n').map((line) => line.replace(/^\W*(ERROR\])?\s*/, '').trim());
  const reason = lines.find((line) => /error|cannot|no such|couldn't/i.test(line)) ?? lines.find(Boolean);
  if (/no such table/.test(reason ?? ''))
    return 'the database is not migrated: run npm run db:migrate first.';
  return reason ?? 'it printed nothing';
}

/** Runs wrangler and gives what it printed. Throws UserError with its own error line when it fails. */
export function wrangler(args: string[], { inherit = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [wranglerCli, ...args], {
      cwd: root,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', NO_COLOR: '1' },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    // However we end, wrangler ends with us.
    const end = () => child.kill();
    process.once('exit', end);
    let printed = '';
    let errors = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    child.stderr?.on('data', (chunk) => {
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

/** Arguments that make a `wrangler d1` command act on the local database, or on the deployed one. */
export const whereD1 = (remote = false): string[] =>
  remote ? ['--remote'] : ['--local', '--persist-to', stateDir()];

/** The D1 binding of a workspace: `main` is DB, `acme` is DB_ACME. */
export function bindingOf(workspace = 'main'): string {
  if (!/^[a-z0-9]{1,32}$/.test(workspace))
    throw new UserError(`${workspace} is no workspace: use a-z and 0-9.`);
  return workspace === 'main' ? 'DB' : `DB_${workspace.toUpperCase()}`;
}

/** Applies the migrations that a workspace's database lacks. */
export const migrate = (binding: string, where: string[]): Promise<string> =>
  wrangler(['d1', 'migrations', 'apply', binding, ...where]);

/** Builds the worker as `wrangler deploy` would, minified, into `dist/`; gives what wrangler printed. */
export const build = (): Promise<string> => wrangler(['deploy', '--dry-run', '--minify', '--outdir', 'dist']);
