import { and, asc, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { campaigns } from '../../tables/campaigns.ts';
import { nextStepAfter, sendJobRequested } from '../messages.ts';

/** The most jobs of a run of the cron. The next run, a minute later, goes on. */
const most = 20;

interface At {
  now: Param<number>;
}
const isDue = ({ now }: At) => lte(campaigns.dueAt, now);

/** The condition that the message of a job is due. */
export const areJobsDue = (at: At): SQL => existsIn(campaigns, isDue(at));

const takeDue = statement(({ now }: At) => {
  const due = build
    .select({ campaignId: campaigns.campaignId })
    .from(campaigns)
    .where(isDue({ now }))
    .orderBy(asc(campaigns.dueAt))
    .limit(most);
  return build
    .update(campaigns)
    .set({ dueAt: sql`${now} + ${nextStepAfter}` })
    .where(and(isDue({ now }), inArray(campaigns.campaignId, due)))
    .returning(named({ campaignId: campaigns.campaignId, jobId: sql<string>`${campaigns.job} ->> 'jobId'` }));
});

/** Sends the messages of jobs that go on: theirs was not sent, or the worker stopped, or D1 did not answer. Returns their number. */
export async function resendJobs(
  db: Database,
  workspace: string,
  queue: Queue,
  now: number,
): Promise<number> {
  const [due] = await db.batch([takeDue({ now })]);
  for (const job of due) await sendJobRequested(queue, { kind: 'campaign', workspace, ...job });
  return due.length;
}
