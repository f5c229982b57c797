import * as z from 'zod';
import { listOf } from '../http/list-query.ts';
import { id, instant, text, timestamp } from '../http/schemas.ts';
import { scopes } from '../lib/api-key.ts';

const Scopes = z
  .array(z.enum(scopes))
  .min(1, 'must have at least one scope')
  .max(4, 'must have at most 4 scopes')
  .refine((list) => new Set(list).size === list.length, 'must not name a scope twice')
  .meta({ maxItems: 4 });

export const ApiKey = z
  .object({
    apiKeyId: id('api_key'),
    name: z.string().max(100),
    scopes: z.array(z.enum(scopes)).max(4),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyCreated = ApiKey.extend({
  key: z.string().max(100).meta({ description: 'The key itself; shown this once.' }),
}).meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

export const ApiKeyCreate = z
  .strictObject({
    name: text(1, 100),
    scopes: Scopes,
    expiresAt: instant
      .refine((value) => Date.parse(value) > Date.now(), 'must be in the future')
      .refine((value) => Date.parse(value) < Date.parse('9999-12-31'), 'must be before the year 9999 ends')
      .optional(),
  })
  .meta({ id: 'ApiKeyCreate' });
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

export const ApiKeyRotate = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0, 'must be at least 0')
      .max(2_592_000, 'must be at most 30 days')
      .default(86_400)
      .meta({ format: 'int32' }),
  })
  .meta({ id: 'ApiKeyRotate' });

export const ApiKeyList = listOf(ApiKey, 'ApiKeyList');
