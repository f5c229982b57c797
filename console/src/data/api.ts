import { createFootfall, type Footfall } from '@footfall/client';
import { isEndOfKey } from '../lib/problem.ts';
import { end, keyHasEnded, storedKey } from './session.ts';

/** An operation of the client, such as `listAccounts`. */
export type Operation = (options: never) => Promise<{ data: unknown; response?: Response }>;
/** What an operation is given: `path`, `query`, `body`, `headers`, `signal`. */
export type OptionsOf<O extends Operation> = Omit<Parameters<O>[0], 'client' | 'signal'> & {
  signal?: AbortSignal | undefined;
};
/** What an operation answers. */
export type DataOf<O extends Operation> = NonNullable<Awaited<ReturnType<O>>['data']>;

let made: { key: string; client: Footfall } | undefined;

/** A question: an operation, and what it is asked. It is answered on the screen, and with all rows in a file. */
export type Asked<A = unknown> = readonly [
  operation: (options: never) => Promise<{ data: A; response?: Response }>,
  options: { path?: object; query?: object },
];

/** A client with a key that is not the session's, or without any. */
export const clientWith = (key?: string): Footfall =>
  createFootfall({ baseUrl: '', retries: 1, ...(key === undefined ? {} : { key }) });

/** The requests with the key of the session whose answers have not arrived. */
export const underWay = new Set<Promise<unknown>>();

function client(): Footfall {
  const key = storedKey() ?? '';
  made = made?.key === key ? made : { key, client: clientWith(key) };
  return made.client;
}

/**
 * Sends a request with the key of the session, and answers its data and the response: `ifMatch(response)` makes a
 * change conditional on what it shows.
 */
export async function askResponse<O extends Operation>(
  operation: O,
  options: OptionsOf<O>,
): Promise<{ data: DataOf<O>; response: Response }> {
  const key = storedKey();
  const send = operation as unknown as (options: object) => Promise<{ data: DataOf<O>; response: Response }>;
  const sent = send({ ...options, client: client() });
  underWay.add(sent);
  try {
    return await sent;
  } catch (error) {
    if (isEndOfKey(error) && storedKey() === key) end(keyHasEnded);
    throw error;
  } finally {
    underWay.delete(sent);
  }
}

/**
 * Sends a request with the key of the session and answers its data:
 * `ask(listAccounts, { query: { limit: 50 }, signal })`. Throws a FootfallProblem. A key that has ended leads back to
 * the form.
 */
export async function ask<O extends Operation>(operation: O, options: OptionsOf<O>): Promise<DataOf<O>> {
  const { data } = await askResponse(operation, options);
  return data;
}

/** The answer to a question. */
export const answerTo = <A>([operation, options]: Asked<A>, signal: AbortSignal): Promise<A> =>
  ask(operation, { ...options, signal } as never) as Promise<A>;
