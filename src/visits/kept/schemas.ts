import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { count, id, idInput, payload, textUpTo, timestamp } from '../../http/schemas.ts';
import { keptReasons } from '../tables/sources.ts';
import { mostMapped } from './limits.ts';

const reason = z.enum(keptReasons);

const keptFields = {
  sourceId: id('source'),
  keptId: id('kept'),
  deliveryId: described(textUpTo(255), 'The sender’s id of it, or a hash of its body.'),
  type: textUpTo(100),
  reason: described(reason, 'Why it is kept: it names nobody, or by nothing that identifies a person.'),
  receivedAt: timestamp,
};

export const KeptDeliverySummary = object('KeptDeliverySummary', keptFields);
export type KeptDeliverySummary = z.infer<typeof KeptDeliverySummary>;

export const KeptDeliveryList = listOf(KeptDeliverySummary, 'KeptDeliveryList');

export const KeptDelivery = object('KeptDelivery', {
  ...keptFields,
  body: described(payload, 'The event as it was sent, up to 256 KiB.'),
});
export type KeptDelivery = z.infer<typeof KeptDelivery>;

export const KeptMap = strictObject('KeptMap', {
  keptIds: described(
    z.optional(z.array(idInput()).check(z.minLength(1), z.maxLength(mostMapped))),
    'Which. Without, all of the source, the oldest first. What is not kept any more is left out.',
  ),
  after: described(z.optional(idInput()), '`next` of the answer before: go on behind it.'),
});
export type KeptMap = z.infer<typeof KeptMap>;

const KeptOutcome = object('KeptOutcome', {
  keptId: id('kept'),
  type: textUpTo(100),
  outcome: z.enum(['logged', 'replayed', 'kept', 'excluded']),
  reason: described(z.nullable(reason), 'Why it is still kept. Null otherwise.'),
  personId: z.nullable(id('person')),
  personLogId: z.nullable(id('person_log')),
});

export const KeptMapped = object('KeptMapped', {
  outcomes: described(
    z.array(KeptOutcome).check(z.maxLength(mostMapped)),
    'What became of each, the oldest first.',
  ),
  remaining: described(count, 'How many the source keeps now.'),
  next: described(z.nullable(id('kept')), 'The last that was looked at, if there are more behind it.'),
});
export type KeptMapped = z.infer<typeof KeptMapped>;

export const KeptDeleted = object('KeptDeleted', {
  sourceId: id('source'),
  keptId: id('kept'),
  deleted: z.literal(true),
});
export type KeptDeleted = z.infer<typeof KeptDeleted>;
