import type { Database } from '../../../db/client.ts';
import type { List } from '../../../lib/cursor.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { personLogKind } from '../../logs/store/internal.ts';
import { findLog, type Log, type LogListing, listLogs } from '../../logs/store/read.ts';
import { personOrThrow, selectPersonExists } from '../../persons/store/internal.ts';

/** A log for an answer. */
export const toPersonLog = ({ ownerId, logId, fields }: Log) => ({
  personId: ownerId,
  personLogId: logId,
  ...fields,
});
export type PersonLogText = ReturnType<typeof toPersonLog>;

/** One log of a person. Throws `person_log_not_found`. */
export async function getPersonLogOrThrow(
  db: Database,
  personId: string,
  personLogId: string,
): Promise<PersonLogText> {
  const log = await findLog(db, personLogKind, personId, personLogId);
  if (!log) throw new FootfallError('person_log_not_found', 'This person has no log with this id.');
  return toPersonLog(log);
}

/** A page of a person's timeline, newest first. Throws `person_not_found`. */
export async function listPersonLogs(db: Database, listing: LogListing): Promise<List<PersonLogText>> {
  const exists = selectPersonExists({ personId: listing.ownerId });
  const { items, ...rest } = personOrThrow(await listLogs(db, personLogKind, listing, exists));
  return { ...rest, items: items.map(toPersonLog) };
}
