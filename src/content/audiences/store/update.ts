import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Optional } from '../../../db/client.ts';
import {
  hasWrite,
  isUnwritten,
  newWrite,
  type WriteParams,
  withWrite,
} from '../../../db/conditional-write.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { claimsOf, fieldsPatch, mostSaid } from '../../pages/fields.ts';
import { metadataPatch } from '../../pages/metadata.ts';
import type { PageRow } from '../../pages/store/internal.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';
import type { AudienceInFull, AudienceUpdate } from '../schemas.ts';
import { type AudiencePath, haveFields, isAt, isAudience, isWrittenBy, refuseMisfits } from './internal.ts';
import { foundAudience, getAudienceOrThrow, selectPath } from './select.ts';
import { insertNextDraft, isLatest, isOpened, type OpenParams } from './versions.ts';

/** An UPDATE of an audience, as `revise`, but without `updatedAt`. `If-Match` may have any tag if `orIf` holds. */
export const reviseAudience = (
  path: ParamsOf<AudiencePath>,
  write: WriteParams,
  changes: {
    [K in keyof typeof audiences.$inferInsert]?: SQL | (typeof audiences.$inferInsert)[K] | undefined;
  },
  { condition, orIf }: { condition?: SQL | undefined; orIf?: SQL | undefined } = {},
) =>
  build
    .update(audiences)
    .set({
      ...changes,
      revision: sql`${audiences.revision} + 1`,
      writeIds: withWrite(audiences.writeIds, write),
    })
    .where(
      and(
        isAt(path),
        isUnwritten(audiences.writeIds, write),
        write.ifMatch && or(isAudience(path, write), orIf),
        condition,
      ),
    );

/** The audience after some statements. Throws `page_not_found`, `audience_not_found`, `precondition_failed`. */
export async function writeAudience(
  db: Database,
  path: AudiencePath,
  ifMatch: IfMatch,
  statementsOf: (write: ReturnType<typeof newWrite>) => [Optional, Optional?, Optional?],
  refuse?: (page: PageRow | undefined) => void,
): Promise<Tagged<AudienceInFull>> {
  const write = newWrite(ifMatch);
  const [first, second, third] = statementsOf(write);
  const [, , , ...found] = await db.batch([first, second, third, ...selectPath(path)]);
  const audience = foundAudience(found);
  const [[page], [row]] = found;
  if (row && hasWrite(row, write)) return audience;
  assertMatch(audience.etag, ifMatch);
  refuse?.(page);
  return audience;
}

const changesOf = ({
  metadataOverride: metadata,
  fieldOverrides: fields,
  ...patch
}: Omit<AudienceUpdate, 'supplementaryContext'>) => ({
  customName: patch.customName,
  actionFormIdOverride: patch.actionFormIdOverride,
  actionFormInstructionsOverride: patch.actionFormInstructionsOverride,
  actionUrlOverride: patch.actionUrlOverride,
  // JSON text: `metadata` replaces the metadata, `metadataPatch` is merged into it (RFC 7396).
  metadata: metadata === null ? '{}' : undefined,
  metadataPatch: metadata ? JSON.stringify(metadataPatch(metadata)) : undefined,
  fields: fields === null ? '{}' : undefined,
  fieldsPatch: fields ? JSON.stringify(fieldsPatch(fields)) : undefined,
  claims: fields ? JSON.stringify(claimsOf(fields)) : undefined,
});

type Changes = ParamsOf<ReturnType<typeof changesOf>>;
interface ReviseParams {
  path: ParamsOf<AudiencePath>;
  changes: Changes;
  write: WriteParams;
  /** The id of the version that the same batch may have opened, which has changed the entity tag. */
  versionId: Param<string> | undefined;
}

/** The words of an audience after a patch. They are in its row, and its draft has them. */
function wordsOf({
  customName: _,
  metadata,
  metadataPatch: patch,
  fields,
  fieldsPatch: ofFields,
  claims: __,
  ...columns
}: Changes) {
  const metadataOverride = patch ? sql`json_patch(${audiences.metadataOverride}, ${patch})` : metadata;
  const fieldOverrides = ofFields ? sql`json_patch(${audiences.fieldOverrides}, ${ofFields})` : fields;
  return { ...columns, metadataOverride, fieldOverrides };
}

/** The condition that what is said of fields fits the page, and is not too long with what was said before. */
const areFieldsFit = (pageId: Param<string>, { claims, fieldsPatch: patch }: Changes): SQL | undefined =>
  claims && patch
    ? and(
        haveFields(pageId, claims),
        sql`length(json_patch(${audiences.fieldOverrides}, ${patch})) <= ${mostSaid}`,
      )
    : undefined;

const applyChanges = statement(({ path, changes, write, versionId }: ReviseParams) =>
  reviseAudience(
    path,
    write,
    { customName: changes.customName, ...wordsOf(changes) },
    {
      condition: areFieldsFit(path.pageId, changes),
      orIf: versionId && isOpened(versionId),
    },
  ),
);

interface ContextParams {
  context: Param<string | null>;
}
const differs = ({ context }: ContextParams) =>
  sql`${audienceVersions.supplementaryContext} is not ${context}`;

const editDraft = statement(
  ({ path, context, write }: ContextParams & { path: ParamsOf<AudiencePath>; write: WriteParams }) =>
    build
      .update(audienceVersions)
      .set({ supplementaryContext: context })
      .where(
        and(
          isLatest(path.audienceId),
          eq(audienceVersions.status, 'draft'),
          isNull(audienceVersions.frozen),
          differs({ context }),
          isWrittenBy(path, write),
        ),
      ),
);

interface DraftParams extends OpenParams {
  changes: Changes;
  context: Param<string | null> | undefined;
  write: WriteParams;
}

// Before the audience is written, so that its words can be compared.
const openDraft = statement(({ changes, context, ...params }: DraftParams) => {
  const { path, write } = params;
  const others = Object.entries(wordsOf(changes)).flatMap(([name, value]) =>
    value ? [sql`${audiences[name as keyof ReturnType<typeof wordsOf>]} is not ${value}`] : [],
  );
  const isOther = or(context && differs({ context }), ...others);
  return insertNextDraft(
    params,
    context ?? sql`${audienceVersions.supplementaryContext}`,
    isAudience(
      path,
      write,
      and(isUnwritten(audiences.writeIds, write), isOther, areFieldsFit(path.pageId, changes)),
    ),
  );
});

/** Changes the given fields; other words than before change the draft or open one. Throws as `writeAudience` does, and `fields_mismatch`. */
export async function updateAudience(
  db: Database,
  path: AudiencePath,
  { supplementaryContext: context, ...patch }: AudienceUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<AudienceInFull>> {
  const { customName, ...words } = patch;
  const isOfWords = [context, ...Object.values(words)].some((value) => value !== undefined);
  if (!isOfWords && customName === undefined) return matched(await getAudienceOrThrow(db, path), ifMatch);
  const changes = changesOf(patch);
  const versionId = isOfWords ? newId('version') : undefined;
  // At most one of the first and the third statement changes anything.
  const statements = (write: ReturnType<typeof newWrite>): [Optional, Optional?, Optional?] => [
    versionId === undefined ? undefined : openDraft({ path, versionId, changes, context, write }),
    applyChanges({ path, changes, write, versionId }),
    context === undefined ? undefined : editDraft({ path, context, write }),
  ];
  return writeAudience(db, path, ifMatch, statements, (page) => refuseMisfits(page, patch.fieldOverrides));
}
