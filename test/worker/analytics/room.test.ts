import { env } from 'cloudflare:workers';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import type { Database } from '../../../src/db/client.ts';
import { largeTest } from '../../turns.ts';
import { correctionsCount, expectExactBlocks } from '../support/blocks.ts';
import { openTestDatabase } from '../support/client.ts';
import { newPlace } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, noon } from '../support/times.ts';

// A write reads some 5 MB of blocks, however long the texts of their sessions are: a Worker has 128 MB, and D1 takes
// 1,000 statements in one run of the cron.

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const sealAll = () => sealSessions(db(), later, { isForced: true });
const counted = (where: string) =>
  numberOf(`select coalesce(sum(count), 0) from session_blocks where ${where}`);
/** Texts that no two sessions share: 3,500 characters together. */
const long = (part: number) => `'${part} ' || n || ' ' || hex(zeroblob(250))`;

/** The most bytes of texts of a write, with those of the first session. */
const mostBytes = 5_000_000 + 4 * 250_000;
/** The bytes of the blocks that have changed since. */
async function bytesWritten(act: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    (
      await env.DB.prepare(
        `select page_id || is_removed || first_at || '.' || part as key, length(utm_source) + length(referrer)
          + length(utm_medium) + length(utm_content) + length(utm_term) + length(landing_path) as bytes,
          count || ' ' || clicks || ' ' || landing_path as content from session_blocks`,
      ).all<{ key: string; bytes: number; content: string }>()
    ).results;
  const before = new Map((await read()).map(({ key, content }) => [key, content]));
  await act();
  const after = await read();
  return after.reduce((sum, { key, bytes, content }) => sum + (before.get(key) === content ? 0 : bytes), 0);
}

largeTest(0)(
  'corrections all over blocks of long texts are made a few at a time, because a Worker has 128 MB',
  async () => {
    const of = await newPlace();
    const long = "replace(hex(zeroblob(500)), '0', 'x') || n";
    await insertSessions(of, 3000, { campaign: long, others: long });
    while ((await sealSome(db(), later, true)) > 0);
    await changeSessions(
      of,
      'total_clicks_count = 9',
      "analytics_session_id like '%-00__00' or analytics_session_id like '%-00__50'",
    );
    const real = db();
    const sizes: number[] = [];
    const batch = async (statements: Parameters<Database['batch']>[0]) => {
      const rows = await real.batch(statements);
      sizes.push(JSON.stringify(rows).length);
      return rows;
    };
    const watched = { batch, bookmark: () => null } as unknown as Database;
    while ((await sealSome(watched, later)) > 0);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
    expect(await correctionsCount()).toBe(0);
    await expectExactBlocks();
  },
);

largeTest(1)(
  'corrections of one millisecond, of more bytes than a write has room for, are made together',
  async () => {
    const of = await newPlace();
    await insertSessions(of, 1500, { start: `${noon}`, others: long(0), campaign: long(1) });
    await sealAll();
    await changeSessions(of, 'total_clicks_count = total_clicks_count + 1');
    expect(await correctionsCount()).toBe(1500);
    const made = await sealSome(db(), later, true);
    expect(made).toBeGreaterThan(100);
    expect(await correctionsCount()).toBe(1500 - made);
  },
);

largeTest(2)('corrections of many blocks are made by several writes', async () => {
  const of = await newPlace();
  // Of each hundred sessions one has no texts: it is corrected, in a block of its own.
  await insertSessions(of, 4000, { others: `case when n % 100 = 0 then null else ${long(0)} end` });
  await sealAll();
  await changeSessions(of, 'total_clicks_count = total_clicks_count + 1', 'utm_source is null');
  expect(await correctionsCount()).toBe(40);
  for (let waiting: number | null = 40; waiting !== null && waiting > 0; ) {
    expect(await bytesWritten(() => sealSome(db(), later, true))).toBeLessThan(mostBytes);
    const left: number | null = await correctionsCount();
    expect(left).toBeLessThan(waiting);
    waiting = left;
  }
  expect(await counted("page_id = ''")).toBe(4000);
  expect(await counted("page_id <> ''")).toBe(4000);
});

largeTest(3)('sessions of many pages are sealed, and removed, by several writes', async () => {
  const pages = await Promise.all(Array.from({ length: 55 }, () => newPlace()));
  const insert = async (count: number, from: number) => {
    for (const [part, page] of pages.entries())
      await insertSessions(page, count, {
        id: `'-${from}-'`,
        others: long(part),
        start: `${noon + from + (from === 0 ? 1000 * part : 0)} + n`,
      });
  };
  await insert(60, 0);
  await sealAll();
  await insert(2, 100_000);
  let writes = 0;
  for (let sealed = -1; sealed !== 0; writes++)
    expect(
      await bytesWritten(async () => {
        sealed = await sealSome(db(), later, true);
      }),
    ).toBeLessThan(mostBytes);
  expect(writes).toBeGreaterThan(2);
  expect(await counted("page_id = ''")).toBe(55 * 62);
  expect(await counted("page_id <> ''")).toBe(55 * 62);

  while ((await removeSessions(db(), noon + 2 * day, later)) > 0);
  expect(await counted("page_id = '' and is_removed = 1")).toBe(55 * 62);
  expect(await counted("page_id <> '' and is_removed = 1")).toBe(55 * 62);
  expect(await counted('is_removed = 0')).toBe(0);
});
