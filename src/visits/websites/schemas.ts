import * as z from 'zod/mini';
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

export const Website = z
  .object({ websiteId: id('website'), origin: textUpTo(longestOrigin), createdAt: timestamp })
  .check(z.meta({ id: 'Website' }));
export type Website = z.infer<typeof Website>;

export const WebsiteCreate = z.strictObject({ origin }).check(z.meta({ id: 'WebsiteCreate' }));
export type WebsiteCreate = z.infer<typeof WebsiteCreate>;

export const WebsiteDeleted = z
  .object({ websiteId: id('website'), deletedAt: timestamp })
  .check(z.meta({ id: 'WebsiteDeleted' }));
export type WebsiteDeleted = z.infer<typeof WebsiteDeleted>;

export const WebsiteList = listOf(Website, 'WebsiteList');

export const RefusedOrigin = z
  .object({
    origin: textUpTo(longestOrigin),
    requestsCount: count.check(
      z.describe('Requests in the last 7 UTC days. A visit sends two or more. In a flood it may be too low.'),
    ),
    lastRefusedAt: timestamp,
  })
  .check(z.meta({ id: 'RefusedOrigin' }));
export type RefusedOrigin = z.infer<typeof RefusedOrigin>;

export const UnknownPage = z
  .object({
    pageId: textUpTo(longestPageId),
    requestsCount: count.check(z.describe('As for a refused origin.')),
    lastSentAt: timestamp,
  })
  .check(z.meta({ id: 'UnknownPage' }));

export const RefusedOriginList = z
  .object({
    items: z.array(RefusedOrigin).check(z.maxLength(mostRefused)),
    unknownPages: z
      .array(UnknownPage)
      .check(
        z.maxLength(mostRefused),
        z.describe(
          'Pages that visits named and that do not exist, as a wrong `data-page` does; latest first.',
        ),
      ),
  })
  .check(z.meta({ id: 'RefusedOriginList' }));
export type RefusedOriginList = z.infer<typeof RefusedOriginList>;
