import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import { isCurrent, isLastWrite, type WriteParams } from '../../../db/conditional-write.ts';
import { existsIn, jsonObject } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { persons } from '../../../people/tables/persons.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences, audienceVersions, pages } from '../../tables/pages.ts';
import type { Frozen } from '../content.ts';

/** Names an audience by its path. */
export interface AudiencePath {
  pageId: string;
  audienceId: string;
}
type PathParams = ParamsOf<AudiencePath>;
/** Of all pages, or of all audiences of a page, if it is not named. */
type AskedPath = { [K in keyof AudiencePath]?: AudiencePath[K] | undefined };

/** The condition that a row of audiences is the one at this path. */
export const isAt = ({ pageId, audienceId }: PathParams) =>
  and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId));

/** The entity tag of an audience and of its versions. The query must join audiences, pages and persons. */
export const etag = sql<string>`${audiences.revision} || '.' || ${pages.revision} || '.' || coalesce(${persons.updatedAt}, 0)`;

const states = () =>
  build
    .select({ etag, archivedAt: audiences.archivedAt })
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId));

/** Selects an audience's entity tag, and the time it was archived. */
export const selectState = statement((path: PathParams) => states().where(isAt(path)));

/** The condition that the audience exists, matches the write's `If-Match`, and meets `further`. */
export function isAudience(path: PathParams, write: Pick<WriteParams, 'ifMatch'>, further?: SQL): SQL {
  const where = and(isAt(path), isCurrent(etag, write), further);
  // Without `If-Match` the query needs neither the page nor the person.
  return write.ifMatch ? exists(states().where(where)) : existsIn(audiences, where);
}

/** The condition that this request was the last to write the audience. */
export const isWrittenBy = (path: PathParams, write: Pick<WriteParams, 'writeId'>): SQL =>
  existsIn(audiences, and(isAt(path), isLastWrite(audiences.writeIds, write)));

/** Selects the id of an audience, if the page has it, within a batch. */
const selectAudienceExists = statement(
  ({ pageId, audienceId }: { pageId: Param<string>; audienceId: Param<string> }) =>
    build
      .select({ audienceId: audiences.audienceId })
      .from(audiences)
      .where(and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId))),
);

/** Throws `audience_not_found` when there is no row. */
export const audienceOrThrow = orThrow('audience_not_found', 'The page has no audience with this id.');

/** Selects a page and an audience of it, as far as they are named, within a batch. */
export const selectPlace = ({ pageId, audienceId }: AskedPath) =>
  [
    pageId === undefined ? undefined : selectPage({ pageId }),
    pageId === undefined || audienceId === undefined
      ? undefined
      : selectAudienceExists({ pageId, audienceId }),
  ] as const;

/** Throws `page_not_found` and `audience_not_found`, from the rows of `selectPlace`. */
export function placeOrThrow(
  { pageId, audienceId }: AskedPath,
  page: object | undefined,
  audience: object | undefined,
): void {
  if (pageId === undefined) return;
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
}

/** JSON of what a snapshot of the version would be made from: the rows as they are. `isOf` finds its audience. */
export function frozenContent(isOf: SQL | undefined): SQL {
  const fields: Record<keyof Frozen, SQL> = {
    page: jsonObject({ title: pages.title, url: pages.url, metadata: sql`json(${pages.metadata})` }),
    metadataOverride: sql`json(${audiences.metadataOverride})`,
    actionFormId: sql`${audiences.actionFormIdOverride}`,
    actionFormInstructions: sql`${audiences.actionFormInstructionsOverride}`,
    actionUrl: sql`${audiences.actionUrlOverride}`,
    supplementaryContext: sql`${audienceVersions.supplementaryContext}`,
  };
  return sql`(select ${jsonObject(fields)} from ${audiences} join ${pages} on ${eq(pages.pageId, audiences.pageId)}
    where ${isOf})`;
}
