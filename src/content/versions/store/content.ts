import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type ParamsOf, statement } from '../../../db/statement.ts';
import { contentOf, type Frozen } from '../../audiences/content.ts';
import { frozenContent, isAt } from '../../audiences/store/internal.ts';
import type { Content } from '../../pages/content-schemas.ts';
import { audienceVersions } from '../../tables/audiences.ts';
import type { VersionContent } from '../schemas.ts';
import { foundVersion, selectPath, type VersionPath } from './internal.ts';

const { snapshot, frozen } = audienceVersions;

const selectContent = statement(({ versionId, ...path }: ParamsOf<VersionPath>) =>
  build
    .select({
      snapshot,
      frozen,
      // Only for a version that has neither.
      current: sql<
        string | null
      >`iif(coalesce(${snapshot}, ${frozen}) is null, ${frozenContent(isAt(path))}, null)`,
    })
    .from(audienceVersions)
    .where(eq(audienceVersions.versionId, versionId)),
);

function contentIn(row: { snapshot: string | null; frozen: string | null; current: string | null }) {
  if (row.snapshot !== null)
    return { source: 'snapshot', content: JSON.parse(row.snapshot) as Content } as const;
  const source = row.frozen === null ? 'current' : 'frozen';
  return { source, content: contentOf(JSON.parse(row.frozen ?? row.current ?? '') as Frozen) } as const;
}

/**
 * What visitors see of a version: its snapshot, what its snapshot will be made from while it waits in the queue, or
 * what publishing it would give now. Throws `page_not_found`, `audience_not_found`, `version_not_found`.
 */
export async function getVersionContent(db: Database, path: VersionPath): Promise<VersionContent> {
  const [page, state, version, [row]] = await db.batch([...selectPath(path), selectContent(path)]);
  const { versionId, versionNumber } = foundVersion([page, state, version]).version.value;
  if (!row) throw new Error(`the version ${versionId} is gone within a batch`);
  return { versionId, versionNumber, ...contentIn(row) };
}
