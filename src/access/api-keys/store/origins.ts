import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { oneRow } from '../../../db/sql.ts';
import { build, statement } from '../../../db/statement.ts';
import { websites } from '../../tables/websites.ts';

/** The origins of all websites, as SQL: the text of a JSON array. */
export const originsOfWebsites: SQL<string> = sql`(select json_group_array(${websites.origin}) from ${websites}
  where ${websites.deletedAt} is null)`;

const selectOrigins = statement((_: object) =>
  build.select({ origins: sql<string>`${originsOfWebsites}` }).from(oneRow),
);

/** The origins of all websites. */
export async function getOrigins(db: Database): Promise<string[]> {
  const [[row]] = await db.batch([selectOrigins({})]);
  return JSON.parse(row?.origins ?? '[]');
}
