import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { timestamp } from '../../http/schemas.ts';
import { keptTypes } from './schemas.ts';

const ruleOfDays = 'must be a whole number from 1 to 365';
const retentionDays = z
  .int()
  .check(z.minimum(1, ruleOfDays), z.maximum(365, ruleOfDays), z.meta({ format: 'int32' }));

export const EventSettings = z
  .object({
    types: keptTypes,
    retentionDays,
    updatedAt: timestamp,
    updatedBy,
  })
  .check(z.meta({ id: 'EventSettings' }));
export type EventSettings = z.infer<typeof EventSettings>;

export const EventSettingsUpdate = z
  .strictObject({
    types: z
      .optional(keptTypes)
      .check(z.describe('All types that the feed keeps from now on; none switches it off.')),
    retentionDays: z.optional(retentionDays).check(z.describe('How many days events are kept.')),
  })
  .check(z.meta({ id: 'EventSettingsUpdate' }));
export type EventSettingsUpdate = z.infer<typeof EventSettingsUpdate>;
