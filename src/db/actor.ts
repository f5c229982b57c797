import { sql } from 'drizzle-orm';
import { type Bound, type Param, statement } from './statement.ts';
import { alertVisits } from './tables/alerts.ts';
import { eventActor, eventAuthors, events, newestEvent } from './tables/events.ts';

/**
 * Who writes: an API key, a person who has signed in to the console, a link that signs somebody in, the tracker of a
 * website, the service itself (its cron and its queues), or a command of the repository.
 */
export interface Actor {
  type: 'api_key' | 'person' | 'link' | 'tracker' | 'service' | 'command';
  /** The id of the key of the request. */
  apiKeyId?: string;
  /** The name of the key, or the email of the person. */
  name?: string;
  /** The campaign whose rows or job it is: a channel says what came of many of them in one sentence. */
  campaignId?: string;
}

const { until, actor: author } = eventAuthors;

/** Notes who wrote the events that have no author yet: see schema/derived/events.sql.ts. */
const noteAuthor = statement(
  ({ actor }: { actor: Param<string | null> }) =>
    sql`insert into author_notes (actor, is_noted) values (${actor}, true)`,
);

/** SQL of the newest event, or null unless a webhook listens. Visits that alerts look at count as events here. */
export const newestHeard = sql<number | null>`(select case when ${eventActor.hasWebhooks} then ${newestEvent}
  + coalesce((select max(${alertVisits.sequence}) from ${alertVisits}), 0) end
  from ${eventActor} where ${eventActor.id} = 1)`;

const selectNewest = statement(() => sql<{ newest: number | null }>`select ${newestHeard} as newest`);

/** Whether a statement writes: events may be emitted for it. */
export const isWrite = ({ text }: Bound): boolean => /^\s*(?:insert|update|delete|replace)\b/i.test(text);

/**
 * A batch with a statement behind it that notes who wrote its events, and one that says which event is the newest. The
 * statement before it leaves the events of others without an author, as of the SQL of an operator. A refusal writes nothing,
 * and neither does anything while nobody listens: `event_actor` then has no row.
 */
export const attributed = (statements: readonly Bound[], actor: Actor): Bound[] => [
  noteAuthor({ actor: null }),
  ...statements,
  noteAuthor({ actor: JSON.stringify(actor) }),
  selectNewest({}),
];

/** The newest event in what the last statement of `attributed` has read, while webhooks listen. */
export const newestIn = (rows: readonly Record<string, unknown>[] | undefined): number | undefined => {
  const newest = rows?.[0]?.newest;
  return typeof newest === 'number' ? newest : undefined;
};

/** Who wrote an event, as JSON text: in its own row until 27 November 2026. The statement reads `events`. */
export const authorOfEvent = sql<
  string | null
>`coalesce(${events.actor}, (select ${author} from ${eventAuthors}
  where ${until} >= ${events.sequence} order by ${until} limit 1))`;
