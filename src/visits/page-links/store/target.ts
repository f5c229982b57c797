import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { pageOrThrow } from '../../../content/pages/store/internal.ts';
import { audiences } from '../../../content/tables/audiences.ts';
import { pages } from '../../../content/tables/pages.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { PageLinkTargetInput } from '../schemas.ts';

/** The target of a link: an audience, or a page, by its own id or by one of its audiences'. */
export interface TargetParams {
  targetType: Param<'audience' | 'page'>;
  audienceId: Param<string | null> | undefined;
  pageId: Param<string> | undefined;
}

/** The values of a target to bind. */
export const targetValues = ({ targetType, audienceId, pageId }: PageLinkTargetInput) => ({
  targetType,
  audienceId,
  pageId,
});

/** The columns of a link to this target. The statement that writes them looks up the page of an audience. */
export const targetColumns = ({ targetType, audienceId, pageId }: TargetParams) => ({
  targetType,
  audienceId: audienceId ? sql`iif(${targetType} = 'audience', ${audienceId}, null)` : null,
  pageId: pageId ?? sql`(select ${audiences.pageId} from ${audiences} where ${isAudience(audienceId)})`,
});

const isAudience = (audienceId: Param<string | null> | undefined) =>
  eq(audiences.audienceId, audienceId ?? '');

/** The condition that the target exists and is not archived. */
export function isTarget({ targetType, audienceId, pageId }: TargetParams): SQL {
  if (!audienceId) return existsIn(pages, eq(pages.pageId, pageId ?? ''));
  return existsIn(
    audiences,
    and(
      isAudience(audienceId),
      pageId && eq(audiences.pageId, pageId),
      // A link to a page may name the page by an archived audience.
      or(ne(targetType, 'audience'), isNull(audiences.archivedAt)),
    ),
  );
}

/** Selects the audience of a target, within a batch. */
export const selectTargetAudience = statement(({ audienceId }: { audienceId: Param<string> }) =>
  build
    .select({ pageId: audiences.pageId, archivedAt: audiences.archivedAt })
    .from(audiences)
    .where(isAudience(audienceId)),
);

/** Throws what `isTarget` refuses a target for, from the rows of `selectTargetAudience` and `selectPage`. */
export function throwIfNoTarget(
  { targetType, audienceId, pageId }: PageLinkTargetInput,
  audience: { pageId: string; archivedAt: number | null } | undefined,
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
