import { sql } from 'drizzle-orm';
import { events } from './tables/events.ts';

/** The number of the newest event, or 0. */
export const newestEvent = sql<number>`coalesce((select max(${events.sequence}) from ${events}), 0)`;
