import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { timestamp } from '../../http/schemas.ts';
import { eventTypes } from '../../vocabulary/events.ts';
import { eventType, keptTypes } from './schemas.ts';

const mostDays = 365;

export const EventSettings = z
  .object({
    types: keptTypes,
    retentionDays: z.int().check(z.minimum(1), z.maximum(mostDays), z.meta({ format: 'int32' })),
    updatedAt: timestamp,
    updatedBy,
  })
  .check(z.meta({ id: 'EventSettings' }));
export type EventSettings = z.infer<typeof EventSettings>;

export const EventSettingsUpdate = z
  .strictObject({
    types: z
      .optional(
        z
          .array(eventType)
          .check(z.maxLength(eventTypes.length, `must have at most ${eventTypes.length} items`)),
      )
      .check(z.describe('All types that the feed keeps from now on; none switches it off.')),
    retentionDays: z
      .optional(
        z
          .int()
          .check(
            z.minimum(1, `must be a whole number from 1 to ${mostDays}`),
            z.maximum(mostDays, `must be a whole number from 1 to ${mostDays}`),
            z.meta({ format: 'int32' }),
          ),
      )
      .check(z.describe('How many days events are kept.')),
  })
  .check(z.meta({ id: 'EventSettingsUpdate' }));
export type EventSettingsUpdate = z.infer<typeof EventSettingsUpdate>;
