import type { Databases } from '../../scripts/d1/sql.ts';
import { hour } from '../data/time.ts';

/** The latest log of an account, or of one of its people. */
const latestLog = `(select max(at) from (
  select max(happened_at) as at from account_logs where account_logs.account_id = accounts.account_id
  union all select max(happened_at) from persons join person_logs using (person_id)
    where account_domain = accounts.domain))`;

/** Makes the last activity of accounts that were just created as old as their logs. Creating their people was activity. */
export const backdateActivity = ({ run }: Databases, now: number): Promise<unknown> =>
  run('DB', [
    {
      text: `update accounts set latest_activity_at = coalesce(${latestLog}, latest_activity_at), activity_ahead = 0
        where created_at > ?1`,
      params: [now - hour],
      decoders: [],
    },
  ]);
