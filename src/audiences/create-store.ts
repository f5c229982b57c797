import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { persons } from '../db/schema/persons.ts';
import { insertWhere, type RowOf } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Tagged } from '../lib/precondition.ts';
import { metadataFields } from '../pages/metadata.ts';
import { selectPage } from '../pages/store.ts';
import { personOrThrow } from '../persons/store.ts';
import { isWrittenBy, nextVersionRow } from './draft-store.ts';
import type { Audience, AudienceCreate } from './schemas.ts';
import { selectAudience, taggedAudience } from './store.ts';

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
