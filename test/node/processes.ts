import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as Listener } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = path.resolve(import.meta.dirname, '../..');

const groups = new Set<number>();
const folders = new Set<string>();

/** Kills every process that this file's helpers started, and removes their folders. For afterAll. */
export function cleanUp(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  for (const guard of guards) guard.close();
  groups.clear();
  folders.clear();
  guards.clear();
}
process.once('exit', cleanUp);

/** A new state folder for a server that loads no demo data. */
export function newStateDir(): string {
  const folder = emptyStateDir();
  writeFileSync(path.join(folder, 'demo-loaded'), 'not wanted here\n');
  return folder;
}

/** A new state folder that has nothing: a server loads the demo data into it. */
export function emptyStateDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-'));
  folders.add(folder);
  return folder;
}

/** Servers that listen on a port for as long as this process runs, so that no other takes the two after it. */
const guards = new Set<Listener>();

/** Listens on a port. Undefined if it is taken. */
const listen = (port: number): Promise<Listener | undefined> =>
  new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/**
 * A free port below the range for outgoing connections, and another after it for the demo site. A process that only
 * looks whether a port is free may find that another has taken it since, so the port before them is held.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const guard = 20_000 + 3 * Math.floor(Math.random() * 4000);
    const held = await listen(guard);
    if (!held) continue;
    guards.add(held);
    if ((await isFree(guard + 1)) && (await isFree(guard + 2))) return guard + 1;
  }
}

/** The environment of a user's shell, without the variables that npm and vitest add. */
function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const added =
    /^(npm_.*|INIT_CWD|VITEST.*|NODE_ENV|TEST|DEV|PROD|MODE|SSR|BASE_URL|PORT|SITE_PORT|STATE_DIR|API_KEY|DEMO_VISITS)$/;
  const own = Object.entries(process.env).filter(([name]) => !added.test(name));
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(path.delimiter);
  // A hundred processes run the same scripts. With this cache each compiles them only once.
  const NODE_COMPILE_CACHE = path.join(root, 'node_modules/.cache/node');
  // Tests count visits: the demo's own visitors stay away from them.
  const DEMO_VISITS = 'off';
  const given = { PATH, NODE_COMPILE_CACHE, WRANGLER_SEND_METRICS: 'false', DEMO_VISITS, ...extra };
  return { ...Object.fromEntries(own), ...given };
}

function start(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): { group: number; child: ChildProcess } {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (child.pid === undefined) throw new Error(`${command} cannot be started`);
  groups.add(child.pid);
  return { group: child.pid, child };
}

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal);
  } catch {
    // it has been removed
  }
};

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The processes of the command that still run. */
  left: string[];
}

/**
 * Runs a script of package.json until it ends, with arguments behind `--`. It runs in a shell, as with `npm run
 * --silent`, but without npm, which takes a third of a second of CPU time each time. `launch` starts npm.
 */
export async function npmRun(
  [name = '', ...args]: string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  const env = environment(variables);
  const bin = path.join(root, 'node_modules/.bin');
  const { group, child } = start('sh', ['-c', `${scripts[name]} "$@"`, name, ...args.slice(1)], {
    ...env,
    PATH: `${bin}${path.delimiter}${env.PATH}`,
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '', left: [] };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  outcome.code = await new Promise((resolve) => child.once('exit', resolve));
  outcome.left = await leftovers({ group, family: [] });
  // Output may arrive after the exit. A process that still runs would keep the pipes open.
  if (outcome.left.length === 0) await closed;
  return outcome;
}

export interface Running {
  /** The process id of npm, and of its process group. */
  group: number;
  stateDir: string;
  port: number;
  printed: () => string;
  /** Resolves when it has printed the pattern. Rejects when it ends before. */
  prints: (pattern: RegExp) => Promise<void>;
}

/** `npm start` in a new process group, as a terminal would start it. */
export function launch(
  stateDir: string,
  port: number,
  variables: Record<string, string> = {},
  options: string[] = [],
): Running {
  const env = environment({ STATE_DIR: stateDir, PORT: String(port), ...variables });
  const { group, child } = start('npm', ['start', ...options], env);
  let printed = '';
  let ended = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  child.once('exit', () => {
    ended = true;
  });
  const prints = async (pattern: RegExp) => {
    while (!pattern.test(printed)) {
      if (ended) throw new Error(`npm start printed no ${pattern}:\n${printed}`);
      await sleep(20);
    }
  };
  return { group, stateDir, port, printed: () => printed, prints };
}

export interface Server extends Running {
  address: string;
  key: string;
  /** The process id of `node scripts/start.ts`, which npm runs. */
  launcher: number;
}

/** `npm start`, when it serves. Without a given port it uses a free one. */
export async function startServer(
  stateDir: string,
  port?: number,
  variables: Record<string, string> = {},
): Promise<Server> {
  const running = launch(stateDir, port ?? (await freePort()), variables);
  await running.prints(/Ctrl-C/);
  const printed = running.printed();
  const address = /listens on (\S+)/.exec(printed)?.[1];
  const key = /^KEY=(\S+)$/m.exec(printed)?.[1];
  if (!address || !key) throw new Error(`no address or key in:\n${printed}`);
  const launcher = familyOf(running).find(({ command }) => /^\S*node .*scripts\/start\.ts$/.test(command));
  if (!launcher) throw new Error(`no launcher runs:\n${printed}`);
  return { ...running, address, key, launcher: launcher.pid };
}

interface Process {
  pid: number;
  parent: number;
  group: number;
  command: string;
}

/** Every running process, without those that have ended and wait to be reaped. */
function processes(): Process[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (!command || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
}

/** The process group and all descendants of its processes, even in other groups. */
export function familyOf({ group }: Pick<Running, 'group'>): Process[] {
  const all = processes();
  const family = all.filter((process) => process.group === group);
  for (const member of family) {
    family.push(...all.filter((process) => process.parent === member.pid && !family.includes(process)));
  }
  return family;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  server?.close();
  return server !== undefined;
}

/** What remains of a group, of `family` and of its port one minute after it should have ended. */
export async function leftovers({
  group,
  family,
  port,
}: {
  group: number;
  family: Process[];
  port?: number;
}): Promise<string[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const left = processes()
      .filter(({ pid, command, group: its }) => {
        return its === group || family.some((member) => member.pid === pid && member.command === command);
      })
      .map(({ pid, command }) => `${pid} ${command}`);
    if (port !== undefined && !(await isFree(port))) left.push(`port ${port}`);
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(100);
  }
}

/** Sends a signal to npm alone or, as Ctrl-C does, to the whole group. Returns what still runs, and kills it. */
export async function stop(running: Running, signal: NodeJS.Signals, to: 'npm' | 'group'): Promise<string[]> {
  const family = familyOf(running);
  process.kill(to === 'npm' ? running.group : -running.group, signal);
  const left = await leftovers({ group: running.group, family, port: running.port });
  signalGroup(running.group, 'SIGKILL');
  return left;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  text: string;
  body: T;
}

/** Sends a request to a server. Rejects when no complete answer arrives. */
export async function call<T = unknown>(
  { address, key }: Pick<Server, 'address' | 'key'>,
  method: string,
  route: string,
  body?: unknown,
): Promise<Reply<T>> {
  const response = await fetch(`${address}${route}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as T };
}
