import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { type Actor, authorOfEvent } from '../../../db/actor.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { eventListeners, events } from '../../../db/tables/events.ts';
import type { Scope } from '../../../lib/api-key.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { derivedId, shownId } from '../../../visits/sessions/ids.ts';
import { type EventType, eventTypes } from '../../../vocabulary/events.ts';
import type { Event, EventList, EventQuery } from '../schemas.ts';

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

const { sequence, subject, createdAt } = events;

/** How many events an answer searches for some types: they have no index, which would cost each event a row. */
const window = 1000;

interface ListParams {
  /** A JSON array of the types that the answer has. Undefined for all. */
  types: Param<string> | undefined;
  subject: Param<string> | undefined;
  after: Param<number> | undefined;
  before: Param<number> | undefined;
  take: Param<number>;
}

/** The authors of those that the answer may have. Each is a row to read. */
const authorOf = (types: Param<string> | undefined) =>
  types
    ? sql<
        string | null
      >`iif(${events.type} in (select value from json_each(${types})), ${eventColumns.author}, null)`
    : eventColumns.author;

const selectEvents = statement((params: ListParams, order: EventQuery['order']) =>
  build
    .select({ ...eventColumns, author: authorOf(params.types) })
    .from(events)
    .where(
      and(
        params.subject && eq(subject, params.subject),
        params.after && gt(sequence, params.after),
        params.before && lt(sequence, params.before),
      ),
    )
    .orderBy(order === 'oldest' ? asc(sequence) : desc(sequence))
    .limit(params.take),
);

/** The event at an end of the feed. */
const selectEnd = statement((_: object, order: EventQuery['order']) =>
  build
    .select({ sequence, createdAt })
    .from(events)
    .orderBy(order === 'oldest' ? asc(sequence) : desc(sequence))
    .limit(1),
);

/** Whether a key may read events of a type: of keys, as their list, only with `admin`. */
const mayRead = (scopes: readonly Scope[], type: EventType) =>
  scopes.includes('admin') || !type.startsWith('api_key.');

/** The types that are written: the feed or a webhook listens to them. */
const selectHeard = statement(() =>
  build.select({ type: eventListeners.type }).from(eventListeners).groupBy(eventListeners.type),
);

/**
 * Events that a key with these scopes may read, in the order of commits, or the newest first. Looks at as many as it may
 * give or, of some types, at 1,000. Throws `events_removed` when events behind `after` are not kept any more.
 */
export async function listEvents(
  db: Database,
  { order, after, before, type, subject, limit }: EventQuery,
  scopes: readonly Scope[],
): Promise<EventList> {
  const wanted = new Set(type);
  const types = wanted.size > 0 ? JSON.stringify(type) : undefined;
  const take = wanted.size > 0 ? window : limit + 1;
  const [rows, [oldest], [newest], heard] = await db.batch([
    selectEvents({ types, subject: subject || undefined, after, before, take }, order),
    selectEnd({}, 'oldest'),
    selectEnd({}, 'newest'),
    selectHeard({}),
  ]);
  const first = oldest?.sequence ?? 0;
  if (after !== undefined && after < first - 1) {
    throw new FootfallError(
      'events_removed',
      `Events after ${after} are not kept any more: the oldest is ${first}. Begin again without after, or go on after ${first - 1}.`,
    );
  }
  const matching = wanted.size > 0 ? rows.filter((row) => wanted.has(row.type)) : rows;
  const found = matching.slice(0, limit);
  const isCut = matching.length > limit;
  const last = isCut ? found.at(-1) : rows.at(-1);
  return {
    events: found.filter((row) => mayRead(scopes, row.type)).map((row) => toEvent(stored(row))),
    hasMore: isCut || rows.length === window,
    next: last?.sequence ?? after ?? before ?? 0,
    newest: newest?.sequence ?? 0,
    keptTypes: eventTypes.filter((name) => heard.some((row) => row.type === name)),
    keptFrom: oldest ? toTimestamp(oldest.createdAt) : null,
  };
}
