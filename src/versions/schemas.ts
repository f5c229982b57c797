import * as z from 'zod/mini';
import { Content } from '../audiences/content-schemas.ts';
import { id } from '../http/schemas.ts';

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
