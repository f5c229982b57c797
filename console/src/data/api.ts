import { createFootfall, type Footfall, ifMatch, isProblem } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isEndOfKey } from '../lib/problem.ts';
import { type QueryOptions, type QueryState, type Question, refetch, useQuery } from './query.ts';
import { end, keyHasEnded, storedKey } from './session.ts';

/** An operation of the client, such as `listAccounts`. */
export type Operation = (options: never) => Promise<{ data: unknown; response?: Response }>;
/** What an operation is given: `path`, `query`, `body`, `headers`, `signal`. */
export type OptionsOf<O extends Operation> = Omit<Parameters<O>[0], 'client' | 'signal'> & {
  signal?: AbortSignal | undefined;
};
/** What an operation answers. */
export type DataOf<O extends Operation> = NonNullable<Awaited<ReturnType<O>>['data']>;

let made: { key: string; client: Footfall; once: Footfall } | undefined;

/** A question: an operation, and what it is asked. It is answered on the screen, and with all rows in a file. */
export type Asked<A = unknown> = readonly [
  operation: (options: never) => Promise<{ data: A; response?: Response }>,
  options: { path?: object; query?: object },
];

/** A client with a key that is not the session's, or without any. */
export const clientWith = (key?: string, retries = 1): Footfall =>
  createFootfall({ baseUrl: '', retries, ...(key === undefined ? {} : { key }) });

/** The requests with the key of the session whose answers have not arrived. */
export const underWay = new Set<Promise<unknown>>();

function clients() {
  const key = storedKey() ?? '';
  if (made?.key !== key) made = { key, client: clientWith(key), once: clientWith(key, 0) };
  return made;
}

/**
 * Sends a request with the key of the session, and answers its data and the response: `ifMatch(response)` makes a
 * change conditional on what it shows.
 */
export async function askResponse<O extends Operation>(
  operation: O,
  options: OptionsOf<O>,
  client = clients().client,
): Promise<{ data: DataOf<O>; response: Response }> {
  const key = storedKey();
  const send = operation as unknown as (options: object) => Promise<{ data: DataOf<O>; response: Response }>;
  const sent = send({ ...options, client });
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

/** As `askResponse`, but a request that fails is not sent again: who sends it again wants to know that it may have been done. */
export const askResponseOnce = <O extends Operation>(operation: O, options: OptionsOf<O>) =>
  askResponse(operation, options, clients().once);

/** The data of `askResponseOnce`. */
export async function askOnce<O extends Operation>(operation: O, options: OptionsOf<O>): Promise<DataOf<O>> {
  const { data } = await askResponseOnce(operation, options);
  return data;
}

/** The answer to a question. */
export const answerTo = <A>([operation, options]: Asked<A>, signal: AbortSignal): Promise<A> =>
  ask(operation, { ...options, signal } as never) as Promise<A>;

/**
 * What an operation answers, as `useQuery` has it by a name and the options: `useAnswer('page', getPage, { path })`.
 * Undefined options ask nothing.
 */
export const useAnswer = <O extends Operation>(
  name: string,
  operation: O,
  options: OptionsOf<O> | undefined,
  how?: QueryOptions,
): QueryState<DataOf<O>> =>
  useQuery(
    options && [name, options],
    (signal) => ask(operation, { ...options, signal } as OptionsOf<O>),
    how,
  );

/** The items of a list that has 100 at most. They are not asked for while they are not wanted. */
export const useItems = <T>(
  name: string,
  operation: Asked<{ items: T[] }>[0],
  isWanted = true,
): QueryState<T[]> =>
  useQuery(isWanted ? [name] : undefined, async (signal) => {
    const { items } = await answerTo([operation, { query: { limit: 100 } }], signal);
    return items;
  });

/** The state that a change is made to. */
export type Match = { 'If-Match': string };

/** A record as it was read, and its state, to which a change is made. */
export interface Read<T> {
  data: T;
  match: Match;
}

/** As `useAnswer`, with what makes a change conditional. */
export const useRecord = <O extends Operation>(
  name: string,
  operation: O,
  options: OptionsOf<O>,
  how?: QueryOptions,
): QueryState<Read<DataOf<O>>> =>
  useQuery(
    [name, options],
    async (signal) => {
      const { data, response } = await askResponse(operation, { ...options, signal });
      return { data, match: ifMatch(response) };
    },
    how,
  );

/** A question as `useQuestion` takes it: by a name and its options. */
export const questionOf = <A>(name: string, asked: Asked<A>, load = answerTo<A>): Question<A> => ({
  key: [name, asked[1]],
  load: (signal) => load(asked, signal),
});

/** The answer to a question. Undefined asks nothing. */
export const useAsked = <A>(name: string, asked: Asked<A> | undefined, how?: QueryOptions): QueryState<A> =>
  useQuery(asked && [name, asked[1]], (signal) => answerTo(asked as Asked<A>, signal), how);

interface MutationOptions<Input, Output> {
  /** Shows the change before the service confirms it. The function that it returns takes it back. */
  optimistic?: (input: Input) => () => void;
  onDone?: (output: Output, input: Input) => void;
}

export interface MutationState<Input, Output> {
  /** Sends the change. Resolves to its result, or to undefined if it failed: `error` says why. */
  run: (input: Input) => Promise<Output | undefined>;
  isRunning: boolean;
  error: unknown;
  reset: () => void;
}

/** A change: what it sends, and how it is shown at once. After it, what is on the screen is loaded again. */
export function useMutation<Input, Output>(
  send: (input: Input) => Promise<Output>,
  { optimistic, onDone }: MutationOptions<Input, Output> = {},
): MutationState<Input, Output> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const run = async (input: Input) => {
    setRunning(true);
    setError(undefined);
    const takeBack = optimistic?.(input);
    try {
      const output = await send(input);
      refetch();
      onDone?.(output, input);
      return output;
    } catch (failure) {
      takeBack?.();
      if (mounted.current) setError(failure);
      return undefined;
    } finally {
      if (mounted.current) setRunning(false);
    }
  };
  return { run, isRunning, error, reset: () => setError(undefined) };
}

/**
 * Awaits a change of a record as it was read. If somebody else changed it meanwhile, it is loaded
 * again, so that a second attempt changes what is seen.
 */
export async function orReadAgain<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (isProblem(error, 'precondition_failed')) refetch();
    throw error;
  }
}
