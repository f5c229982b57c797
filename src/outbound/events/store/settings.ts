import { and, eq, getTableColumns } from 'drizzle-orm';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { eventSettings } from '../../../db/tables/events.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { eventTypes } from '../../../vocabulary/events.ts';
import type { EventSettings, EventSettingsUpdate } from '../settings-schemas.ts';

type Settings = NonNullable<ReturnType<typeof selectSettings>['row']>;

/** The one row of the settings, which a migration has written. */
export const isSettings = eq(eventSettings.id, 1);

/** Selects the settings within a batch. */
const selectSettings = statement(() =>
  build
    .select({ ...getTableColumns(eventSettings), updater: factsOfKey(eventSettings.updatedBy) })
    .from(eventSettings)
    .where(isSettings),
);

/** The settings in an answer. Throws when the row is missing, which no statement of the service removes. */
function toTagged(row: Settings | undefined): Tagged<EventSettings> {
  if (!row) throw new Error('event_settings has no row');
  const { types, retentionDays, updatedAt, revision } = row;
  return {
    value: {
      types,
      retentionDays,
      updatedAt: toTimestamp(updatedAt),
      updatedBy: toUpdatedBy(row),
    },
    etag: String(revision),
  };
}

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
