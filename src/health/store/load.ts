import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { idTime } from '../../db/id-time.ts';
import { type Param, statement } from '../../db/statement.ts';
import { dayMs } from '../../lib/durations.ts';
import { orThrow } from '../../lib/errors.ts';
import { toTimestampOrNull } from '../../lib/time.ts';
import type { SampleData } from '../sample-schemas.ts';

// All is done by triggers, which note no event: schema/derived/sample-data-load.sql.ts.

interface LoadParams {
  now: Param<number>;
  idTime: Param<string>;
  visitsFrom: Param<number>;
  recipientsFrom: Param<number>;
}

const load = statement(
  ({ now, idTime, visitsFrom, recipientsFrom }: LoadParams) =>
    sql`insert into sample_data (loaded_at, id_time, visits_from, recipients_from)
    values (${now}, ${idTime}, ${visitsFrom}, ${recipientsFrom})`,
);

const selectLoadedAt = statement(
  () => sql<{ loadedAt: number }>`select loaded_at as "loadedAt" from sample_data`,
);

const toSampleData = (row: { loadedAt: number } | undefined): SampleData => ({
  loadedAt: toTimestampOrNull(row?.loadedAt ?? null),
});

/** Whether there is sample data, and since when. */
export async function getSampleData(db: Database): Promise<SampleData> {
  const [[row]] = await db.batch([selectLoadedAt({})]);
  return toSampleData(row);
}

const loadedOrThrow = orThrow(
  'workspace_not_empty',
  'The workspace has pages, persons, companies or visits.',
);

/** The ids are older than all that somebody may make beside them. */
const idAge = 60 * dayMs;

/**
 * Loads sample data into an empty workspace, unless it is there. No visit begins before `from.visits`, and none before
 * `from.recipients` has a recipient. Throws `workspace_not_empty`.
 */
export async function loadSampleData(
  db: Database,
  now: number,
  from: { visits: number; recipients: number },
): Promise<SampleData> {
  const [, [row]] = await db.batchUntold([
    load({ now, idTime: idTime(now - idAge), visitsFrom: from.visits, recipientsFrom: from.recipients }),
    selectLoadedAt({}),
  ]);
  return toSampleData(loadedOrThrow(row));
}
