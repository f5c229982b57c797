import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions } from '../db/schema/audiences.ts';
import { insertWhere, type RowOf } from '../db/statements.ts';
import { newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { selectPage } from '../pages/store.ts';
import type { Audience } from './schemas.ts';
import {
  type AudiencePath,
  audienceOrThrow,
  isAudience,
  latestOf,
  selectAudience,
  taggedAudience,
} from './store.ts';

export const latest = (audienceId: string, column: SQL) =>
  sql`(select ${column} from ${audienceVersions} where ${latestOf(audienceId)})`;

/** The row of an audience's next version; `now` in milliseconds since 1970. */
export function nextVersionRow(
  audienceId: string,
  supplementaryContext: string | SQL | null,
  now: number,
): RowOf<typeof audienceVersions> {
  const isLive = and(
    eq(audienceVersions.audienceId, audienceId),
    sql`${audienceVersions.status} = 'published'`,
  );
  return {
    audienceId,
    versionNumber: sql`coalesce(${latest(audienceId, sql`${audienceVersions.versionNumber}`)}, 0) + 1`,
    versionId: newId('version'),
    status: 'draft',
    // Once published, an audience has a live version for good: a version is archived by its successor only.
    isNewPageAgent: sql`not exists (select 1 from ${audienceVersions} where ${isLive})`,
    supplementaryContext,
    createdAt: now,
    becameDraftAt: now,
    transitionId: newId('write'),
  };
}

/** An INSERT of the next draft, if the latest version is no draft and the condition holds. */
export function openDraft(
  db: Database,
  audienceId: string,
  supplementaryContext: string | SQL | null,
  condition: SQL | undefined,
) {
  const isDraft = sql`${latest(audienceId, sql`${audienceVersions.status}`)} = 'draft'`;
  const row = nextVersionRow(audienceId, supplementaryContext, Date.now());
  const key = [audienceVersions.audienceId, audienceVersions.versionNumber];
  return insertWhere(db, audienceVersions, row, and(sql`not ${isDraft}`, condition), key);
}

/** The condition that this request has written the audience. */
export const isWrittenBy = (path: AudiencePath, writeId: string) =>
  isAudience(path, undefined, eq(audiences.writeId, writeId));

/** Answers the write of an audience: its own, or the reason why there was none. */
export function written(
  [page, row]: [Parameters<typeof taggedAudience>[0], Parameters<typeof taggedAudience>[1]],
  writeId: string,
  ifMatch: IfMatch,
): Tagged<Audience> {
  const audience = taggedAudience(page, row);
  if (audienceOrThrow(row).writeId !== writeId) assertMatch(audience.etag, ifMatch);
  return audience;
}

/** Opens the next draft as a copy of the latest version; answers with the draft that is open already. */
export async function openNextDraft(
  db: Database,
  path: AudiencePath,
  ifMatch: IfMatch,
): Promise<Tagged<Audience>> {
  const writeId = newId('write');
  const copied = latest(path.audienceId, sql`${audienceVersions.supplementaryContext}`);
  const isCurrent = isAudience(path, ifMatch);
  const [, , [page], [row]] = await db.batch([
    db
      .update(audiences)
      .set({ writeId })
      .where(and(eq(audiences.pageId, path.pageId), eq(audiences.audienceId, path.audienceId), isCurrent)),
    openDraft(db, path.audienceId, copied, isWrittenBy(path, writeId)),
    selectPage(db, path.pageId),
    selectAudience(db, path),
  ]);
  return written([page, row], writeId, ifMatch);
}
