import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, numberPlaceOf } from '../../../lib/cursor.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { type AudiencePath, audienceOrThrow, selectState } from '../../audiences/store/internal.ts';
import { latestOf, toVersion, versionColumns } from '../../audiences/store/versions.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audienceVersions } from '../../tables/audiences.ts';

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
  const binding: CursorBinding = ['versions', path.pageId, path.audienceId];
  const [[page], [state], rows, [count]] = await db.batch([
    selectPage(path),
    selectState(path),
    selectVersions({ audienceId: path.audienceId, ...numberPlaceOf(binding, listing) }),
    selectCount(path),
  ]);
  pageOrThrow(page);
  const archived = audienceOrThrow(state).archivedAt !== null;
  return listFrom(
    binding,
    listing,
    rows,
    count?.value ?? 0,
    (last) => last.versionNumber,
    (row) => toVersion(row, archived),
  );
}
