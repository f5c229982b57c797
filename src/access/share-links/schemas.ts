import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { viewPattern } from '../../http/patterns.ts';
import { id, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { KeyRef } from '../api-keys/schemas.ts';
import { longestView } from './link.ts';

const path = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(longestView),
    z.regex(
      new RegExp(viewPattern),
      'must be a path and a query of the console, percent-encoded: it begins with one slash and has no #',
    ),
    z.describe(
      'The view that the link opens: path and query of the console, which are in its address behind `#`.',
    ),
  );

export const ShareLink = object('ShareLink', {
  shareLinkId: id('share_link'),
  name: textUpTo(100),
  path: textUpTo(longestView),
  createdBy: KeyRef,
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: described(
    z.nullable(timestamp),
    'When a request of a viewer was last noted: the newest one may be an hour later.',
  ),
});
export type ShareLink = z.infer<typeof ShareLink>;

export const ShareLinkCreated = object('ShareLinkCreated', {
  ...ShareLink.shape,
  code: described(
    textUpTo(100),
    'The link is `/console/#share=` and this code, on the address of the service. Shown this once.',
  ),
});
export type ShareLinkCreated = z.infer<typeof ShareLinkCreated>;

export const ShareLinkCreate = strictObject('ShareLinkCreate', {
  name: text(1, 100),
  path,
  lifetime: described(z.enum(['12h', '30d']), 'The link ends so long after now: 12 hours or 30 days.'),
});
export type ShareLinkCreate = z.infer<typeof ShareLinkCreate>;

export const ShareLinkRevoked = object('ShareLinkRevoked', {
  shareLinkId: id('share_link'),
  revokedAt: timestamp,
});
export type ShareLinkRevoked = z.infer<typeof ShareLinkRevoked>;

export const ShareLinkList = listOf(ShareLink, 'ShareLinkList');
