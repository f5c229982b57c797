import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import type { IfMatch } from '../../../lib/precondition.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';
import { transitions } from '../lifecycle.ts';
import { type AudiencePath, frozenForTests, isWrittenBy } from './internal.ts';
import { reviseAudience, writeAudience } from './update.ts';

interface ArchiveParams {
  path: ParamsOf<AudiencePath>;
  write: WriteParams;
}

const archive = statement(({ path, write }: ArchiveParams) =>
  reviseAudience(path, write, { archivedAt: write.now }, { condition: isNull(audiences.archivedAt) }),
);

/** The ids of the versions in flight of an audience. Without the hint, SQLite reads all of its versions. */
const versionsInFlight = (audienceId: Param<string>) =>
  sql`(select ${audienceVersions.versionId} from ${audienceVersions} indexed by audience_versions_in_flight
    where ${audienceVersions.audienceId} = ${audienceId} and ${audienceVersions.resendAt} is not null)`;

const cancelInFlight = statement(({ path, write }: ArchiveParams) =>
  build
    .update(audienceVersions)
    .set({
      status: transitions.fail.to,
      cancelledAt: write.now,
      cancelReason: 'The audience was archived.',
      transitionId: write.writeId,
      publishAt: null,
      resendAt: null,
      frozen: frozenForTests,
    })
    .where(
      and(
        inArray(audienceVersions.versionId, versionsInFlight(path.audienceId)),
        inArray(audienceVersions.status, [...transitions.fail.from]),
        isWrittenBy(path, write),
      ),
    ),
);

/** Archives an audience and cancels its versions in flight. Throws as `writeAudience` does. */
export const archiveAudience = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  writeAudience(db, path, ifMatch, (write) => [archive({ path, write }), cancelInFlight({ path, write })]);

const restore = statement(({ path, write }: ArchiveParams) =>
  reviseAudience(path, write, { archivedAt: null }, { condition: isNotNull(audiences.archivedAt) }),
);

/** Restores an archived audience. Any other audience stays as it is. Throws as `archiveAudience` does. */
export const restoreAudience = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  writeAudience(db, path, ifMatch, (write) => [restore({ path, write })]);
