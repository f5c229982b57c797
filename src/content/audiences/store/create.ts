import { and, eq, ne, not, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { newWrite, type WriteParams } from '../../../db/conditional-write.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { personOrThrow, selectPersonExists } from '../../../people/persons/store/internal.ts';
import { persons } from '../../../people/tables/persons.ts';
import { claimsOf, fieldsGiven } from '../../pages/fields.ts';
import { metadataFields } from '../../pages/metadata.ts';
import { audiences, pages } from '../../tables/pages.ts';
import type { AudienceCreate, AudienceInFull } from '../schemas.ts';
import { type AudiencePath, haveFields, refuseMisfits } from './internal.ts';
import { foundAudience, selectPath } from './select.ts';
import { insertFirstVersion } from './versions.ts';

const columnsOf = (input: AudienceCreate) => ({
  customName: input.customName ?? null,
  actionFormIdOverride: input.actionFormIdOverride ?? null,
  actionFormInstructionsOverride: input.actionFormInstructionsOverride ?? null,
  actionUrlOverride: input.actionUrlOverride ?? null,
  metadataOverride: JSON.stringify(metadataFields(input.metadataOverride ?? {})),
  fieldOverrides: JSON.stringify(fieldsGiven(input.fieldOverrides ?? {})),
});

interface PersonParams {
  path: ParamsOf<AudiencePath>;
  personId: Param<string>;
}
/** The condition that a row is another audience of the page for the same person. */
const isHolder = ({ path, personId }: PersonParams) =>
  and(
    eq(audiences.personId, personId),
    eq(audiences.pageId, path.pageId),
    ne(audiences.audienceId, path.audienceId),
  );
const selectHolder = statement((params: PersonParams) =>
  build.select({ audienceId: audiences.audienceId }).from(audiences).where(isHolder(params)),
);

interface InsertParams {
  path: ParamsOf<AudiencePath>;
  personId: Param<string> | undefined;
  claims: Param<string> | undefined;
  columns: ParamsOf<ReturnType<typeof columnsOf>>;
  write: Omit<WriteParams, 'ifMatch'>;
}

const insertAudience = statement(({ path, personId, claims, columns, write }: InsertParams) =>
  insertWhere(
    audiences,
    {
      ...path,
      ...columns,
      personId,
      audienceNumber: sql`${pages.audiencesCount} + 1`,
      revision: 1,
      writeIds: write.writeId,
      createdAt: write.now,
    },
    and(
      eq(pages.pageId, path.pageId),
      claims && haveFields(path.pageId, claims),
      personId && existsIn(persons, eq(persons.personId, personId)),
      personId && not(existsIn(audiences, isHolder({ path, personId }))),
    ),
    [audiences.pageId, audiences.audienceId],
    pages,
  ),
);

/** Creates an audience and its first version. Throws `page_not_found`, `person_not_found`, `audience_conflict`, `fields_mismatch`. */
export async function createAudience(
  db: Database,
  pageId: string,
  input: AudienceCreate,
): Promise<Tagged<AudienceInFull>> {
  const path = { pageId, audienceId: newId('audience') };
  const write = newWrite(undefined);
  const { status } = input;
  const personId = input.personId ?? undefined;
  const claims = input.fieldOverrides ? JSON.stringify(claimsOf(input.fieldOverrides)) : undefined;
  const supplementaryContext = input.supplementaryContext ?? null;
  const [, , [person], [holder], ...found] = await db.batch([
    insertAudience({ path, personId, claims, columns: columnsOf(input), write }),
    insertFirstVersion({ path, versionId: newId('version'), supplementaryContext, write }, status),
    personId === undefined ? undefined : selectPersonExists({ personId }),
    personId === undefined ? undefined : selectHolder({ path, personId }),
    ...selectPath(path),
  ]);
  const [[page], [created]] = found;
  // In a retry, the person may be erased, or another audience may be for them.
  if (created) return foundAudience(found);
  if (page && personId !== undefined) personOrThrow(person);
  if (page && holder) {
    const conflictingId = holder.audienceId;
    throw new FootfallError(
      'audience_conflict',
      `${conflictingId} of this page is for this person already.`,
      { field: 'personId', conflictingId },
    );
  }
  refuseMisfits(page, input.fieldOverrides);
  return foundAudience(found);
}
