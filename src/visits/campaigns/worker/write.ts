import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, columnsOf, named, type Param, statement } from '../../../db/statement.ts';
import { newCall } from '../../tables/campaign-calls.ts';
import { campaigns, waitingRows } from '../../tables/campaigns.ts';
import { filledRow } from '../filled-schemas.ts';
import { mostProblems } from '../limits.ts';
import { nextStepAfter } from '../messages.ts';
import { arraysOf, type FilledParams, insertRows, itemsOf } from '../store/insert-rows.ts';
import type { WaitingRow } from '../store/queue.ts';
import { type Fields, type OpenCampaign, rowFields } from '../store/row-fields.ts';
import { matched, queuedOf, refusalTexts } from '../store/row-outcomes.ts';
import { type Done, isAt, type Step, whyOf } from './internal.ts';

const { job } = campaigns;
const partOf = (campaignId: Param<string>) => eq(waitingRows.campaignId, campaignId);

/** The first part of the rows that wait. */
export const selectPart = statement(({ campaignId }: Pick<FilledParams, 'campaignId'>) =>
  build
    .select({
      ...columnsOf(waitingRows, ['partId', 'rows', 'author']),
      length: sql<number>`length(${waitingRows.rows})`,
    })
    .from(waitingRows)
    .where(partOf(campaignId))
    .orderBy(asc(waitingRows.partId))
    .limit(1),
);
export type Part = NonNullable<ReturnType<typeof selectPart>['row']>;

/** Why SQL has refused a row. Nothing that names a person: an erasure does not look for it here. */
const why = sql.raw(
  `case met ->> 'refusal' ${Object.entries(refusalTexts)
    .map(([refusal, text]) => `when '${refusal}' then '${text.replace(' {}', '')}'`)
    .join(' ')} end`,
);
const isRefused = sql`not met ->> 'isWritten' and met ->> 'refusal' is not null`;

interface EndParams {
  at: FilledParams;
  /** JSON arrays of the rows that were to be written. */
  rows: Record<number, Param<string>>;
  partId: Param<string>;
  done: Param<number>;
  refused: Param<number>;
  /** JSON: why others were refused before. */
  problems: Param<string>;
  now: Param<number>;
}
/** Says what became of the rows of a part, behind their write, and how far the job is. */
const endStep = statement(({ at, rows, partId, done, refused, problems, now }: EndParams, count: number) => {
  const isMore = existsIn(waitingRows, and(partOf(at.campaignId), ne(waitingRows.partId, partId)));
  const refusals = sql`select value from json_each(${problems}) union all
    select json_object('personId', null, 'row', ${job} ->> 'done' + position + 1, 'detail', ${why})
    from found where ${isRefused}`;
  const first = sql`(select json_group_array(json(value)) from (
    select value from json_each(${job}, '$.problems') union all
    select value from (select value from (${refusals}) order by value ->> 'row')
    limit ${sql.raw(String(mostProblems))}))`;
  return build
    .update(campaigns)
    .set({
      job: sql`(with found as materialized (
            select item.value ->> 'position' as position, ${matched('item.value')} as met from ${itemsOf(rows, count)})
          select json_set(${job}, '$.after', ${partId}, '$.done', ${job} ->> 'done' + ${done},
            '$.changed', ${job} ->> 'changed' + count(*) filter (where met ->> 'isWritten'),
            '$.refused', ${job} ->> 'refused' + ${refused} + count(*) filter (where ${isRefused}),
            '$.problems', ${first}, '$.lastError', null,
            '$.state', iif(${isMore}, 'running', 'done'), '$.endedAt', iif(${isMore}, null, ${now}))
          from found)`,
      dueAt: sql`iif(${isMore}, ${now} + ${nextStepAfter}, null)`,
    })
    .where(isAt(at))
    .returning(named({ state: sql<string>`${job} ->> 'state'` }));
});
const removePart = statement(({ at, partId }: Pick<EndParams, 'at' | 'partId'>) =>
  build
    .delete(waitingRows)
    .where(
      and(
        partOf(at.campaignId),
        eq(waitingRows.partId, partId),
        existsIn(
          campaigns,
          and(
            eq(campaigns.campaignId, at.campaignId),
            sql`${job} ->> 'jobId' = ${at.jobId}`,
            sql`${job} ->> 'after' = ${partId}`,
          ),
        ),
      ),
    ),
);

/** Writes the rows of a part. Returns the versions that it has queued, and whether there are more parts. */
export async function writePart(
  { db, at, job: { done, after }, now }: Pick<Step, 'db' | 'at' | 'job' | 'now'>,
  campaign: OpenCampaign,
  part: Part | undefined,
): Promise<Done> {
  const rows = JSON.parse(part?.rows ?? '[]') as (WaitingRow | null)[];
  const writing = { author: part?.author ?? '', now, call: newCall(), isStep: true };
  const problems: { personId: null; row: number; detail: string }[] = [];
  const fields = rows.map((waiting, position): Fields | undefined => {
    const filled = waiting && filledRow(campaign, waiting.row, '');
    if (filled?.ok) return rowFields(campaign, filled.value, position, writing);
    const detail = filled ? whyOf(filled.error) : 'The person was erased meanwhile.';
    problems.push({ personId: null, row: done + position + 1, detail });
    return undefined;
  });
  const texts = fields.flatMap((one) => (one ? [JSON.stringify(one)] : []));
  const arrays = arraysOf(texts);
  const partId = part?.partId ?? after;
  const named = JSON.stringify(problems.slice(0, mostProblems));
  const [written, [ended]] = await db.batch([
    insertRows(texts, at),
    endStep(
      { at, rows: arrays, partId, done: rows.length, refused: problems.length, problems: named, now },
      arrays.length,
    ),
    removePart({ at, partId }),
  ]);
  return { queued: queuedOf(fields, written), isLast: ended?.state === 'done' };
}
