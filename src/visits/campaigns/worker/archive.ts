import { and, inArray, isNull, sql } from 'drizzle-orm';
import { transitions } from '../../../content/audiences/lifecycle.ts';
import { audiences, audienceVersions } from '../../../content/tables/pages.ts';
import { withWrite } from '../../../db/conditional-write.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import { type FilledParams, isAsFilled } from '../store/write.ts';
import { type AdvanceParams, advanceTo, type Step } from './internal.ts';

interface ArchiveParams {
  at: FilledParams;
  audienceIds: Param<string>;
  write: { writeId: Param<string>; now: Param<number> };
}
const named = (audienceIds: Param<string>) => sql`(select value from json_each(${audienceIds}))`;

const archive = statement(({ at, audienceIds, write }: ArchiveParams) =>
  build
    .update(audiences)
    .set({
      archivedAt: write.now,
      revision: sql`${audiences.revision} + 1`,
      writeIds: withWrite(audiences.writeIds, write),
    })
    .where(
      and(
        sql`${audiences.audienceId} in ${named(audienceIds)}`,
        isNull(audiences.archivedAt),
        isAsFilled(at),
      ),
    ),
);
const cancelVersions = statement(({ audienceIds, write }: Omit<ArchiveParams, 'at'>) =>
  build
    .update(audienceVersions)
    .set({
      status: transitions.fail.to,
      cancelledAt: write.now,
      cancelReason: 'The audience was archived.',
      transitionId: write.writeId,
      publishAt: null,
      resendAt: null,
      frozen: null,
    })
    .where(
      and(
        sql`${audienceVersions.versionId} in (select versions.version_id
          from ${named(audienceIds)} as item cross join ${audiences} on ${audiences.audienceId} = item.value
            and instr(${audiences.writeIds}, ${write.writeId}) > 0
          cross join audience_versions as versions indexed by audience_versions_in_flight
            on versions.audience_id = item.value and versions.sweep_at is not null)`,
        inArray(audienceVersions.status, [...transitions.fail.from]),
      ),
    ),
);
const advanceArchive = statement(
  (params: AdvanceParams & Pick<ArchiveParams, 'audienceIds' | 'write'>, isLast: boolean) =>
    advanceTo(
      params,
      sql`select count(*) as changed, 0 as refused, '[]' as problems from ${audiences}
        where ${audiences.audienceId} in ${named(params.audienceIds)}
          and instr(${audiences.writeIds}, ${params.write.writeId}) > 0`,
      isLast,
    ),
);

/** Archives the audiences of the rows of a step. */
export async function archiveRows({ db, at, rows, last, isLast, now }: Step): Promise<void> {
  const audienceIds = JSON.stringify(rows.map(({ audienceId }) => audienceId));
  const write = { writeId: newId('write'), now };
  await db.batch([
    archive({ at, audienceIds, write }),
    cancelVersions({ audienceIds, write }),
    advanceArchive({ at, audienceIds, write, last, done: rows.length, now }, isLast),
  ]);
}
