import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { build, type Param, type ValuesOf } from '../../../db/statement.ts';
import type { FootfallError } from '../../../lib/errors.ts';
import { campaigns } from '../../tables/campaigns.ts';
import { longestError } from '../limits.ts';
import { nextStepAfter } from '../messages.ts';
import { type FilledParams, isAsFilled } from '../store/insert-rows.ts';
import type { Queued } from '../store/row-outcomes.ts';
import type { Job } from '../words.ts';

/** A row of a step, as it is read. */
export interface Next {
  personId: string;
  audienceId: string;
  sent: string;
  archivedAt: number | null;
}

/** A step of a job. */
export interface Step {
  db: Database;
  at: ValuesOf<FilledParams>;
  rows: Next[];
  job: Job;
  /** The person of the last row of the step. */
  last: string;
  isLast: boolean;
  now: number;
}

/** What a step has done. */
export interface Done {
  /** The versions that it has queued. */
  queued: Queued[];
  /** Whether the job is done. */
  isLast: boolean;
}

export interface AdvanceParams {
  at: FilledParams;
  last: Param<string>;
  done: Param<number>;
  now: Param<number>;
}

/** The condition that the job runs, is as far as the step takes it to be, and that nothing else has changed. */
export const isAt = (at: FilledParams) =>
  and(eq(campaigns.campaignId, at.campaignId), existsIn(oneRow, isAsFilled(at)));

/** Says how far the job is. `found` is SQL of a row: how many rows of the step are `changed` and `refused`, and the `problems` so far. */
export const advanceTo = ({ at, last, done, now }: AdvanceParams, found: SQL, isLast: boolean) => {
  const { job } = campaigns;
  const end = isLast ? sql`, '$.state', 'done', '$.endedAt', ${now}` : sql``;
  return build
    .update(campaigns)
    .set({
      job: sql`(select json_set(${job}, '$.after', ${last}, '$.done', ${job} ->> 'done' + ${done},
        '$.changed', ${job} ->> 'changed' + changed, '$.refused', ${job} ->> 'refused' + refused,
        '$.problems', json(problems), '$.lastError', null${end}) from (${found}))`,
      dueAt: isLast ? null : sql`${now} + ${nextStepAfter}`,
    })
    .where(isAt(at));
};

/** Why a step has failed, in words for users: with the code of SQLite or the kind of the error, and nothing of its text. */
export function whyFailed(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error();
  const code = /.*\b(SQLITE_[A-Z_]+)/s.exec(message)?.[1];
  const text = code
    ? `The database has refused to write these rows (${code}).`
    : `The service had an error of its own with these rows (${/^\w+$/.test(name) ? name : 'Error'}).`;
  return text.slice(0, longestError);
}

/** Why a row cannot be changed, in words for the users of the workspace. */
export function whyOf({ message, members }: FootfallError): string {
  const errors = (members.errors ?? []) as { path: string; message: string }[];
  const first = errors.map(({ path, message: says }) => `${path.replace(/^\./, '')} ${says}`);
  return [first[0] ?? message, ...(first.length > 1 ? [`and ${first.length - 1} more`] : [])]
    .join(', ')
    .slice(0, 500)
    .toWellFormed();
}
