import { ifMatch } from '@footfall/client';
import { ask, askResponse, type DataOf, type Operation, type OptionsOf } from './api.ts';
import { type Key, type QueryState, useQuery } from './query.ts';
import type { Match } from './use-conditional-edit.ts';

/** What an operation answers: `useAnswer(['page', id], getPage, { path: { page_id: id } })`. An undefined key asks nothing. */
export const useAnswer = <O extends Operation>(
  key: Key | undefined,
  operation: O,
  options: OptionsOf<O>,
  how?: Parameters<typeof useQuery>[2],
): QueryState<DataOf<O>> => useQuery(key, (signal) => ask(operation, { ...options, signal }), how);

/** A record as it was read, and its state, to which a change is made. */
export interface Read<T> {
  data: T;
  match: Match;
}

/** As `useAnswer`, with what makes a change conditional. */
export const useRecord = <O extends Operation>(
  key: Key,
  operation: O,
  options: OptionsOf<O>,
): QueryState<Read<DataOf<O>>> =>
  useQuery(key, async (signal) => {
    const { data, response } = await askResponse(operation, { ...options, signal });
    return { data, match: ifMatch(response) };
  });
