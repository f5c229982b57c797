import { sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { audiences } from '../../../content/tables/pages.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newCall } from '../../tables/campaign-calls.ts';
import { campaignRows, campaigns } from '../../tables/campaigns.ts';
import { filledRow } from '../filled-schemas.ts';
import { mostProblems } from '../limits.ts';
import type { CampaignRowWrite } from '../schemas.ts';
import { insertRows } from '../store/insert-rows.ts';
import { archivedReason } from '../store/internal.ts';
import { type Fields, type OpenCampaign, rowFields } from '../store/row-fields.ts';
import { type Queued, queuedOf, refusalTexts } from '../store/row-outcomes.ts';
import type { Job } from '../words.ts';
import { type AdvanceParams, advanceTo, type Step, whyOf } from './internal.ts';

interface WordsParams extends AdvanceParams {
  /** JSON: the rows that were written, by their persons. */
  writes: Param<string>;
  refused: Param<number>;
  /** JSON: those that are named, unless they are erased meanwhile. */
  problems: Param<string>;
}
const advanceWords = statement(({ writes, refused, problems, ...params }: WordsParams, isLast: boolean) => {
  const isWritten = sql`instr(${campaignRows.writeIds}, item.value ->> 'writeId') > 0`;
  // The triggers refuse what nobody could see before.
  const isLate = sql`not ${isWritten} and ${campaignRows.wordsHash} <> item.value ->> 'wordsHash'`;
  const why = sql`iif((select ${audiences.archivedAt} from ${audiences}
      where ${audiences.audienceId} = ${campaignRows.audienceId}) is null,
    ${sql.raw(`'${refusalTexts.fields_mismatch}'`)},
    replace(${sql.raw(`'${archivedReason}'`)}, '{}', ${campaignRows.audienceId}))`;
  return advanceTo(
    params,
    sql`select changed, ${refused} + late as refused, (select json_group_array(json(value)) from (
        select value from json_each(${campaigns.job}, '$.problems')
        union all select value from json_each(${problems}) as one where exists (select 1 from ${campaignRows} as known
          where known.campaign_id = ${params.at.campaignId} and known.person_id = one.value ->> 'personId')
        union all select value from json_each(lates)
        limit ${sql.raw(String(mostProblems))})) as problems
      from (select count(*) filter (where ${isWritten}) as changed, count(*) filter (where ${isLate}) as late,
          json_group_array(json_object('personId', ${campaignRows.personId}, 'detail', ${why})) filter (where ${isLate}) as lates
        from json_each(${writes}) as item cross join ${campaignRows}
        where ${campaignRows.campaignId} = ${params.at.campaignId}
          and ${campaignRows.personId} = item.value ->> 'personId')`,
    isLast,
  );
});

/** Publishes the words of now for the rows of a step. Returns the versions that it has queued. */
export async function publishRows(
  { db, at, rows, job, last, isLast, now }: Step,
  campaign: OpenCampaign,
): Promise<Queued[]> {
  const problems: Job['problems'] = [];
  let refused = 0;
  const refuse = (personId: string, detail: string) => {
    refused += 1;
    if (problems.length + job.problems.length < mostProblems) problems.push({ personId, detail });
  };
  const writing = { author: job.author, now, call: newCall(), isStep: true };
  const fields: Fields[] = [];
  for (const { personId, audienceId, archivedAt, sent } of rows) {
    if (archivedAt !== null) {
      refuse(personId, archivedReason.replace('{}', audienceId));
      continue;
    }
    const filled = filledRow(campaign, JSON.parse(sent) as CampaignRowWrite, '');
    if (filled.ok) {
      // The person of the row, whoever has their identifiers now.
      const row = { ...filled.value, sent, person: undefined, personId };
      fields.push(rowFields(campaign, row, fields.length, writing));
    } else refuse(personId, whyOf(filled.error));
  }
  const writes = JSON.stringify(fields.map((one) => pick(one, ['personId', 'writeId', 'wordsHash'])));
  const step = { at, writes, last, done: rows.length, refused, problems: JSON.stringify(problems), now };
  const texts = fields.map((one) => JSON.stringify(one));
  const [written] = await db.batch([insertRows(texts, at), advanceWords(step, isLast)]);
  return queuedOf(fields, written);
}
