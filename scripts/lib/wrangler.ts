import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, UserError } from './settings.ts';
import { staging, stagingOf } from './staging.ts';

/** The file of the wrangler program. */
export const wranglerCli = path.join(root, 'node_modules/wrangler/bin/wrangler.js');

/** What wrangler says without a login, or with one that has ended. */
const isLoginMissing =
  /set a CLOUDFLARE_API_TOKEN environment variable|not logged in|not authenticated|fetch auth token|Authentication error \[code: 10000\]/i;

/** The line with the reason of wrangler's error, without frames and colours. With --json it is the first "text". */
function reasonIn(printed: string): string {
  const json = /"text": ("(?:[^"\\]|\\.)*")/.exec(printed)?.[1];
  const text = stripVTControlCharacters(json === undefined ? printed : (JSON.parse(json) as string));
  const lines = text.split('\n').map((line) => line.replace(/^\W*(ERROR\])?\s*/, '').trim());
  if (isLoginMissing.test(text))
    return 'you are not logged in to Cloudflare: run npx wrangler login first, or set CLOUDFLARE_API_TOKEN.';
  const reason = lines.find((line) => /error|cannot|no such|couldn't/i.test(line)) ?? lines.find(Boolean);
  if (/no such table/.test(reason ?? ''))
    return 'the database is not migrated: run npm run db:migrate first, or set STATE_DIR as for npm start.';
  return reason ?? 'it printed nothing';
}

/** Runs wrangler and returns its output. Throws UserError with wrangler's error line when it fails. */
export function wrangler(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [wranglerCli, ...args], {
      cwd: root,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // wrangler must end when this process ends, for any reason.
    const end = () => child.kill();
    process.once('exit', end);
    // A chunk may end inside a character.
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
      reject(new UserError(`${command} failed: ${reasonIn(`${errors}\n${printed}`)}`));
    });
  });
}

/** The deployment of a command: the local state, or an environment of wrangler.toml in the account. */
export interface Target {
  remote?: boolean | undefined;
  /** A named environment. Undefined for the top level of wrangler.toml. */
  env?: string | undefined;
}

/** The configuration of wrangler, and the environment of it that is meant. For staging it writes the derived one. */
async function configurationOf({ env }: Target): Promise<{ config: string; env?: string }> {
  const file = path.join(root, 'wrangler.toml');
  if (env !== staging) return { config: file, ...(env === undefined ? {} : { env }) };
  // Loaded on demand, because wrangler's code takes most of a second.
  const { experimental_readRawConfig } = await import('wrangler');
  const { rawConfig } = experimental_readRawConfig({ config: file });
  // Beside the other one, because its paths are relative.
  const derived = file.replace(/\.toml$/, '.staging.json');
  writeFileSync(derived, `${JSON.stringify(stagingOf(rawConfig), null, 2)}\n`);
  return { config: derived };
}

/** The arguments of wrangler that name its configuration and the environment. */
export async function configArgs(target: Target): Promise<string[]> {
  const { config, env } = await configurationOf(target);
  return ['--config', config, ...(env === undefined ? [] : ['--env', env])];
}

/** The settings of an environment in wrangler.toml. */
export async function configOf(target: Target) {
  const { unstable_readConfig } = await import('wrangler');
  return unstable_readConfig(await configurationOf(target));
}

/** A rate limit of wrangler.toml; its period in seconds. */
interface RateLimitBinding {
  name: string;
  namespace_id: string;
  simple: { limit: number; period: number };
}

/** The rate limits of an environment, and its variables. */
export async function limitsOf(
  target: Target,
): Promise<{ ratelimits: RateLimitBinding[]; vars: Record<string, unknown> }> {
  const { ratelimits, vars } = await configOf(target);
  return { ratelimits, vars };
}

/** The D1 databases of an environment: their bindings and, after a deploy, their names. */
export const databasesOf = async (target: Target): Promise<{ binding: string; database_name?: string }[]> =>
  (await configOf(target)).d1_databases;

/** The names of the queues that an environment sends to or consumes, including dead-letter queues. */
export async function queuesOf(target: Target): Promise<string[]> {
  const { queues } = await configOf(target);
  const consumers: { queue: string; dead_letter_queue?: string }[] = queues.consumers ?? [];
  return [
    ...new Set([
      ...[...(queues.producers ?? []), ...consumers].map(({ queue }) => queue),
      ...consumers.flatMap((consumer) => consumer.dead_letter_queue ?? []),
    ]),
  ];
}

/** Deploys the Worker, which wrangler has built first by the command of wrangler.toml. Returns wrangler's output. */
export const deploy = async (target: Target): Promise<string> =>
  wrangler(['deploy', ...(await configArgs(target))]);
