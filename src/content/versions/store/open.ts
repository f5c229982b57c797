import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isUnwritten, type WriteParams, withWrite } from '../../../db/conditional-write.ts';
import { build, type ParamsOf, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import type { IfMatch } from '../../../lib/precondition.ts';
import { type AudiencePath, isAt, isAudience, isWrittenBy } from '../../audiences/store/internal.ts';
import { writeAudience } from '../../audiences/store/update.ts';
import { insertNextDraft, type OpenParams } from '../../audiences/store/versions.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';

/** Notes the write in the audience. If a version is opened, a trigger increases the audience's revision. */
const nameWrite = statement(({ path, write }: { path: ParamsOf<AudiencePath>; write: WriteParams }) =>
  build
    .update(audiences)
    .set({ writeIds: withWrite(audiences.writeIds, write) })
    .where(and(isAt(path), isUnwritten(audiences.writeIds, write), write.ifMatch && isAudience(path, write))),
);

const copyLatest = statement((params: OpenParams) =>
  insertNextDraft(
    params,
    sql`${audienceVersions.supplementaryContext}`,
    isWrittenBy(params.path, params.write),
  ),
);

/** Opens a copy of the latest version as a draft, or returns the open one. Throws `precondition_failed` and 404s. */
export const openNextDraft = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  writeAudience(db, path, ifMatch, (write) => [
    nameWrite({ path, write }),
    copyLatest({ path, versionId: newId('version'), write }),
  ]);
