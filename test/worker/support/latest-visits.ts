import { env } from 'cloudflare:workers';
import { bucketOf, type Visitors } from '../../../src/people/tables/latest-visits.ts';

/** Stores latest visits of persons or accounts, by their `seq`. */
export const setLatestVisits = (of: Visitors, visits: Map<number, number>, db: D1Database = env.DB) =>
  db
    .prepare(
      `insert into latest_visits (kind, block, visits)
       select 'recent', 0, jsonb_group_object(bucket, visits) from (
         select ${bucketOf(of, '(value ->> 0)')} as bucket, jsonb_group_object(value ->> 0, value ->> 1) as visits
         from json_each(?) group by 1) where true
       on conflict do update set visits = jsonb_patch(visits, excluded.visits)`,
    )
    .bind(JSON.stringify([...visits]))
    .run();
