import type { Database } from '../../../db/client.ts';
import { clearRecipients, noteForgotten, selectLastOld } from '../store/forget-recipients.ts';

/** The most sessions that a run looks at. Those that had a recipient are corrected in their blocks afterwards. */
const most = 2000;

/**
 * Clears the recipients of sessions that began before a time, in milliseconds since 1970: at most 2,000, the next run
 * goes on. 0 clears none. Returns 1 if there were some to look at.
 */
export async function forgetRecipients(db: Database, before: number): Promise<number> {
  if (before <= 0) return 0;
  const [[old]] = await db.batch([selectLastOld({ before, take: most })]);
  const last = old?.last ?? null;
  if (last === null) return 0;
  await db.batch([clearRecipients({ last }), noteForgotten({ last })]);
  return 1;
}
