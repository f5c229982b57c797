import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { LocalD1 } from '../d1/local-d1.ts';
import type { Command, Row } from '../d1/sql.ts';
import { UserError } from '../lib/settings.ts';

interface Question {
  binding: string;
  statements: readonly Command[];
}
type Answer = { bindings: string[] } | { rows: Row[][] } | { error: string };

/** The longest time, in milliseconds, for an answer to a command. A statement of D1 may take 30 seconds. */
const longestAnswer = 120_000;

/** The most bytes of a socket's path that every system allows. */
const longestPath = 100;

/** The socket of a state folder's server. Throws UserError when its path is too long for a socket. */
function socketOf(folder: string): string {
  const whole = path.join(folder, 'server.sock');
  const fromHere = path.relative(process.cwd(), whole);
  const shorter = fromHere.length < whole.length ? fromHere : whole;
  if (Buffer.byteLength(shorter) > longestPath)
    throw new UserError(
      `the path of the state folder is too long for a socket in it: ${folder}; set STATE_DIR to another.`,
    );
  return shorter;
}

/**
 * Runs the statements that commands send through a socket in the state folder, which only this user may open. All use
 * one workerd, so none waits for a lock of SQLite. Returns a function that ends it.
 */
export async function listenForCommands(folder: string, d1: LocalD1): Promise<() => void> {
  const answer = async (body: string): Promise<Answer> => {
    try {
      if (body === '') return { bindings: d1.bindings };
      const { binding, statements } = JSON.parse(body) as Question;
      return { rows: await d1.run(binding, statements) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  const server = createServer(async (incoming, response) => {
    response.end(JSON.stringify(await answer(await text(incoming))));
  });
  const socket = socketOf(folder);
  rmSync(socket, { force: true }); // of a server that was killed; the lock of the folder is ours
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(socket, resolve);
    });
  } finally {
    process.umask(before);
  }
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Sends a request to the server of a state folder. Returns undefined when none listens. */
function ask(folder: string, question?: Question): Promise<Answer | undefined> {
  const body = question ? JSON.stringify(question) : '';
  return new Promise((resolve, reject) => {
    const gone = (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
        ? resolve(undefined)
        : reject(new UserError(`the server on ${folder} went away: ${error.message}`));
    const options = { socketPath: socketOf(folder), method: 'POST', timeout: longestAnswer };
    const asked = request(options, (response) => {
      text(response)
        .then((answer) => JSON.parse(answer) as Answer)
        .then(resolve, gone);
    });
    asked
      .once('timeout', () => asked.destroy(new Error('it does not answer')))
      .once('error', gone)
      .end(body);
  });
}

/** The D1 databases of the server that runs on a state folder. Undefined when none runs. */
export async function serverOf(folder: string): Promise<LocalD1 | undefined> {
  const greeting = await ask(folder);
  if (!greeting || !('bindings' in greeting)) return undefined;
  return {
    bindings: greeting.bindings,
    run: async (binding, statements) => {
      const answer = await ask(folder, { binding, statements });
      if (!answer) throw new UserError(`the server on ${folder} went away.`);
      if ('rows' in answer) return answer.rows;
      throw new Error('error' in answer ? answer.error : 'no rows');
    },
  };
}
