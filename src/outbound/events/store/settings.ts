import { and } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { eventSettings } from '../../../db/tables/events.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { eventTypes } from '../../../vocabulary/events.ts';
import type { EventSettings, EventSettingsUpdate } from '../settings-schemas.ts';
import { isSettings, selectSettings, toTagged } from './internal.ts';

interface ReviseParams {
  /** A JSON array. */
  types: Param<string> | undefined;
  retentionDays: Param<number> | undefined;
  updatedBy: Param<string>;
  write: WriteParams;
}

const reviseSettings = statement(({ write, ...changes }: ReviseParams) =>
  revise(eventSettings, write, changes, and(isSettings, isCurrent(eventSettings.revision, write))),
);

/** What the feed keeps. */
export async function getEventSettings(db: Database): Promise<Tagged<EventSettings>> {
  const [[row]] = await db.batch([selectSettings({})]);
  return toTagged(row);
}

/** Changes what the feed keeps, with the key `by`. A trigger makes the feed listen to the types. Throws `precondition_failed`. */
export async function updateEventSettings(
  db: Database,
  { types, retentionDays }: EventSettingsUpdate,
  by: string,
  ifMatch: IfMatch,
): Promise<Tagged<EventSettings>> {
  if (types === undefined && retentionDays === undefined) return matched(await getEventSettings(db), ifMatch);
  const write = newWrite(ifMatch);
  const kept = types && eventTypes.filter((name) => types.includes(name));
  const [, [row]] = await db.batch([
    reviseSettings({ types: kept && JSON.stringify(kept), retentionDays, updatedBy: by, write }),
    selectSettings({}),
  ]);
  const settings = toTagged(row);
  if (!row || !hasWrite(row, write)) assertMatch(settings.etag, ifMatch);
  return settings;
}
