import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { count, id, instant, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { isMixed, scopes, unmixed } from '../../lib/api-key.ts';

const Scopes = z.array(z.enum(scopes)).check(
  z.minLength(1, 'must have at least one scope'),
  z.maxLength(scopes.length, `must have at most ${scopes.length} scopes`),
  z.refine((list) => new Set(list).size === list.length, 'must not name a scope twice'),
  z.refine((list) => !isMixed({ scopes: list }), unmixed),
  z.meta({ maxItems: scopes.length }),
  z.describe('With `resolve` and without `read`, no other but `collect`: such a key may be in a page.'),
);

export const ApiKey = object('ApiKey', {
  apiKeyId: id('api_key'),
  name: textUpTo(100),
  scopes: z.array(z.enum(scopes)).check(z.maxLength(scopes.length)),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  revokedAt: z.nullable(timestamp),
  lastUsedAt: described(
    z.nullable(timestamp),
    'When a request was last noted: the newest one may be an hour later, or a day with a key that only has `collect`. Null before the first.',
  ),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The key that made something. */
export const KeyRef = z
  .object({
    apiKeyId: id('api_key'),
    name: described(z.nullable(textUpTo(100)), 'Null if the key was deleted.'),
    hasEnded: described(z.boolean(), 'Whether the key was revoked, has expired or was deleted.'),
  })
  .check(z.describe('The key that made or changed it.'), z.meta({ id: 'KeyRef' }));
export type KeyRef = z.infer<typeof KeyRef>;

/** The key in an answer for what goes on after the requests of its key. */
export const updatedBy = described(
  z.nullable(KeyRef),
  'The key that made it, or changed it last. It goes on when that key has ended. Null if it was not noted, as for what is older.',
);

/** What the key of a request is and may do. */
export const ApiKeyCurrent = object('ApiKeyCurrent', {
  apiKeyId: id('api_key'),
  name: textUpTo(100),
  scopes: z.array(z.enum(scopes)).check(z.maxLength(scopes.length)),
  expiresAt: z.nullable(timestamp),
  limit: described(
    z.object({ requests: count, windowSeconds: count }),
    'The rate limit of the key: so many requests in so many seconds.',
  ),
  workspace: textUpTo(32),
  madeBySignIn: described(
    z.boolean(),
    'True for the key of a sign-in: signing out of the console revokes it.',
  ),
});
export type ApiKeyCurrent = z.infer<typeof ApiKeyCurrent>;

export const ApiKeyCreated = object('ApiKeyCreated', {
  ...ApiKey.shape,
  key: described(textUpTo(100), 'The key itself; shown this once.'),
});
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

export const ApiKeyCreate = strictObject('ApiKeyCreate', {
  name: text(1, 100),
  scopes: Scopes,
  expiresAt: z.optional(
    instant.check(
      z.describe(
        'When the key ends. If the key of the request ends, then the new one ends no later: by default at the same time.',
      ),
      z.refine((value) => Date.parse(value) > Date.now(), 'must be in the future'),
      z.refine((value) => Date.parse(value) < Date.parse('9999-12-31'), 'must be before the year 9999 ends'),
    ),
  ),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

export const ApiKeyRotate = strictObject('ApiKeyRotate', {
  overlapSeconds: z
    ._default(z.int().check(z.minimum(0), z.maximum(2_592_000, 'must be at most 30 days')), 86_400)
    .check(z.meta({ format: 'int32' })),
});

export const ApiKeyList = listOf(ApiKey, 'ApiKeyList');
