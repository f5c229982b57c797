import { type SQL, sql } from 'drizzle-orm';
import { countedTo } from '../lib/cursor.ts';
import { build } from './statement.ts';

/** Counts the rows of a FROM and WHERE, for `countedTotal`: to one more than `countedTo`, where SQLite stops reading. */
export const countRows = (rows: SQL) =>
  build.select({ value: sql<number>`count(*)` }).from(sql`(select 1 from ${rows} limit ${countedTo + 1})`);
