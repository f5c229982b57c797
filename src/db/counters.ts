import { eq } from 'drizzle-orm';
import { build, statement } from './statement.ts';
import { counters } from './tables/counters.ts';

export type Counter = (typeof counters.$inferSelect)['name'];

/** A query of an exact table size. It reads one row, whatever the size. */
export const counter = (name: Counter) =>
  build.select({ value: counters.value }).from(counters).where(eq(counters.name, name));

/** Reads an exact table size. */
export const selectCounter = statement((_: object, name: Counter) => counter(name));
