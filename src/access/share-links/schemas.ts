import * as z from 'zod/mini';
import { listOf } from '../../http/list-query.ts';
import { viewPattern } from '../../http/patterns.ts';
import { id, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { KeyRef } from '../api-keys/schemas.ts';
import { longestView } from './link.ts';

const path = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(longestView, 'must have at most 2,000 characters'),
    z.regex(
      new RegExp(viewPattern),
      'must be a path and a query of the console, percent-encoded: it begins with one slash and has no #',
    ),
    z.describe(
      'The view that the link opens: path and query of the console, which are in its address behind `#`.',
    ),
  );

export const ShareLink = z
  .object({
    shareLinkId: id('share_link'),
    name: textUpTo(100),
    path: textUpTo(longestView),
    createdBy: KeyRef,
    createdAt: timestamp,
    expiresAt: timestamp,
    lastUsedAt: z
      .nullable(timestamp)
      .check(z.describe('When a request of a viewer was last noted: the newest one may be an hour later.')),
  })
  .check(z.meta({ id: 'ShareLink' }));
export type ShareLink = z.infer<typeof ShareLink>;

export const ShareLinkCreated = z
  .object({
    ...ShareLink.shape,
    code: textUpTo(100).check(
      z.describe(
        'The link is `/console/#share=` and this code, on the address of the service. Shown this once.',
      ),
    ),
  })
  .check(z.meta({ id: 'ShareLinkCreated' }));
export type ShareLinkCreated = z.infer<typeof ShareLinkCreated>;

export const ShareLinkCreate = z
  .strictObject({
    name: text(1, 100),
    path,
    lifetime: z
      .enum(['12h', '30d'])
      .check(z.describe('The link ends so long after now: 12 hours or 30 days.')),
  })
  .check(z.meta({ id: 'ShareLinkCreate' }));
export type ShareLinkCreate = z.infer<typeof ShareLinkCreate>;

export const ShareLinkRevoked = z
  .object({ shareLinkId: id('share_link'), revokedAt: timestamp })
  .check(z.meta({ id: 'ShareLinkRevoked' }));
export type ShareLinkRevoked = z.infer<typeof ShareLinkRevoked>;

export const ShareLinkList = listOf(ShareLink, 'ShareLinkList');
