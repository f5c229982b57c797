import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { FootfallError } from '../lib/errors.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import type { PageLinkTargetInput as Target } from './schemas.ts';

/** The columns of a link that leads to this target; the page of an audience is told where they are written. */
export const targetColumns = ({ targetType, audienceId, pageId }: Target) => ({
  targetType,
  audienceId: targetType === 'audience' ? (audienceId ?? null) : null,
  pageId:
    pageId ??
    sql<string>`(select ${audiences.pageId} from ${audiences} where ${eq(audiences.audienceId, audienceId ?? '')})`,
});

/** The condition that the target is there, and not archived. */
export function isTarget({ targetType, audienceId, pageId = '' }: Target): SQL {
  if (audienceId === undefined) return sql`exists (select 1 from ${pages} where ${eq(pages.pageId, pageId)})`;
  const isWanted = and(
    eq(audiences.audienceId, audienceId),
    pageId === '' ? undefined : eq(audiences.pageId, pageId),
    // The page of an archived audience is a page as any other.
    targetType === 'audience' ? sql`${audiences.archivedAt} is null` : undefined,
  );
  return sql`exists (select 1 from ${audiences} where ${isWanted})`;
}

/** SELECTs of the audience and the page that a target names, to ride along in a batch. */
export const selectTarget = (db: Database, target: Target | undefined) =>
  [
    db
      .select({
        audienceId: audiences.audienceId,
        pageId: audiences.pageId,
        archivedAt: audiences.archivedAt,
      })
      .from(audiences)
      .where(eq(audiences.audienceId, target?.audienceId ?? '')),
    selectPage(db, target?.pageId ?? ''),
  ] as const;

type AudienceRow = Awaited<ReturnType<typeof selectTarget>[0]>[number];

/** Throws what `isTarget` refuses, by the rows of `selectTarget`. */
export function throwIfNoTarget(
  { targetType, audienceId, pageId }: Target,
  audience: AudienceRow | undefined,
  page: object | undefined,
): void {
  if (targetType === 'page' && pageId !== undefined) pageOrThrow(page);
  if (audienceId === undefined) return;
  if (!audience || audience.pageId !== (pageId ?? audience.pageId)) {
    throw new FootfallError('audience_not_found', 'There is no audience with this id, or not of this page.');
  }
  if (targetType === 'audience' && audience.archivedAt !== null) {
    throw new FootfallError('audience_archived', `${audienceId} is archived.`, {
      field: 'target.audienceId',
      conflictingId: audienceId,
    });
  }
}
