import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { originPattern } from '../../http/patterns.ts';
import { count, id, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { normaliseOrigin } from '../../lib/host.ts';
import { longestOrigin, longestPageId, mostRefused } from './limits.ts';

const origin = text(1, longestOrigin).check(
  z.overwrite((value) => normaliseOrigin(value.trim()) ?? value),
  z.refine((value) => normaliseOrigin(value) !== undefined, {
    error:
      'must be http:// or https://, a host and a port if it has one: no path, no user name, no *, such as https://shop.example',
    params: { code: 'invalid_format' },
  }),
  z.meta({
    maxLength: longestOrigin,
    pattern: originPattern,
    description: 'Scheme, host and port of a website; it is kept as browsers send it in `Origin`.',
    example: 'https://shop.acme.example',
  }),
);

export const Website = object('Website', {
  websiteId: id('website'),
  origin: textUpTo(longestOrigin),
  createdAt: timestamp,
});
export type Website = z.infer<typeof Website>;

export const WebsiteCreate = strictObject('WebsiteCreate', { origin });
export type WebsiteCreate = z.infer<typeof WebsiteCreate>;

export const WebsiteDeleted = object('WebsiteDeleted', { websiteId: id('website'), deletedAt: timestamp });
export type WebsiteDeleted = z.infer<typeof WebsiteDeleted>;

export const WebsiteList = listOf(Website, 'WebsiteList');

export const RefusedOrigin = object('RefusedOrigin', {
  origin: textUpTo(longestOrigin),
  requestsCount: described(
    count,
    'Requests in the last 7 UTC days. A visit sends two or more. In a flood it may be too low.',
  ),
  lastRefusedAt: timestamp,
});
export type RefusedOrigin = z.infer<typeof RefusedOrigin>;

export const UnknownPage = object('UnknownPage', {
  pageId: textUpTo(longestPageId),
  requestsCount: described(count, 'As for a refused origin.'),
  lastSentAt: timestamp,
});

const MissedPaths = z
  .object({
    missedCount: described(count, 'Paths and addresses that nobody has. In a flood it may be too low.'),
    slowedCount: described(
      count,
      'Requests that were refused because their address had asked for too many of them.',
    ),
    latestAt: z.nullable(timestamp),
  })
  .check(
    z.describe(
      'What keys with `resolve` and without `read` asked for in vain in the last 7 UTC days: many may be somebody who guesses personal links. No path is kept.',
    ),
  );

export const RefusedOriginList = object('RefusedOriginList', {
  items: z.array(RefusedOrigin).check(z.maxLength(mostRefused)),
  unknownPages: z
    .array(UnknownPage)
    .check(
      z.maxLength(mostRefused),
      z.describe('Pages that visits named and that do not exist, as a wrong `data-page` does; latest first.'),
    ),
  missedPaths: MissedPaths,
});
export type RefusedOriginList = z.infer<typeof RefusedOriginList>;
