import path from 'node:path';
import { Log, LogLevel } from 'miniflare';
import { modulesOf } from '../checks/bundle-modules.ts';
import { d1Of, type LocalD1, optionsOfWrangler, startMiniflare } from '../d1/local-d1.ts';
import { guardWorkerd } from '../lib/processes.ts';
import { UserError } from '../lib/settings.ts';
import { listenForCommands } from '../state/socket.ts';

const needed = [
  'd1Databases.DB',
  'queueProducers.JOBS',
  'ratelimits.RATE_LIMITER',
  'assets.binding',
  'bindings.RATE_LIMIT_POLICY',
];

/**
 * The declarations of wrangler.toml as Miniflare options, with different `vars`. Throws UserError for a missing
 * binding.
 */
async function workerOptions(vars: Record<string, string>) {
  const options = await optionsOfWrangler();
  for (const name of needed) {
    const found = name
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], options);
    if (found === undefined)
      throw new UserError(`wrangler.toml lacks the binding ${name.split('.')[1]} (${name}).`);
  }
  return { ...options, bindings: { ...options.bindings, ...vars } };
}

/** The options of Miniflare for a Worker that was built into a folder. The first module is the one that it begins with. */
export const modulesIn = (folder: string) => ({
  modulesRoot: folder,
  modules: [...new Set([path.join(folder, 'index.js'), ...modulesOf(folder)])].map((file) => ({
    type: 'ESModule' as const,
    path: file,
  })),
});

export interface LocalServer {
  d1: LocalD1;
  /** Calls the scheduled handler, as the cron does. */
  runCron: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Serves the worker in the folder `worker` on 127.0.0.1. Its resources are those of wrangler.toml, stored under `folder`,
 * with `vars` in place of the variables. It uses the same storage as `wrangler dev` and is faster, because
 * there is no proxy before the worker. Only the router of assets runs before it, as on Cloudflare: it obeys
 * `run_worker_first`, `public/_headers` and `public/_redirects`. It reads the names of the files in public/ once, so
 * they must be there. The caller must have locked the folder. Commands send their statements to this server.
 * `inspectorPort` is where debuggers find the isolates of workerd.
 */
export async function serve(
  worker: string,
  folder: string,
  port: number,
  vars: Record<string, string> = {},
  inspectorPort?: number,
): Promise<LocalServer> {
  let guard: ReturnType<typeof guardWorkerd> | undefined;
  const options = await workerOptions(vars);
  const { d1Databases = {} } = options;
  const server = await startMiniflare(
    folder,
    {
      ...options,
      ...modulesIn(worker),
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      ...(inspectorPort !== undefined && { inspectorPort }),
      unsafeHandleRuntimeRestart: () => guard?.renew(),
      log: new Log(LogLevel.WARN),
    },
    ({ level, message }) => (level === 'error' || level === 'warn' ? console.error : console.log)(message),
  );
  guard = guardWorkerd();
  const d1 = d1Of(server, Object.keys(d1Databases));
  const stopListening = await listenForCommands(folder, d1);
  return {
    d1,
    runCron: async () => {
      const worker = await server.getWorker();
      await worker.scheduled({ cron: '* * * * *' });
    },
    stop: async () => {
      stopListening();
      await server.dispose();
      guard?.release();
    },
  };
}

/** Runs the cron as in production: now, for work that the last run left, and then every minute. */
export function runCronEveryMinute(server: LocalServer): void {
  const run = () =>
    server.runCron().catch((error: Error) => console.error(`footfall: the cron failed: ${error.message}`));
  run();
  setInterval(run, 60_000).unref();
}
