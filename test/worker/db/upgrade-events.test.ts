import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { dayMs } from '../../../src/lib/durations.ts';
import type { EventList } from '../../../src/outbound/events/schemas.ts';
import { forgetEvents } from '../../../src/outbound/events/worker/forget.ts';
import { openTestDatabase, send, storeKey } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

// A database of commit 144f7410, whose events have their authors in a column.

const db = env.UPGRADED;
const key = createApiKey('main');
const before = 2500;
const now = Date.now();

const call = <T>(method: string, path: string, body?: unknown) =>
  send<T>(method, path, body, { key, bindings: { DB: db } });

/** The authors of the events, by their numbers, as the feed has them. */
async function authors(from: number, count: number) {
  const { body } = await call<EventList>('GET', `/v0/events?after=${from - 1}&limit=${count}`);
  return body.events.map(({ sequence, actor }) => [sequence, actor?.name ?? null]);
}

/** Of the events of before: nobody is known for each fifth, which the SQL of an operator wrote. */
const nameOf = (sequence: number) => (sequence % 5 === 0 ? null : `key ${sequence % 3}`);
const expected = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => [from + n, nameOf(from + n)]);

beforeAll(async () => {
  await applyD1Migrations(
    db,
    env.MIGRATIONS.filter(({ name }) => name < '0059'),
  );
  await db.batch([
    db.prepare(`update event_settings set types = '["page.created", "page.updated"]'`),
    db
      .prepare(
        `insert into events (type, subject, related, actor, created_at)
         select 'page.updated', 'page_' || value, '{}',
           iif(value % 5 = 0, null, json_object('type', 'api_key', 'apiKeyId', 'k', 'name', 'key ' || (value % 3))),
           ?1 - (?2 - value) * 60000 * 30 from (with recursive n (value) as (select 1 union all select value + 1 from n where value < ?2) select value from n)`,
      )
      .bind(now, before),
  ]);
  await applyD1Migrations(db, env.MIGRATIONS);
  await storeKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read', 'write', 'admin'] });
});
afterAll(() => dropAll(db));

const selectAuthors = 'select until, json_extract(actor, ?) as name from event_authors order by until';
const noted = async () => (await db.prepare(selectAuthors).bind('$.name').all()).results;

test('events of before have their authors, whether something is written since or not', async () => {
  expect(await authors(1, 100)).toEqual(expected(1, 100));
  expect(await authors(before - 99, 100)).toEqual(expected(before - 99, before));
  const page = { title: 'New', url: 'https://new.example/' };
  expect((await call('POST', '/v0/pages', page)).status).toBe(201);
  expect((await call('POST', '/v0/pages', page)).status).toBe(409);
  expect(await authors(before - 8, 100)).toEqual([...expected(before - 8, before), [before + 1, 'upgrade']]);
  await db
    .prepare(`insert into events (type, related, created_at) values ('page.updated', '{}', ?)`)
    .bind(now)
    .run();
  expect((await call('POST', '/v0/pages', { ...page, url: 'https://next.example/' })).status).toBe(201);
  expect(await authors(before + 1, 100)).toEqual([
    [before + 1, 'upgrade'],
    [before + 2, null],
    [before + 3, 'upgrade'],
  ]);
  expect(await noted()).toEqual([
    { until: 0, name: null },
    { until: before, name: null },
    { until: before + 1, name: 'upgrade' },
    { until: before + 2, name: null },
    { until: before + 3, name: 'upgrade' },
  ]);
});

test('a removal takes no author from an event that stays', async () => {
  await db.prepare('update event_settings set retention_days = 7').run();
  await forgetEvents(openTestDatabase(db), now, 0);
  const first = await db.prepare('select min(sequence) as n from events').first<number>('n');
  expect(first).toBeGreaterThan(2000);
  expect(await authors(first ?? 0, 100)).toEqual(expected(first ?? 0, (first ?? 0) + 99));
  await forgetEvents(openTestDatabase(db), now + 30 * dayMs, 0);
  expect(await authors(before + 3, 100)).toEqual([[before + 3, 'upgrade']]);
  expect(await noted()).toEqual([
    { until: 0, name: null },
    { until: before + 3, name: 'upgrade' },
  ]);
});
