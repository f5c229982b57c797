import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';

/** Reads one row, so that an unmigrated or unreachable database is found out. */
export const ping = (db: Database) => db.batch([counterOf(db, 'persons')]);
