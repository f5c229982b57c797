import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions } from '../db/schema/audiences.ts';
import { newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { metadataPatch } from '../pages/metadata.ts';
import { selectPage } from '../pages/store.ts';
import { isWrittenBy, latest, openDraft, written } from './draft-store.ts';
import { transitions } from './lifecycle.ts';
import type { Audience, AudienceUpdate } from './schemas.ts';
import { type AudiencePath, getAudienceOrThrow, isAudience, selectAudience } from './store.ts';

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
  const isNew = sql`${latest(audienceId, sql`${audienceVersions.supplementaryContext}`)} is not ${context ?? null}`;
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

/**
 * Archives an audience and cancels its versions in flight; its live version is not shown any more. Changes
 * nothing on one that is archived. Throws `page_not_found`, `audience_not_found`, `precondition_failed`.
 */
export const archiveAudience = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  setArchived(db, path, Date.now(), ifMatch);

/** Takes an audience out of the archive; changes nothing on one that is not in it. Throws as `archiveAudience`. */
export const restoreAudience = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  setArchived(db, path, null, ifMatch);

/** The ids of an audience's versions in flight. Left to itself SQLite reads all versions of the audience. */
const versionsInFlight = (audienceId: string) =>
  sql`(select ${audienceVersions.versionId} from ${audienceVersions} indexed by audience_versions_in_flight
    where ${audienceVersions.audienceId} = ${audienceId} and ${audienceVersions.sweepAt} is not null)`;

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
          inArray(audienceVersions.versionId, versionsInFlight(audienceId)),
          inArray(audienceVersions.status, [...transitions.fail.from]),
          isAudience(path, undefined, and(eq(audiences.writeId, writeId), isNotNull(audiences.archivedAt))),
        ),
      ),
    selectPage(db, path.pageId),
    selectAudience(db, path),
  ]);
  return written([page, row], writeId, ifMatch);
}
