import * as z from 'zod/mini';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object } from '../../http/described.ts';
import { countedFields, listQuery } from '../../http/list-query.ts';
import { id, textUpTo, timestamp } from '../../http/schemas.ts';
import { Content } from '../pages/content-schemas.ts';

export const VersionContent = object('VersionContent', {
  versionId: id('version'),
  versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
  source: described(
    z.enum(['snapshot', 'frozen', 'current']),
    '`snapshot`: as it was published. `frozen`: as it will be published. `current`: as publishing would make it now.',
  ),
  content: Content,
});
export type VersionContent = z.infer<typeof VersionContent>;

export const Publish = object('Publish', {
  audienceId: id('audience'),
  audienceName: described(textUpTo(255), 'The `effectiveName` of the audience.'),
  versionId: id('version'),
  versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
  publishedAt: timestamp,
});
export type Publish = z.infer<typeof Publish>;

export const PublishListQuery = ranged(
  z.object({ ...listQuery, ...dateRange('Versions that were published') }),
);
export type PublishListQuery = z.infer<typeof PublishListQuery>;

export const PublishList = object('PublishList', countedFields(Publish));
export type PublishList = z.infer<typeof PublishList>;
