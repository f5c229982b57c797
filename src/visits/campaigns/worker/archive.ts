import { and, inArray, isNull, sql } from 'drizzle-orm';
import { transitions } from '../../../content/audiences/lifecycle.ts';
import { audiences, audienceVersions } from '../../../content/tables/pages.ts';
import { withWrite } from '../../../db/conditional-write.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import { campaignRows, campaigns } from '../../tables/campaigns.ts';
import { type FilledParams, isAsFilled } from '../store/insert-rows.ts';
import type { OpenCampaign } from '../store/row-fields.ts';
import { type AdvanceParams, advanceTo, type Step } from './internal.ts';

interface ArchiveParams {
  at: FilledParams;
  audienceIds: Param<string>;
  pageId: Param<string>;
  /** A JSON array: of whom the audiences are. */
  personIds: Param<string>;
  write: { writeId: Param<string>; now: Param<number> };
}
const named = (audienceIds: Param<string>) => sql`(select value from json_each(${audienceIds}))`;

/** SQL of the audiences of these persons that are in another campaign of the page, which goes on: they show its words. */
const ofOthers = ({ pageId, personIds }: Pick<ArchiveParams, 'pageId' | 'personIds'>) =>
  sql`(select theirs.audience_id from ${campaigns} as other cross join json_each(${personIds}) as item
    cross join ${campaignRows} as theirs
      on theirs.campaign_id = other.campaign_id and theirs.person_id = item.value
    where other.page_id = ${pageId} and other.archived_at is null)`;

const archive = statement(({ at, audienceIds, write, ...others }: ArchiveParams) =>
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
        sql`${audiences.audienceId} not in ${ofOthers(others)}`,
        isAsFilled(at),
      ),
    ),
);
const cancelVersions = statement(({ audienceIds, write }: Pick<ArchiveParams, 'audienceIds' | 'write'>) =>
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
// Right behind the audiences, so changes() says how many there were.
const advanceArchive = statement((params: AdvanceParams, isLast: boolean) =>
  advanceTo(params, sql`select changes() as changed, 0 as refused, '[]' as problems`, isLast),
);

/** Archives the audiences of the rows of a step. */
export async function archiveRows(
  { db, at, rows, last, isLast, now }: Step,
  { pageId }: Pick<OpenCampaign, 'pageId'>,
): Promise<void> {
  const [audienceIds, personIds] = (['audienceId', 'personId'] as const).map((name) =>
    JSON.stringify(rows.map((row) => row[name])),
  ) as [string, string];
  const write = { writeId: newId('write'), now };
  await db.batch([
    archive({ at, audienceIds, pageId, personIds, write }),
    advanceArchive({ at, last, done: rows.length, now }, isLast),
    cancelVersions({ audienceIds, write }),
  ]);
}
