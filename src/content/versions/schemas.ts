import * as z from 'zod/mini';
import { dateRange, ranged } from '../../http/date-range.ts';
import { countedFields, listQuery } from '../../http/list-query.ts';
import { id, textUpTo, timestamp } from '../../http/schemas.ts';
import { Content } from '../pages/content-schemas.ts';

export const VersionContent = z
  .object({
    versionId: id('version'),
    versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
    source: z
      .enum(['snapshot', 'frozen', 'current'])
      .check(
        z.describe(
          '`snapshot`: as it was published. `frozen`: as it will be published. `current`: as publishing would make it now.',
        ),
      ),
    content: Content,
  })
  .check(z.meta({ id: 'VersionContent' }));
export type VersionContent = z.infer<typeof VersionContent>;

export const Publish = z
  .object({
    audienceId: id('audience'),
    audienceName: textUpTo(255).check(z.describe('The `effectiveName` of the audience.')),
    versionId: id('version'),
    versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
    publishedAt: timestamp,
  })
  .check(z.meta({ id: 'Publish' }));
export type Publish = z.infer<typeof Publish>;

export const PublishListQuery = ranged(
  z.object({ ...listQuery, ...dateRange('Versions that were published') }),
);
export type PublishListQuery = z.infer<typeof PublishListQuery>;

export const PublishList = z.object(countedFields(Publish)).check(z.meta({ id: 'PublishList' }));
export type PublishList = z.infer<typeof PublishList>;
