import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { UserError } from '../../scripts/lib/settings.ts';
import { modulesIn } from '../../scripts/server/serve.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The website from which browsers send the visits. */
export const visitOrigin = 'https://bench.example';

/** Builds a Worker from the folder of its wrangler.toml, minified, as `wrangler deploy` does. */
export async function build(source: string, outdir: string): Promise<void> {
  if (!existsSync(path.join(source, 'wrangler.toml')))
    throw new UserError(`${source} has no wrangler.toml: it is not a checkout of the service.`);
  const cli = path.join(root, 'node_modules/wrangler/bin/wrangler.js');
  const config = path.join(source, 'wrangler.toml');
  const child = spawn(
    process.execPath,
    [cli, 'deploy', '--dry-run', '--minify', '--outdir', outdir, '--config', config],
    {
      cwd: source,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // wrangler must end when this process ends, for any reason.
  const end = () => child.kill();
  process.once('exit', end);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', end);
  if (code !== 0) throw new UserError(`wrangler cannot build ${source}:\n${printed.trim()}`);
}

/** A workerd that serves one Worker. */
export interface Server {
  port: number;
  /** The process of workerd. */
  pid: number;
  /** When workerd was spawned, on the clock of `performance.now()`. */
  spawnedAt: number;
  stop: () => Promise<void>;
}

let latest: { child: ChildProcess; at: number } | undefined;
// Node reports every child process on this channel, which shows the workerd of this server.
subscribe('child_process', (message) => {
  latest = { child: (message as { process: ChildProcess }).process, at: performance.now() };
});

/** The declarations of a wrangler.toml as options of Miniflare, changed so that they are the same for both sides. */
function optionsOf(source: string) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(path.join(source, 'wrangler.toml'));
  // With assets, Miniflare's router would run before the Worker and take a third of the Worker's time.
  const {
    modulesRules: _,
    assets: _assets,
    ratelimits = {},
    ...options
  } = workerOptions as Record<string, object>;
  return {
    limiters: Object.keys(ratelimits),
    options: {
      ...options,
      bindings: { ...options.bindings, VISIT_ORIGINS: visitOrigin },
      // One name for all databases, so that their files have the same name.
      d1Databases: { DB: 'bench' },
      // Nothing consumes the queues, because their work is not part of an answer.
      queueConsumers: {},
      // An older checkout has a second Worker for MCP.
      serviceBindings: {},
    },
  };
}

/**
 * The module that workerd runs: the Worker with rate limiters in memory that never refuse. Miniflare's rate limiters
 * write to SQLite for every request, but Cloudflare's do not.
 */
const entry = (limiters: string[]) => `
import worker from './index.js';
const limiter = { limit: () => Promise.resolve({ success: true }) };
const limiters = Object.fromEntries(${JSON.stringify(limiters)}.map((name) => [name, limiter]));
let bindings;
export default {
  fetch: (request, env, context) => worker.fetch(request, (bindings ??= { ...env, ...limiters }), context),
};
`;

/**
 * Serves the Worker that was built from `source` into `worker`, with its storage in `state`. Resolves when workerd
 * listens.
 */
export async function serve(source: string, worker: string, state: string, port: number): Promise<Server> {
  const { options, limiters } = optionsOf(source);
  const server = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      modulesRoot: worker,
      modules: [
        { type: 'ESModule', path: path.join(worker, 'entry.js'), contents: entry(limiters) },
        ...modulesIn(worker).modules,
      ],
      resourcePersistencePath: path.join(state, 'v3'),
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      handleStructuredLogs: ({ message }) => console.error(message),
      log: new Log(LogLevel.NONE),
      cf: false,
    }),
  );
  await server.ready;
  const pid = latest?.child.pid;
  if (latest === undefined || pid === undefined) throw new Error('workerd was not spawned');
  return { port, pid, spawnedAt: latest.at, stop: () => server.dispose() };
}
