import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { d1Of, type LocalD1, optionsOfWrangler, startFailure } from './local-d1.ts';
import { guardWorkerd } from './processes.ts';
import { UserError } from './settings.ts';
import { listenForCommands } from './state-socket.ts';

const needed = [
  'd1Databases.DB',
  'queueProducers.JOBS',
  'queueProducers.VISITS',
  'ratelimits.RATE_LIMITER',
  'assets.binding',
  'bindings.RATE_LIMIT_POLICY',
];

/** What wrangler.toml declares, as Miniflare options, with other `vars`. Throws UserError for a missing binding. */
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

export interface LocalServer {
  d1: LocalD1;
  /** Calls the scheduled handler, as a cron would. */
  runCron: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Serves the worker built into the folder `worker` on 127.0.0.1, with the local resources under `folder` as
 * wrangler.toml declares them, and `vars` in place of its own. Faster than `wrangler dev`, whose proxy stands
 * before the worker; the storage is the same. The caller has the lock of the folder; commands speak to this server.
 */
export async function serve(
  worker: string,
  folder: string,
  port: number,
  vars: Record<string, string> = {},
): Promise<LocalServer> {
  let guard: ReturnType<typeof guardWorkerd> | undefined;
  let said = '';
  const options = await workerOptions(vars);
  const { d1Databases = {} } = options;
  const server = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      modules: true,
      modulesRoot: worker,
      scriptPath: path.join(worker, 'index.js'),
      resourcePersistencePath: path.join(folder, 'v3'),
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      unsafeHandleRuntimeRestart: () => guard?.renew(),
      handleStructuredLogs: ({ level, message }) => {
        if (guard) (level === 'error' || level === 'warn' ? console.error : console.log)(message);
        else said += `${message}\n`;
      },
      log: new Log(LogLevel.WARN),
      cf: false,
    }),
  );
  await server.ready.catch((error: Error) => {
    throw startFailure(folder, said, error);
  });
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

/** Does what production's cron does: now, for what the last run left behind, and every minute. */
export function runCronEveryMinute(server: LocalServer): void {
  const run = () =>
    server.runCron().catch((error: Error) => console.error(`footfall: the cron failed: ${error.message}`));
  run();
  setInterval(run, 60_000).unref();
}
