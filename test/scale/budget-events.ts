import { env } from 'cloudflare:workers';
import { at, etagOf, rows } from './budget.ts';

const events = '/v0/events';
const settings = '/v0/event_settings';

/** Writes 2,000 events that nobody listens to, as if somebody had, of 20 subjects. */
async function fill(): Promise<void> {
  await env.DB.prepare(
    `insert into events (type, subject, related, created_at)
     select 'page.updated', 'page_' || (key % 20), '{}', ? from json_each(?)`,
  )
    .bind(Date.now(), JSON.stringify(Array(2000).fill(0)))
    .run();
}
const filled = (path: string) => async () => {
  await fill();
  return at(path);
};

/** The rows of docs/operators/cost.md for events. */
export const eventsTable = rows({
  [`GET ${events} | 50 an answer`]: filled(events),
  [`GET ${events} | of two types, 100 an answer`]: filled(
    `${events}?type=page.updated&type=page.created&limit=100`,
  ),
  [`GET ${events} | the history of a record`]: filled(`${events}?subject=page_1&order=newest`),
  [`GET ${events} | nothing new`]: filled(`${events}?after=999999999`),
  [`GET ${settings} | found`]: settings,
  [`PATCH ${settings} | retentionDays, with If-Match`]: async () =>
    at(settings, { retentionDays: 30 }, { 'if-match': await etagOf(settings) }),
  [`PATCH ${settings} | nothing`]: () => at(settings, {}),
});
