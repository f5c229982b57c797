import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare } from 'miniflare';
import { isRetention } from '../../src/analytics/retention.ts';
import { cached } from '../lib/cache.ts';
import { guardWorkerd } from '../lib/processes.ts';
import { root, UserError } from '../lib/settings.ts';
import { type Command, isFault, type Row } from './sql.ts';

/** The D1 databases of a running workerd, and a function that runs statements of one transaction in one of them. */
export interface LocalD1 {
  bindings: string[];
  run: (binding: string, statements: readonly Command[]) => Promise<Row[][]>;
}

interface WorkerOptions {
  [name: string]: unknown;
  compatibilityDate: string;
  d1Databases?: Record<string, { id: string }>;
  serviceBindings?: Record<string, { name: string }>;
  bindings?: Record<string, Json>;
}

/** The declarations of wrangler.toml, or of another configuration of wrangler, as options of Miniflare. */
export async function optionsOfWrangler(config = 'wrangler.toml'): Promise<WorkerOptions> {
  const read = async () => {
    // wrangler's code takes a second to load.
    const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
    const { workerOptions } = unstable_getMiniflareWorkerOptions(path.join(root, config));
    // The bundle is one module already, and Miniflare refuses rules beside it.
    const { modulesRules: _, ...options } = workerOptions;
    // wrangler does not export the types of its options.
    return options as unknown as WorkerOptions;
  };
  // wrangler adds variables of these files, which may be secrets: they are not written to another file.
  const secrets = ['.dev.vars', '.env', '.env.local'].some((file) => existsSync(path.join(root, file)));
  if (secrets || process.env.CLOUDFLARE_INCLUDE_PROCESS_ENV) return read();
  const folder = await cached(`options of ${config}`, [config], async (folder) =>
    writeFileSync(path.join(folder, 'options.json'), JSON.stringify(await read()), { mode: 0o600 }),
  );
  return JSON.parse(readFileSync(path.join(folder, 'options.json'), 'utf8')) as WorkerOptions;
}

/** Days for which wrangler.toml keeps sessions; Infinity when it is not set. */
export async function retentionDays(): Promise<number> {
  const { bindings = {} } = await optionsOfWrangler();
  const days = String(bindings.SESSION_RETENTION_DAYS);
  return isRetention(days) ? Number(days) : Number.POSITIVE_INFINITY;
}

/** How often work is done that a fault ends, at most, and the pause after the first time, in milliseconds. */
const attempts = 5;
const pause = 50;

/** Runs work, and again after a fault. It is not known then whether a run before wrote: statements are idempotent. */
async function despiteFaults<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isFault(error as NodeJS.ErrnoException) || attempt >= attempts) throw error;
      await sleep(pause * 2 ** (attempt - 1));
    }
  }
}

/** The D1 databases of a Miniflare with these bindings. */
export const d1Of = (server: Miniflare, bindings: string[]): LocalD1 => ({
  bindings,
  run: async (binding, statements) => {
    if (!bindings.includes(binding)) throw new Error(`there is no D1 binding ${binding}`);
    return despiteFaults(async () => {
      const database = await server.getD1Database(binding);
      const results = await database.batch<Row>(
        statements.map((one) =>
          typeof one === 'string' ? database.prepare(one) : database.prepare(one.text).bind(...one.params),
        ),
      );
      return results.map((result) => result.results);
    });
  },
});

/** The reason why workerd does not start, from its output and from Miniflare's error. */
const startFailure = (folder: string, printed: string, { message }: Error): UserError => {
  const reason = `${printed}\n${message}`.split('\n').find((line) => /fail|error/i.test(line)) ?? message;
  return new UserError(`workerd does not start on the state folder ${folder}: ${reason.trim()}`);
};

type Options = Parameters<typeof convertV4MiniflareOptions>[0];
type LogEntry = { level: string; message: string };

/**
 * Starts a Miniflare on a state folder, and anew if a fault ends its start. `log` gets what it says once it is ready.
 * Throws UserError with the reason when it does not start.
 */
export const startMiniflare = (
  folder: string,
  options: Options,
  log: (entry: LogEntry) => void = () => {},
): Promise<Miniflare> =>
  despiteFaults(async () => {
    let [printed, isReady] = ['', false];
    const handleStructuredLogs = (entry: LogEntry) => {
      if (isReady) log(entry);
      else printed += `${entry.message}\n`;
    };
    const server = new Miniflare(
      convertV4MiniflareOptions({
        ...options,
        resourcePersistencePath: path.join(folder, 'v3'),
        handleStructuredLogs,
        cf: false,
      } as Options),
    );
    try {
      await server.ready;
    } catch (error) {
      await server.dispose().catch(() => {});
      throw isFault(error as Error) ? error : startFailure(folder, printed, error as Error);
    }
    isReady = true;
    return server;
  });

/** Starts a workerd that serves only the databases of a state folder. No other process may have them open. */
export async function openD1(folder: string): Promise<LocalD1 & { close: () => Promise<void> }> {
  const { d1Databases = {}, compatibilityDate } = await optionsOfWrangler();
  const server = await startMiniflare(folder, {
    modules: true,
    script: 'export default {}',
    compatibilityDate,
    d1Databases,
    log: new Log(LogLevel.NONE),
  });
  const guard = guardWorkerd();
  return {
    ...d1Of(server, Object.keys(d1Databases)),
    close: async () => {
      await server.dispose();
      guard.release();
    },
  };
}
