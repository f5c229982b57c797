import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { timestamp } from '../../http/schemas.ts';
import { keptTypes } from './schemas.ts';

const ruleOfDays = 'must be a whole number from 1 to 365';
const retentionDays = z
  .int()
  .check(z.minimum(1, ruleOfDays), z.maximum(365, ruleOfDays), z.meta({ format: 'int32' }));

export const EventSettings = object('EventSettings', {
  types: keptTypes,
  retentionDays,
  updatedAt: timestamp,
  updatedBy,
});
export type EventSettings = z.infer<typeof EventSettings>;

export const EventSettingsUpdate = strictObject('EventSettingsUpdate', {
  types: described(z.optional(keptTypes), 'All types that the feed keeps from now on; none switches it off.'),
  retentionDays: described(z.optional(retentionDays), 'How many days events are kept.'),
});
export type EventSettingsUpdate = z.infer<typeof EventSettingsUpdate>;
