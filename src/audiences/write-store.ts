import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { persons } from '../db/schema/persons.ts';
import { insertWhere, type RowOf } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { metadataFields, metadataPatch } from '../pages/metadata.ts';
import { selectPage } from '../pages/store.ts';
import { personOrThrow } from '../persons/store.ts';
import { transitions } from './lifecycle.ts';
import type { Audience, AudienceCreate, AudienceUpdate } from './schemas.ts';
import {
  type AudiencePath,
  audienceOrThrow,
  getAudienceOrThrow,
  isAudience,
  latestOf,
  selectAudience,
  taggedAudience,
} from './store.ts';

const latest = (audienceId: string, column: SQL) =>
  sql`(select ${column} from ${audienceVersions} where ${latestOf(audienceId)})`;

/** The row of an audience's next version; `now` in milliseconds since 1970. */
function nextVersionRow(
  audienceId: string,
  supplementaryContext: string | SQL | null,
  now: number,
): RowOf<typeof audienceVersions> {
  const isLive = and(eq(audienceVersions.audienceId, audienceId), eq(audienceVersions.status, 'published'));
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
function openDraft(
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
const isWrittenBy = (path: AudiencePath, writeId: string) =>
  isAudience(path, undefined, eq(audiences.writeId, writeId));

const orNull = <T>(value: T | undefined) => value ?? null;

/**
 * Creates an audience and its first version. Throws `page_not_found`, `person_not_found`, and
 * `audience_conflict` when the page has an audience for the person.
 */
export async function createAudience(
  db: Database,
  pageId: string,
  { personId = null, status, ...input }: AudienceCreate,
): Promise<Tagged<Audience>> {
  const path = { pageId, audienceId: newId('audience') };
  const now = Date.now();
  const writeId = newId('write');
  const isPage = eq(pages.pageId, pageId);
  const isPerson = eq(persons.personId, personId ?? '');
  const isOther = and(
    eq(audiences.personId, personId ?? ''),
    eq(audiences.pageId, pageId),
    ne(audiences.audienceId, path.audienceId),
  );
  const row: RowOf<typeof audiences> = {
    ...path,
    audienceNumber: sql`(select ${pages.audiencesCount} + 1 from ${pages} where ${isPage})`,
    personId,
    customName: orNull(input.customName),
    actionFormIdOverride: orNull(input.actionFormIdOverride),
    actionFormInstructionsOverride: orNull(input.actionFormInstructionsOverride),
    actionUrlOverride: orNull(input.actionUrlOverride),
    metadataOverride: metadataFields(input.metadataOverride ?? {}),
    revision: 1,
    writeId,
    createdAt: now,
  };
  const version = {
    ...nextVersionRow(path.audienceId, orNull(input.supplementaryContext), now),
    status,
    becameDraftAt: status === 'draft' ? now : null,
  };
  const condition = and(
    sql`exists (select 1 from ${pages} where ${isPage})`,
    personId === null ? undefined : sql`exists (select 1 from ${persons} where ${isPerson})`,
    personId === null ? undefined : sql`not exists (select 1 from ${audiences} where ${isOther})`,
  );
  const isFirst = and(
    isWrittenBy(path, writeId),
    sql`not exists (select 1 from ${audienceVersions} where ${eq(audienceVersions.audienceId, path.audienceId)})`,
  );
  const [, , [page], [person], [other], [created]] = await db.batch([
    insertWhere(db, audiences, row, condition, [audiences.pageId, audiences.audienceId]),
    insertWhere(db, audienceVersions, version, isFirst, [
      audienceVersions.audienceId,
      audienceVersions.versionNumber,
    ]),
    selectPage(db, pageId),
    db.select({ personId: persons.personId }).from(persons).where(isPerson),
    db.select({ audienceId: audiences.audienceId }).from(audiences).where(isOther),
    selectAudience(db, path),
  ]);
  if (page && personId !== null) personOrThrow(person);
  if (page && other) {
    const conflictingId = other.audienceId;
    throw new FootfallError(
      'audience_conflict',
      `${conflictingId} of this page is for this person already.`,
      {
        field: 'personId',
        conflictingId,
      },
    );
  }
  return taggedAudience(page, created);
}

/** Answers the write of an audience: its own, or the reason why there was none. */
function written(
  [page, row]: [Parameters<typeof taggedAudience>[0], Parameters<typeof taggedAudience>[1]],
  writeId: string,
  ifMatch: IfMatch,
): Tagged<Audience> {
  const audience = taggedAudience(page, row);
  if (audienceOrThrow(row).writeId !== writeId) assertMatch(audience.etag, ifMatch);
  return audience;
}

/**
 * Changes the fields given. Supplementary context changes the draft, and opens the next one when the latest
 * version is none. Throws `page_not_found`, `audience_not_found`, `precondition_failed`.
 */
export async function updateAudience(
  db: Database,
  path: AudiencePath,
  { supplementaryContext: context, metadataOverride, ...patch }: AudienceUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Audience>> {
  if ([context, metadataOverride, ...Object.values(patch)].every((value) => value === undefined)) {
    const unchanged = await getAudienceOrThrow(db, path);
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const { audienceId } = path;
  const writeId = newId('write');
  const merged =
    metadataOverride === null
      ? {}
      : sql`json_patch(${audiences.metadataOverride}, ${JSON.stringify(metadataPatch(metadataOverride ?? {}))})`;
  const isNew = sql`${latest(audienceId, sql`${audienceVersions.supplementaryContext}`)} is not ${orNull(context)}`;
  const edits =
    context === undefined
      ? []
      : [
          db
            .update(audienceVersions)
            .set({ supplementaryContext: context })
            .where(
              and(
                eq(audienceVersions.audienceId, audienceId),
                sql`${audienceVersions.versionNumber} = ${latest(audienceId, sql`${audienceVersions.versionNumber}`)}`,
                eq(audienceVersions.status, 'draft'),
                isNew,
                isWrittenBy(path, writeId),
              ),
            ),
          openDraft(db, audienceId, context, and(isNew, isWrittenBy(path, writeId))),
        ];
  const results = await db.batch([
    selectPage(db, path.pageId),
    db
      .update(audiences)
      .set({
        ...patch,
        ...(metadataOverride === undefined ? {} : { metadataOverride: merged }),
        revision: sql`${audiences.revision} + 1`,
        writeId,
      })
      .where(
        and(
          eq(audiences.pageId, path.pageId),
          eq(audiences.audienceId, audienceId),
          isAudience(path, ifMatch),
        ),
      ),
    ...edits,
    selectAudience(db, path),
  ]);
  const [page] = results[0];
  const [row] = results.at(-1) as Awaited<ReturnType<typeof selectAudience>>;
  return written([page, row], writeId, ifMatch);
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

/**
 * Archives an audience and cancels its versions in flight; its live version is not shown any more. Changes
 * nothing on one that is archived. Throws `page_not_found`, `audience_not_found`, `precondition_failed`.
 */
export const archiveAudience = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  setArchived(db, path, Date.now(), ifMatch);

/** Takes an audience out of the archive; changes nothing on one that is not in it. Throws as `archiveAudience`. */
export const restoreAudience = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  setArchived(db, path, null, ifMatch);

async function setArchived(
  db: Database,
  path: AudiencePath,
  archivedAt: number | null,
  ifMatch: IfMatch,
): Promise<Tagged<Audience>> {
  const writeId = newId('write');
  const { audienceId } = path;
  const [, , [page], [row]] = await db.batch([
    db
      .update(audiences)
      .set({ archivedAt, revision: sql`${audiences.revision} + 1`, writeId })
      .where(
        and(
          eq(audiences.pageId, path.pageId),
          eq(audiences.audienceId, audienceId),
          archivedAt === null ? isNotNull(audiences.archivedAt) : isNull(audiences.archivedAt),
          isAudience(path, ifMatch),
        ),
      ),
    db
      .update(audienceVersions)
      .set({
        status: transitions.fail.to,
        cancelledAt: archivedAt,
        cancelReason: 'The audience was archived.',
        transitionId: writeId,
        sweepAt: null,
        frozen: null,
      })
      .where(
        and(
          eq(audienceVersions.audienceId, audienceId),
          isNotNull(audienceVersions.sweepAt),
          inArray(audienceVersions.status, [...transitions.fail.from]),
          isAudience(path, undefined, and(eq(audiences.writeId, writeId), isNotNull(audiences.archivedAt))),
        ),
      ),
    selectPage(db, path.pageId),
    selectAudience(db, path),
  ]);
  return written([page, row], writeId, ifMatch);
}
