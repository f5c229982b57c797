import * as z from 'zod/mini';

export const Health = z
  .object({ status: z.literal('ok'), d1: z.literal('ok') })
  .check(z.meta({ id: 'Health', description: 'The worker runs; D1 answers and is migrated.' }));
