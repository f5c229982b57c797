import { eq, type SQL, sql } from 'drizzle-orm';
import { countedTo } from '../lib/cursor.ts';
import { build, statement } from './statement.ts';
import { counters } from './tables/service.ts';

export type Counter = (typeof counters.$inferSelect)['name'];

/** A query of an exact table size. It reads one row, whatever the size. */
export const counter = (name: Counter) =>
  build.select({ value: counters.value }).from(counters).where(eq(counters.name, name));

/** Reads an exact table size. */
export const selectCounter = statement((_: object, name: Counter) => counter(name));

/** Counts the rows of a FROM and WHERE, for `countedTotal`: to one more than `countedTo`, where SQLite stops reading. */
export const countRows = (rows: SQL) =>
  build.select({ value: sql<number>`count(*)` }).from(sql`(select 1 from ${rows} limit ${countedTo + 1})`);
