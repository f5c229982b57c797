import { listTopics, type Topic } from '@footfall/client';
import { type ListState, useListOf } from './list.ts';

/** The topics in their order, with their entries. */
export const useTopics = (): ListState<Topic> => useListOf('topics', listTopics, {});
