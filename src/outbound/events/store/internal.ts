import { eq, getTableColumns } from 'drizzle-orm';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import { type Actor, authorOfEvent } from '../../../db/actor.ts';
import { build, statement } from '../../../db/statement.ts';
import { eventSettings, events } from '../../../db/tables/events.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { derivedId, shownId } from '../../../visits/sessions/ids.ts';
import type { Event } from '../schemas.ts';
import type { EventSettings } from '../settings-schemas.ts';

/** The columns of an event. Its author, JSON text, is beside it: `stored` puts it in its place. */
export const eventColumns = { ...getTableColumns(events), author: authorOfEvent };

type Row = typeof events.$inferSelect;
/** An event with its author, in a row of `eventColumns`. */
export const stored = ({ author, ...event }: Row & { author: string | null }): Row => ({
  ...event,
  actor: author === null ? null : (JSON.parse(author) as Actor),
});

/** The ids of other records in an answer. A session from the tracker has an id of its own if it has an audience. */
function relatedOf({ related }: Row): Record<string, string> {
  const ids = Object.fromEntries(Object.entries(related).filter(([, id]) => id !== null));
  const { analyticsSessionId, audienceSessionId, audienceId } = ids;
  if (analyticsSessionId === undefined) return ids;
  const shown = shownId(analyticsSessionId);
  const derived =
    audienceId === undefined ? {} : { audienceSessionId: audienceSessionId ?? derivedId(shown) };
  return { ...ids, analyticsSessionId: shown, ...derived };
}

export const toEvent = (row: Row): Event => ({
  sequence: row.sequence,
  type: row.type,
  subject: row.subject,
  related: relatedOf(row),
  changes: row.changes,
  actor: row.actor && {
    type: row.actor.type,
    apiKeyId: row.actor.apiKeyId ?? null,
    name: row.actor.name ?? null,
  },
  createdAt: toTimestamp(row.createdAt),
});

type Settings = NonNullable<ReturnType<typeof selectSettings>['row']>;

/** The one row of the settings, which a migration has written. */
export const isSettings = eq(eventSettings.id, 1);

/** Selects the settings within a batch. */
export const selectSettings = statement(() =>
  build
    .select({ ...getTableColumns(eventSettings), updater: factsOfKey(eventSettings.updatedBy) })
    .from(eventSettings)
    .where(isSettings),
);

/** The settings in an answer. Throws when the row is missing, which no statement of the service removes. */
export function toTagged(row: Settings | undefined): Tagged<EventSettings> {
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
