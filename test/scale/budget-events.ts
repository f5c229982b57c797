import { env } from 'cloudflare:workers';
import { at, etagOf, type Row, row } from './budget.ts';

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
export const eventsTable: Row[] = [
  row(`GET ${events}`, '50 an answer', [200, 105, 0], filled(events)),
  row(
    `GET ${events}`,
    'of two types, 100 an answer',
    [200, 2005, 0],
    filled(`${events}?type=page.updated&type=page.created&limit=100`),
  ),
  row(
    `GET ${events}`,
    'the history of a record',
    [200, 105, 0],
    filled(`${events}?subject=page_1&order=newest`),
  ),
  row(`GET ${events}`, 'nothing new', [200, 4, 0], filled(`${events}?after=999999999`)),
  row(`GET ${settings}`, 'found', [200, 2, 0], () => at(settings)),
  row(`PATCH ${settings}`, 'retentionDays, with If-Match', [200, 7, 1], async () =>
    at(settings, { retentionDays: 30 }, { 'if-match': await etagOf(settings) }),
  ),
  row(`PATCH ${settings}`, 'nothing', [200, 3, 0], () => at(settings, {})),
];
