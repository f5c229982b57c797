import { ifMatch } from '@footfall/client';
import {
  type Asked,
  answerTo,
  ask,
  askResponse,
  type DataOf,
  type Operation,
  type OptionsOf,
} from './api.ts';
import { type QueryOptions, type QueryState, type Question, useQuery } from './query.ts';
import type { Match } from './use-conditional-edit.ts';

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
): QueryState<Read<DataOf<O>>> =>
  useQuery([name, options], async (signal) => {
    const { data, response } = await askResponse(operation, { ...options, signal });
    return { data, match: ifMatch(response) };
  });

/** A question as `useQuestion` takes it: by a name and its options. */
export const questionOf = <A>(name: string, asked: Asked<A>, load = answerTo<A>): Question<A> => ({
  key: [name, asked[1]],
  load: (signal) => load(asked, signal),
});

/** The answer to a question. Undefined asks nothing. */
export const useAsked = <A>(name: string, asked: Asked<A> | undefined, how?: QueryOptions): QueryState<A> =>
  useQuery(asked && [name, asked[1]], (signal) => answerTo(asked as Asked<A>, signal), how);
