import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { author, count, id, isPrintable, kebab, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { each } from '../../lib/each.ts';
import { mappedFields } from './mapping.ts';
import { isJsonPath, longestJsonPath } from './paths.ts';
import { providerIds } from './providers.ts';

const provider = described(
  z.enum(providerIds),
  'Who sends. `standard-webhooks` is whoever signs as Standard Webhooks or Svix describe it.',
);
const name = described(kebab, 'What its logs have as `source`.');

const path = described(
  text(1, longestJsonPath).check(
    z.refine(
      (value) => value.length > longestJsonPath || !isPrintable(value) || isJsonPath(value),
      "must be a path such as $.data.email, $.items[0].name, $.list[*].id or $.answers[?@.type=='email'].email",
    ),
  ),
  'A part of JSONPath (RFC 9535).',
);
/** What a mapping has. */
const names = [...mappedFields, 'excludedTypes'] as const;
const paths = z.array(path).check(z.maxLength(10));
const excludedTypes = described(
  z.array(kebab).check(z.maxLength(50)),
  'Types, as logs have them, that become no log.',
);
const shownPaths = z.array(textUpTo(longestJsonPath)).check(z.maxLength(10));

export const SourceMapping = object('SourceMapping', {
  email: shownPaths,
  phoneNumber: shownPaths,
  linkedinProfileUrl: shownPaths,
  name: shownPaths,
  type: shownPaths,
  occurredAt: shownPaths,
  excludedTypes: z.array(textUpTo(100)).check(z.maxLength(50)),
});

/** The fields of a mapping, each with a schema that may be missing. */
const everyField = <T extends z.ZodMiniType>(make: (field: typeof paths) => T) =>
  each(names, (of) => z.optional(make(of === 'excludedTypes' ? excludedTypes : paths)));

const SourceOwnMapping = object(
  'SourceOwnMapping',
  each(names, (of) => z.optional(SourceMapping.shape[of])),
);

const mappingInput = described(
  z.nullable(
    strictObject(
      'SourceMappingInput',
      everyField((field) => field),
    ),
  ),
  'Where a body says what. The first path that leads to a valid value counts. A field that is missing is as in the ready mapping of the provider; null is the ready mapping.',
);
const mappingUpdate = described(
  z.nullable(strictObject('SourceMappingUpdate', everyField(z.nullable))),
  'Changes these fields alone. A field that is null is again as in the ready mapping of the provider; null in place of all is the ready mapping.',
);

/** What became of a delivery. */
export const outcomes = ['logged', 'kept', 'excluded'] as const;

const SourceDelivery = object('SourceDelivery', {
  at: timestamp,
  deliveryId: described(textUpTo(255), 'The sender’s id of it, or a hash of its body.'),
  type: textUpTo(100),
  outcome: z.enum(outcomes),
  reason: described(
    z.nullable(textUpTo(100)),
    'Why it was kept: `no_identifier` or `invalid_identifier`. Null otherwise.',
  ),
  personId: described(z.nullable(id('person')), 'Null after an erasure, too.'),
  personLogId: z.nullable(id('person_log')),
});

export const Source = object('Source', {
  sourceId: id('source'),
  provider,
  name: textUpTo(100),
  url: described(textUpTo(500), 'Where the provider sends to. It is no secret.'),
  mapping: SourceMapping,
  ownMapping: described(
    z.nullable(SourceOwnMapping),
    'The fields of it that are the source’s own. The others are as in the ready mapping of the provider; null: all are.',
  ),
  isReadyMapping: described(z.boolean(), 'Whether that is the ready mapping of the provider.'),
  hasSecret: described(z.boolean(), 'Without a secret it takes nothing.'),
  secretSetAt: z.nullable(timestamp),
  previousSecretUntil: described(z.nullable(timestamp), 'Until then the secret before is valid, too.'),
  receivedCount: described(count, 'Deliveries, each counted once.'),
  loggedCount: described(count, 'How many became logs, when they came or were mapped later.'),
  excludedCount: count,
  keptCount: described(count, 'How many are kept now.'),
  droppedCount: described(count, 'How many kept ones had to go for newer ones.'),
  lastReceivedAt: z.nullable(timestamp),
  recent: described(
    z.array(SourceDelivery).check(z.maxLength(10)),
    'The last ten deliveries, the newest first, without their bodies.',
  ),
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Source = z.infer<typeof Source>;

export const SourceList = listOf(Source, 'SourceList');

export const SourceCreate = strictObject('SourceCreate', {
  provider,
  name: described(z.optional(name), 'What its logs have as `source`: the provider, unless it is given.'),
  mapping: z._default(mappingInput, null),
});
export type SourceCreate = z.infer<typeof SourceCreate>;

export const SourceUpdate = strictObject('SourceUpdate', {
  name: z.optional(name),
  mapping: z.optional(mappingUpdate),
});
export type SourceUpdate = z.infer<typeof SourceUpdate>;

export const SourceSecretSet = strictObject('SourceSecretSet', {
  secret: described(
    text(1, 200),
    'What the provider signs with: copy it from there, or enter the same there.',
  ),
  overlapSeconds: z
    ._default(z.int().check(z.minimum(0), z.maximum(604_800, 'must be at most 7 days')), 86_400)
    .check(
      z.meta({ format: 'int32' }),
      z.describe('How long the secret before stays valid: 0 for one that others know.'),
    ),
});
export type SourceSecretSet = z.infer<typeof SourceSecretSet>;

export const SourceDeleted = object('SourceDeleted', { sourceId: id('source'), deletedAt: timestamp });
