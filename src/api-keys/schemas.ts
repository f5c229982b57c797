import * as z from 'zod';
import { pageOf } from '../http/page';
import { text, timestamp } from '../http/schemas';
import { scopes } from '../lib/api-key';

const Scopes = z
  .array(z.enum(scopes))
  .min(1, 'must have at least one scope')
  .max(4, 'must have at most 4 scopes')
  .refine((list) => new Set(list).size === list.length, 'must not name a scope twice')
  .meta({ maxItems: 4 });

export const ApiKey = z
  .object({
    apiKeyId: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyCreated = ApiKey.extend({
  key: z.string().meta({ description: 'The key itself; shown this once.' }),
}).meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

export const ApiKeyCreate = z
  .strictObject({
    name: text(1, 100),
    scopes: Scopes,
    expiresAt: z.iso
      .datetime({ offset: true })
      .refine((value) => Date.parse(value) > Date.now(), 'must be in the future')
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
      .default(86_400),
  })
  .meta({ id: 'ApiKeyRotate' });

export const ApiKeyPage = pageOf(ApiKey, 'ApiKeyPage');
