import type { Database } from '../db/client';
import { counterOf } from '../db/counters';

/** Reads one row, so that an unmigrated or unreachable database is found out. */
export const ping = (db: Database) => db.batch([counterOf(db, 'persons')]);
