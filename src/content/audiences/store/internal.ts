import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isCurrent, isLastWrite, type WriteParams } from '../../../db/conditional-write.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { fieldsMismatch, orThrow, violation } from '../../../lib/errors.ts';
import { persons } from '../../../people/tables/persons.ts';
import { type GivenValues, misfits, mostSaid, type PageField } from '../../pages/fields.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { experiments } from '../../tables/experiments.ts';
import { audiences, audienceVersions, pages } from '../../tables/pages.ts';

/** Names an audience by its path. */
export interface AudiencePath {
  pageId: string;
  audienceId: string;
}
type PathParams = ParamsOf<AudiencePath>;
/** Of any page, if it is not named. */
type IdParams = Pick<PathParams, 'audienceId'> & Partial<PathParams>;
/** Of all pages, or of all audiences of a page, if it is not named. */
type AskedPath = { [K in keyof AudiencePath]?: AudiencePath[K] | undefined };

/** The condition that a row of audiences is the one at this path. */
export const isAt = ({ pageId, audienceId }: IdParams) =>
  and(pageId && eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId));

/** The entity tag of an audience and of its versions. The query must join audiences, pages and persons. */
export const etag = sql<string>`${audiences.revision} || '.' || ${pages.revision} || '.' || coalesce(${persons.updatedAt}, 0)`;

const running = alias(experiments, 'running');
/** The id of the test that runs on an audience, or null. */
export const runningTest = (audienceId: SQLiteColumn | SQL) =>
  // A literal, not a parameter: SQLite then sees that the partial index of running tests applies.
  sql<string | null>`(select ${running.experimentId} from ${experiments} as ${running}
    where ${running.audienceId} = ${audienceId} and ${running.status} = 'running')`;

const ofAudience = alias(experiments, 'of_audience');
/** What stays frozen of a version that is not published after all: its words, if a test has it as an arm. */
export const frozenForTests = sql`(select ${audienceVersions.frozen} from ${experiments} as ${ofAudience}, json_each(${ofAudience.arms}) as arm
  where ${ofAudience.audienceId} = ${audienceVersions.audienceId} and ${ofAudience.deletedAt} is null
    and arm.value ->> 'versionId' = ${audienceVersions.versionId} limit 1)`;

const states = () =>
  build
    .select({ etag, archivedAt: audiences.archivedAt, runningTest: runningTest(audiences.audienceId) })
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId));

/** Selects an audience's entity tag, and the time it was archived. */
export const selectState = statement((path: IdParams) => states().where(isAt(path)));

/** The condition that the audience exists, matches the write's `If-Match`, and meets `further`. */
export function isAudience(path: IdParams, write: Pick<WriteParams, 'ifMatch'>, further?: SQL): SQL {
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

/**
 * The condition that the page has a field for each claim, of one of its kinds and long enough. Claims are JSON of `claimsOf`.
 * `refuseMisfits` says why there is none.
 */
export function haveFields(pageId: Param<string>, claims: Param<string>): SQL {
  const claim = sql`${claims} -> ('$."' || (field.value ->> 'name') || '"')`;
  // Each list is read once: of 200 fields, an EXISTS for each claim would read 20,000 rows.
  const fitting = sql`(select count(*) from json_each(${pages.fields}) as field
    where field.value ->> 'removedAt' is null and field.value ->> 'maxLength' >= ${claim} ->> 'length'
      and instr(${claim} -> 'kinds', json_quote(field.value ->> 'kind')) > 0)`;
  return existsIn(
    pages,
    and(eq(pages.pageId, pageId), sql`${fitting} = (select count(*) from json_each(${claims}))`),
  );
}

/** Throws `fields_mismatch` for values that were refused: they do not fit the fields of the page, or are too long together. */
export function refuseMisfits(
  page: { fields: PageField[] } | undefined,
  given: GivenValues | null | undefined,
): void {
  if (!given) return;
  const found = misfits(pageOrThrow(page).fields, given);
  if (found.length === 0)
    throw fieldsMismatch([
      violation(
        'body',
        'fieldOverrides',
        'too_long',
        `must have at most ${mostSaid} characters together, as JSON`,
      ),
    ]);
  throw fieldsMismatch(
    found.map(({ name, code, message }) => violation('body', `fieldOverrides.${name}`, code, message)),
  );
}
