import { createServer } from 'node:net';
import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import getPort from 'get-port';

/** The folder of the project. */
export const root = path.resolve(import.meta.dirname, '../..');

/** An error that the user can correct. It is printed as one line, without a stack. */
export class UserError extends Error {}

/** The options that select the database of a command. */
export const targetOptions = {
  workspace: { type: 'string' },
  env: { type: 'string' },
  remote: { type: 'boolean' },
} as const;

/** Options from the command line. Throws UserError with `usage` when they are wrong, and for `--help`. */
export function parseOptions<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

/** Runs a command line program; a UserError ends it with one line and exit code 1. */
export async function main(program: () => Promise<void>): Promise<void> {
  // With `… | head` the output is closed early. That is a normal end, not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    await program();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(`footfall: ${error.message}`);
    process.exit(1);
  }
}

/** The port in an environment variable, if it is set. Throws UserError when it is not a port. */
function portIn(variable: 'PORT' | 'SITE_PORT'): number | undefined {
  const text = process.env[variable];
  if (!text) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 65535)
    throw new UserError(`${variable} is ${text}; it must be 1 to 65535.`);
  return value;
}

/** `PORT`, 8787 if unset. Throws UserError when it is not a port. */
export const port = (): number => portIn('PORT') ?? 8787;

/** Whether visitors come to the demo website: `DEMO_VISITS`, `on` if unset. Throws UserError for another value. */
export function hasDemoVisits(): boolean {
  const text = process.env.DEMO_VISITS || 'on';
  if (text !== 'on' && text !== 'off') throw new UserError(`DEMO_VISITS is ${text}; it must be on or off.`);
  return text === 'on';
}

/** Throws UserError when a program already listens on the port. */
export function assertPortFree(value: number, variable: 'PORT' | 'SITE_PORT' = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new UserError(`port ${value} cannot be used (${error.code}); set ${variable} to another.`));
    });
    server.listen(value, '127.0.0.1', () => server.close(() => resolve()));
  });
}

/**
 * `SITE_PORT`, the port of the demo website. If unset, it is the port after `PORT`, or any free port when that is
 * taken. Throws UserError when it is not a port, is taken, or is that of the API.
 */
export async function sitePort(): Promise<number> {
  const wanted = portIn('SITE_PORT');
  if (wanted === undefined) {
    return getPort({ host: '127.0.0.1', port: Math.min(port() + 1, 65535), exclude: [port()] });
  }
  if (wanted === port()) throw new UserError(`SITE_PORT is ${wanted}, as PORT is; set it to another.`);
  await assertPortFree(wanted, 'SITE_PORT');
  return wanted;
}
