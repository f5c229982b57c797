import * as z from 'zod/mini';
import { object } from '../../http/described.ts';

export const IntakeResult = object('IntakeResult', {
  outcomes: z
    .array(
      object('IntakeOutcome', { outcome: z.enum(['logged', 'replayed', 'kept', 'excluded', 'waiting']) }),
    )
    .check(z.maxLength(100)),
});
export type IntakeResult = z.infer<typeof IntakeResult>;
