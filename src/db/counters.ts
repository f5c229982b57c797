import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { counters } from './schema/counters.ts';

/** Reads an exact table size; one row whatever the size. */
export const counterOf = (db: Database, name: (typeof counters.$inferSelect)['name']) =>
  db.select({ value: counters.value }).from(counters).where(eq(counters.name, name));
