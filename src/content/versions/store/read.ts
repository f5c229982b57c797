import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { type List, type Listing, numberIn, pageAsked } from '../../../lib/cursor.ts';
import { contentIn, contentOf, type Frozen } from '../../audiences/content.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { type AudiencePath, audienceOrThrow, isAt, selectState } from '../../audiences/store/internal.ts';
import { latestOf, toVersion, versionColumns } from '../../audiences/store/versions.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { frozenContent } from '../../tables/frozen.ts';
import { audienceVersions } from '../../tables/pages.ts';
import type { VersionContent } from '../schemas.ts';
import { foundVersion, selectPath, type VersionPath } from './internal.ts';

interface PageParams {
  audienceId: Param<string>;
  after: Param<number> | undefined;
  take: Param<number>;
}

const selectVersions = statement(({ audienceId, after, take }: PageParams) =>
  build
    .select(versionColumns)
    .from(audienceVersions)
    .where(
      and(eq(audienceVersions.audienceId, audienceId), after && lt(audienceVersions.versionNumber, after)),
    )
    .orderBy(desc(audienceVersions.versionNumber))
    .limit(take),
);

/** Versions are numbered without gaps and never deleted, so the last number is their count. */
const selectCount = statement(({ audienceId }: { audienceId: Param<string> }) =>
  build.select({ value: audienceVersions.versionNumber }).from(audienceVersions).where(latestOf(audienceId)),
);

/** Versions of an audience, newest first. Throws `page_not_found`, `audience_not_found`. */
export async function listVersions(
  db: Database,
  path: AudiencePath,
  listing: Listing,
): Promise<List<AudienceVersion>> {
  const asked = pageAsked(['versions', path.pageId, path.audienceId], listing, numberIn);
  const [[page], [state], rows, [count]] = await db.batch([
    selectPage(path),
    selectState(path),
    selectVersions({ audienceId: path.audienceId, ...asked.place }),
    selectCount(path),
  ]);
  pageOrThrow(page);
  const archived = audienceOrThrow(state).archivedAt !== null;
  const toItem = (row: (typeof rows)[number]) => toVersion(row, archived);
  return asked.list(rows, count?.value ?? 0, (last) => last.versionNumber, toItem);
}

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

function shownOf(row: { snapshot: string | null; frozen: string | null; current: string | null }) {
  if (row.snapshot !== null) return { source: 'snapshot', content: contentIn(row.snapshot) } as const;
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
  return { versionId, versionNumber, ...shownOf(row) };
}
