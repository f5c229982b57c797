import { env } from 'cloudflare:workers';
import { blockOf, factsOf, type StoredBlock } from '../../../src/analytics/block.ts';
import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import { mostSessions } from '../../../src/analytics/cut.ts';
import type { PageAnalyticsList, Timeseries } from '../../../src/analytics/schemas.ts';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import { dimensions } from '../../../src/vocabulary/dimensions.ts';
import { factsSql, parseFacts, placeOf, sealedSql, startOf } from '../../../src/vocabulary/facts.ts';
import { openTestDatabase, send } from './client.ts';
import { analytics, type Place, sessions } from './places.ts';
import { numberOf } from './tables.ts';
import { day, later, noon } from './times.ts';

export const correctionsCount = () => numberOf('select count(*) from session_corrections');
/** The number of writes of blocks so far. */
export const revision = () => numberOf('coalesce((select revision from session_seal), 0)');

/** All kinds of answers about a page: they are the same before, during and after sealing. */
export function answersOf(of: Place): Promise<unknown[]> {
  const get = async <T>(path: string) => {
    const { status, text, body } = await send<T>('GET', path);
    expect(status, text).toBe(200);
    return body;
  };
  const path = `/v0/pages/${of.pageId}`;
  const ofRange = (range: string) => [
    analytics(of, range),
    sessions(of, range).then(({ totalCount }) => totalCount),
    ...dimensions.map((by) => get<Breakdown>(`${path}/analytics/breakdown?by=${by}&limit=100&${range}`)),
    get<Breakdown>(`${path}/analytics/breakdown?by=utmCampaign&audienceId=${of.audienceId}&${range}`),
    get<PageAnalyticsList>(`/v0/analytics/pages?${range}`).then(({ items }) =>
      items.find(({ pageId }) => pageId === of.pageId),
    ),
  ];
  // The last range cuts a quarter of an hour.
  const ranges = ['', `startDate=${new Date(noon + 1500).toISOString()}`];
  const [from, to] = [noon - 100 * day, noon + 100 * day].map((at) => new Date(at).toISOString());
  const series = `interval=day&timezone=Asia/Kathmandu&startDate=${from}&endDate=${to}`;
  return Promise.all([...ranges.flatMap(ofRange), get<Timeseries>(`${path}/analytics/timeseries?${series}`)]);
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** All rows of session_blocks. */
export async function storedBlocks(): Promise<StoredBlock[]> {
  const { results } = await env.DB.prepare(
    'select * from session_blocks order by page_id, is_removed, first_at, part',
  ).all();
  return results.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [camel(name), value]),
      ) as unknown as StoredBlock,
  );
}

/** What all blocks have of their sessions, as one text: a row has ids by their bytes. */
export const blocksText = async (): Promise<string> =>
  JSON.stringify((await storedBlocks()).map((row) => factsOf(blockOf(row))));

const pagePlace = placeOf('page');

/**
 * Holds that the blocks have exactly the sessions that are sealed, of each page and of the workspace, except for those
 * that are corrected, and that they are cut as they should be. Returns how many are sealed.
 */
export async function expectExactBlocks(): Promise<number> {
  const { results } = await env.DB.prepare(
    `select ${factsSql('s.')} as text, c.page_id is not null as is_corrected, c.counted
    from audience_sessions s left join session_corrections c using (page_id, analytics_session_id)
    where ${sealedSql('s.')}`,
  ).all<{ text: string; is_corrected: number; counted: string | null }>();
  const expected = results.flatMap(({ text, is_corrected, counted }) =>
    is_corrected ? (counted === null ? [] : [parseFacts(counted).facts]) : [parseFacts(text).facts],
  );
  const texts = (list: unknown[]) => list.map((one) => JSON.stringify(one)).sort();
  const blocks = (await storedBlocks()).filter(({ isRemoved }) => isRemoved === 0);
  const byPage = Map.groupBy(blocks, ({ pageId }) => pageId);
  const pages = Map.groupBy(expected, (facts) => String(facts[pagePlace]));
  if (expected.length > 0) pages.set('', expected);
  expect([...byPage.keys()].sort()).toEqual([...pages.keys()].sort());
  for (const [pageId, rows] of byPage) {
    const facts = rows.map((row) => factsOf(blockOf(row)));
    const [found, wanted] = [texts(facts.flat()), texts(pages.get(pageId) ?? [])];
    // The same check, but equal lists of thousands are compared at once.
    if (found.join('\n') !== wanted.join('\n')) expect(found).toEqual(wanted);
    for (const [index, row] of rows.entries()) {
      const starts = facts[index]?.map(startOf) ?? [];
      expect(starts.every((start, place) => start >= (starts[place - 1] ?? start))).toBe(true);
      expect([row.firstAt, row.lastAt, row.count]).toEqual([starts[0], starts.at(-1), starts.length]);
      expect(row.count).toBeLessThanOrEqual(mostSessions);
      const next = rows[index + 1];
      if (next && next.firstAt !== row.firstAt) expect(next.firstAt).toBeGreaterThan(row.lastAt);
      else if (next) expect(row.lastAt).toBe(row.firstAt);
    }
  }
  return results.length;
}

/** Seals everything, one write at a time. Returns how much each of them took. */
export async function sealAll(): Promise<number[]> {
  const taken: number[] = [];
  for (;;) {
    const count = await sealSome(openTestDatabase(), later, true);
    if (count === 0) return taken;
    taken.push(count);
    await expectExactBlocks();
  }
}

/** Checks before any session is sealed, after some are, and after all are. */
export async function atAnyTime(check: () => Promise<void>): Promise<void> {
  await check();
  await sealSome(openTestDatabase(), later, true);
  await check();
  await sealSessions(openTestDatabase(), later, { isForced: true });
  await check();
}
