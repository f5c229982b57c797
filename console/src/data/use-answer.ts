import { ifMatch } from '@footfall/client';
import { ask, askResponse, type DataOf, type Operation, type OptionsOf } from './api.ts';
import { type QueryState, useQuery } from './query.ts';
import type { Match } from './use-conditional-edit.ts';

/**
 * What an operation answers, as `useQuery` has it by a name and the options: `useAnswer('page', getPage, { path })`.
 * Undefined options ask nothing.
 */
export const useAnswer = <O extends Operation>(
  name: string,
  operation: O,
  options: OptionsOf<O> | undefined,
  how?: Parameters<typeof useQuery>[2],
): QueryState<DataOf<O>> =>
  useQuery(
    options && [name, options],
    (signal) => ask(operation, { ...options, signal } as OptionsOf<O>),
    how,
  );

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
