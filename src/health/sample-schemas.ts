import type * as z from 'zod/mini';
import { nullable } from 'zod/mini';
import { described, object } from '../http/described.ts';
import { timestamp } from '../http/schemas.ts';

export const SampleData = object('SampleData', {
  loadedAt: described(nullable(timestamp), 'Null if there is no sample data.'),
});
export type SampleData = z.infer<typeof SampleData>;
