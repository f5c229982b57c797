import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { statement } from '../../db/statement.ts';
import type { SampleData } from '../sample-schemas.ts';

/** A trigger removes all: schema/derived/sample-data-removal.sql.ts. */
const remove = statement(() => sql`delete from sample_data`);

/** Removes all sample data, if there is some. */
export async function removeSampleData(db: Database): Promise<SampleData> {
  await db.batchUntold([remove({})]);
  return { loadedAt: null };
}
