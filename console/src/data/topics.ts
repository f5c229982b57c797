import { listTopics, type Topic } from '@footfall/client';
import { ask } from './api.ts';
import { type ListState, useList } from './list.ts';

/** The topics in their order, with their entries. */
export const useTopics = (): ListState<Topic> =>
  useList(['topics'], (cursor, signal) =>
    ask(listTopics, { query: { limit: 100, ...(cursor && { cursor }) }, signal }),
  );
