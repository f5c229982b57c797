import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { newWrite, type WriteParams } from '../../db/conditional-write.ts';
import { build, type Param, type ParamsOf, statement } from '../../db/statement.ts';
import { audiences, audienceVersions } from '../../db/tables/audiences.ts';
import { newId } from '../../lib/ids.ts';
import { type IfMatch, matched, type Tagged } from '../../lib/precondition.ts';
import { metadataPatch } from '../../pages/metadata.ts';
import type { Audience, AudienceUpdate } from '../schemas.ts';
import { getAudienceOrThrow } from './get.ts';
import { type AudiencePath, isWrittenBy } from './internal.ts';
import { reviseAudience } from './revise.ts';
import { selectPath, writtenAudience } from './select.ts';
import { insertNextDraft, isLatest, type OpenParams } from './versions.ts';

/** The columns of an audience that a patch changes. */
const changesOf = ({
  metadataOverride: metadata,
  ...patch
}: Omit<AudienceUpdate, 'supplementaryContext'>) => ({
  customName: patch.customName,
  actionFormIdOverride: patch.actionFormIdOverride,
  actionFormInstructionsOverride: patch.actionFormInstructionsOverride,
  actionUrlOverride: patch.actionUrlOverride,
  // JSON text: `metadata` replaces the metadata, `metadataPatch` is merged into it (RFC 7396).
  metadata: metadata === null ? '{}' : undefined,
  metadataPatch: metadata ? JSON.stringify(metadataPatch(metadata)) : undefined,
});

interface ReviseParams {
  path: ParamsOf<AudiencePath>;
  changes: ParamsOf<ReturnType<typeof changesOf>>;
  write: WriteParams;
}

const applyChanges = statement(({ path, changes, write }: ReviseParams) => {
  const { metadata, metadataPatch: patch, ...columns } = changes;
  const metadataOverride = patch ? sql`json_patch(${audiences.metadataOverride}, ${patch})` : metadata;
  return reviseAudience(path, write, { ...columns, metadataOverride });
});

type ContextParams = OpenParams & { context: Param<string | null> };
const differs = ({ context }: Pick<ContextParams, 'context'>) =>
  sql`${audienceVersions.supplementaryContext} is not ${context}`;

const editDraft = statement(({ path, context, write }: Omit<ContextParams, 'versionId'>) =>
  build
    .update(audienceVersions)
    .set({ supplementaryContext: context })
    .where(
      and(
        isLatest(path.audienceId),
        eq(audienceVersions.status, 'draft'),
        differs({ context }),
        isWrittenBy(path, write),
      ),
    ),
);

const openDraft = statement((params: ContextParams) =>
  insertNextDraft(params, params.context, differs(params)),
);

/**
 * Changes the given fields. Supplementary context changes the draft. If the latest version is not a draft, it opens
 * the next draft. Throws `page_not_found`, `audience_not_found`, `precondition_failed`.
 */
export async function updateAudience(
  db: Database,
  path: AudiencePath,
  { supplementaryContext: context, ...patch }: AudienceUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Audience>> {
  if ([context, ...Object.values(patch)].every((value) => value === undefined)) {
    return matched(await getAudienceOrThrow(db, path), ifMatch);
  }
  const write = newWrite(ifMatch);
  const changed = applyChanges({ path, changes: changesOf(patch), write });
  if (context === undefined) {
    const [, ...found] = await db.batch([changed, ...selectPath(path)]);
    return writtenAudience(found, write, ifMatch);
  }
  // At most one of these two changes anything.
  const edited = editDraft({ path, context, write });
  const opened = openDraft({ path, versionId: newId('version'), context, write });
  const [, , , ...found] = await db.batch([changed, edited, opened, ...selectPath(path)]);
  return writtenAudience(found, write, ifMatch);
}
