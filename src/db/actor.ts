import { sql } from 'drizzle-orm';
import { newestEvent } from './newest-event.ts';
import { type Bound, type Param, statement } from './statement.ts';
import { alertVisits } from './tables/alerts.ts';
import { eventActor } from './tables/events.ts';

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
}

const { id, actor: column } = eventActor;
const setActor = statement(
  ({ actor }: { actor: Param<string> }) =>
    sql`update ${eventActor} set actor = ${actor} where ${id} = 1 and ${column} is not ${actor}`,
);

// It depends on the row, so that nothing is read without one.
// Visits that alerts look at count as events here.
const newest = sql`case when ${eventActor}.has_webhooks then ${newestEvent}
  + coalesce((select max(${alertVisits.sequence}) from ${alertVisits}), 0) end`;
const forgetActor = statement(
  () => sql<{ newest: number | null }>`update ${eventActor} set actor = null
    where ${id} = 1 and ${column} is not null returning ${newest} as newest`,
);

/** Whether a statement writes: events may tell of it. */
export const isWrite = ({ text }: Bound): boolean => /^\s*(?:insert|update|delete|replace)\b/i.test(text);

/**
 * A batch with one statement before it, which notes who writes, and one behind it: what is written without Footfall,
 * as by the SQL of an operator, must not seem to be of the same actor. While nobody listens to events,
 * `event_actor` has no row, and both write nothing. While webhooks listen, the last one says which event is the newest.
 */
export const attributed = (statements: readonly Bound[], actor: Actor): Bound[] => [
  setActor({ actor: JSON.stringify(actor) }),
  ...statements,
  forgetActor({}),
];
