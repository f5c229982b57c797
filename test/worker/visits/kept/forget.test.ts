import { env } from 'cloudflare:workers';
import { oneRow } from '../../../../src/db/sql.ts';
import { build, type Param, statement } from '../../../../src/db/statement.ts';
import { newIdAt } from '../../../../src/lib/ids.ts';
import {
  areDeliveriesOld,
  deliveriesKeptFrom,
  forgetDeliveries,
} from '../../../../src/visits/kept/worker/forget.ts';
import { keptDays, mostKept, mostKeptBytes } from '../../../../src/visits/sources/limits.ts';
import { openTestDatabase } from '../../support/client.ts';
import { newSource, read, sign } from '../../support/sources.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const day = 86_400_000;
const forget = (now: number) => forgetDeliveries(openTestDatabase(), deliveriesKeptFrom(now));

/** Lets a source keep so many deliveries of so many bytes each, the first one at a time. */
const keep = (sourceId: string, count: number, bytes: number, from = Date.now()) =>
  env.DB.prepare(
    `insert into kept_deliveries
     select value, ?2, value, ?2 || ':' || value, 'webhook', 'no_identifier', 1, '[]', '{"a":"' || hex(zeroblob(?3)) || '"}'
     from json_each(?1)`,
  )
    .bind(
      JSON.stringify(Array.from({ length: count }, (_, n) => newIdAt('kept', from + n))),
      sourceId,
      (bytes - 10) / 2,
    )
    .run();

/** What the rows say, which the counts of the source equal. */
const rowsOf = (sourceId: string) =>
  env.DB.prepare(
    `select count(*) as count, coalesce(sum(octet_length(body) + octet_length(identifiers)), 0) as bytes,
       coalesce(min(kept_id), '') as first from kept_deliveries where source_id = ?`,
  )
    .bind(sourceId)
    .first<{ count: number; bytes: number; first: string }>();
const countsOf = (sourceId: string) =>
  env.DB.prepare(
    'select kept_count as count, kept_bytes as bytes, dropped_count as dropped from sources where source_id = ?',
  )
    .bind(sourceId)
    .first<{ count: number; bytes: number; dropped: number }>();
const expectCounted = async (sourceId: string) =>
  expect(await countsOf(sourceId)).toMatchObject({
    count: (await rowsOf(sourceId))?.count,
    bytes: (await rowsOf(sourceId))?.bytes,
  });

beforeEach(async () => {
  await env.DB.batch(['kept_deliveries', 'sources'].map((table) => env.DB.prepare(`delete from ${table}`)));
});

test('what is kept goes after 30 days, to the millisecond', async () => {
  const source = await newSource('stripe');
  const now = Date.now();
  await keep(source.sourceId, 3, 100, now - keptDays * day - 2);
  await sign(source, { id: 'evt_new' });
  expect(await forget(now)).toBe(2);
  expect(await read(source)).toMatchObject({ keptCount: 2, droppedCount: 0 });
  await expectCounted(source.sourceId);
  expect(await forget(now + 1)).toBe(1);
  await writesNothing(async () => expect(await forget(now + 1)).toBe(0));
});

const look = statement(({ from }: { from: Param<string> }) =>
  build.select({ areOld: areDeliveriesOld(from) }).from(oneRow),
);
test('when nothing is old, the look of the cron reads one row, however much is kept', async () => {
  const source = await newSource('stripe');
  await keep(source.sourceId, 500, 100);
  const { text, params } = look({ from: deliveriesKeptFrom(Date.now()) });
  const { results, meta } = await env.DB.prepare(text)
    .bind(...params)
    .run();
  expect(results).toEqual([{ areOld: 0 }]);
  expect(meta.rows_read).toBeLessThanOrEqual(1);
});

test('a run removes thousands, and a full workspace at once', async () => {
  const source = await newSource('stripe');
  await keep(source.sourceId, mostKept, 100, 1);
  expect(await forget(Date.now())).toBe(mostKept);
  expect(await countsOf(source.sourceId)).toMatchObject({ count: 0, bytes: 0 });
});

test('the oldest of the source with the most bytes go when there are too many, and are counted', async () => {
  const [large, small] = [await newSource('github'), await newSource('github')];
  const size = 250_000;
  const fitting = Math.floor(mostKeptBytes / size);
  await keep(large.sourceId, 60, 1000);
  await keep(large.sourceId, fitting - 10, size, Date.now() + 100);
  await keep(small.sourceId, 9, size);
  const before = await countsOf(large.sourceId);
  expect(before).toMatchObject({ count: fitting + 50, dropped: 0 });
  const total = async () =>
    ((await rowsOf(large.sourceId))?.bytes ?? 0) + ((await rowsOf(small.sourceId))?.bytes ?? 0);
  for (const id of ['d1', 'd2', 'd3']) {
    expect((await sign(small, { id, text: 'ä'.repeat(125_000) })).body.outcomes).toEqual([
      { outcome: 'kept' },
    ]);
    expect(await total()).toBeLessThanOrEqual(mostKeptBytes);
  }
  expect(await total()).toBeGreaterThan(mostKeptBytes - size - 1000);
  const after = await countsOf(large.sourceId);
  expect(after?.dropped).toBeGreaterThan(60);
  expect(after?.count).toBe((before?.count ?? 0) - (after?.dropped ?? 0));
  expect(await countsOf(small.sourceId)).toMatchObject({ dropped: 0 });
  for (const { sourceId } of [large, small]) await expectCounted(sourceId);
});

test('when there are more than 1,000, the oldest of the source that has the most goes', async () => {
  const [busy, quiet] = [await newSource('stripe'), await newSource('stripe')];
  await keep(busy.sourceId, mostKept - 5, 100);
  await keep(quiet.sourceId, 5, 100);
  const first = (await rowsOf(busy.sourceId))?.first;
  await sign(quiet, { id: 'evt_one_more' });
  expect(await countsOf(quiet.sourceId)).toMatchObject({ count: 6, dropped: 0 });
  expect(await countsOf(busy.sourceId)).toMatchObject({ count: mostKept - 6, dropped: 1 });
  expect((await rowsOf(busy.sourceId))?.first).not.toBe(first);
});
