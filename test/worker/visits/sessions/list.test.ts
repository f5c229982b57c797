import { env } from 'cloudflare:workers';
import { blockOf, factsOf, type StoredBlock } from '../../../../src/analytics/block.ts';
import { writeStatements } from '../../../../src/analytics/store/seal.ts';
import { storedBlock } from '../../../../src/analytics/stored-block.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { listSessions } from '../../../../src/visits/sessions/store/list.ts';
import { noFilters } from '../../../../src/visits/sessions/store/select.ts';
import { startOf } from '../../../../src/vocabulary/facts.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { correctionsCount, revision, storedBlocks } from '../../support/blocks.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { failing } from '../../support/faults.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { newPlace } from '../../support/places.ts';
import { ok, outcome, pagesOf } from '../../support/replies.ts';
import {
  type Begun,
  changeSessions,
  forgetSessions,
  importBegun,
  importSessions,
  insertSessions,
  least,
} from '../../support/sessions.ts';
import { day, later, noon } from '../../support/times.ts';
import { newId } from '../../support/visits.ts';

const list = (query: string, page: string) =>
  send<List<AudienceSession> & Problem>('GET', `/v0/pages/${page}/audience_sessions?${query}`);

const aDay = 'startDate=2026-03-14T00:00:00Z&endDate=2026-03-15T00:00:00Z';

beforeEach(forgetSessions);

// models/sessions.test.ts has what a list of each range and filter has, page by page.
describe('the list of sessions', () => {
  test('has every session once while others are added', async () => {
    const page = await newPageId();
    const of = (start: number): Begun => ({ analyticsSessionId: newId(), audienceId: null, start });
    const there = Array.from({ length: 10 }, (_, n) => of(noon + n));
    await importBegun(page, there);
    const got: string[] = [];
    for await (const { items } of pagesOf((next) => ok(list(`limit=3${next}`, page)))) {
      got.push(...items.map(({ analyticsSessionId }) => analyticsSessionId));
      await importBegun(page, [of(noon + 1000)]);
    }
    expect(got).toEqual(there.map(({ analyticsSessionId }) => analyticsSessionId).reverse());
  });

  test('of a page takes one trip, and an archived audience still has a list', async () => {
    const page = await newPageId();
    const audienceId = await newAudienceId(page);
    await importBegun(page, [{ analyticsSessionId: newId(), audienceId, start: noon }]);
    await send('POST', `/v0/pages/${page}/audiences/${audienceId}/archive`, {});
    const { body, cost } = await list(`audienceId=${audienceId}`, page);
    expect([body.totalCount, body.items.length, cost.trips]).toEqual([1, 1, 1]);
  });

  test('filters by hasConversion, hasFormSubmit and personId, of which an unknown one finds nothing', async () => {
    const pageId = await newPageId();
    const email = `zoe@${newId()}.example`;
    const { personId } = await newPerson({ email });
    const made = {
      plain: least(),
      converted: least({ hasConversion: true }),
      form: least({ hasFormSubmit: true, formSubmissionId: 'f', formSubmissionEmail: email }),
    };
    await ok(importSessions(pageId, Object.values(made)));
    const found = async (query: string) => {
      const { items, totalCount } = await ok(list(query, pageId));
      const ids = items.map(({ analyticsSessionId }) => analyticsSessionId);
      expect(totalCount).toBe(ids.length);
      return Object.entries(made).flatMap(([name, one]) =>
        ids.includes(String(one.analyticsSessionId)) ? [name] : [],
      );
    };
    expect(await found('hasConversion=true')).toEqual(['converted']);
    expect(await found('hasConversion=false')).toEqual(['plain', 'form']);
    expect(await found('hasFormSubmit=true')).toEqual(['form']);
    expect(await found('hasFormSubmit=false')).toEqual(['plain', 'converted']);
    expect(await found(`personId=${personId}`)).toEqual(['form']);
    expect(await found('personId=person_none')).toEqual([]);
  });

  test('of an unknown page or audience is a 404, as analytics of them are', async () => {
    const pageId = await newPageId();
    const own = await newAudienceId(pageId);
    const answers = async (query: string, page = pageId) => {
      const { status, body } = await list(query, page);
      return `${status} ${body.code}`;
    };
    expect(await answers('', 'page_none')).toBe('404 page_not_found');
    expect(await answers('audienceId=x', 'page_none')).toBe('404 page_not_found');
    const theirs = await newAudienceId(await newPageId());
    for (const audienceId of ['x', '%00', theirs, `${own}%20`, pageId])
      expect(await answers(`audienceId=${audienceId}`), audienceId).toBe('404 audience_not_found');
    for (const answer of ['breakdown?by=device', 'breakdowns?by=device', `timeseries?interval=day&${aDay}`]) {
      const path = `/v0/pages/${pageId}/analytics/${answer}`;
      for (const id of ['x', theirs])
        expect(outcome(await send('GET', `${path}&audienceId=${id}`)), path).toEqual([
          404,
          'audience_not_found',
        ]);
    }
  });
});

// The starts in older blocks than the newest are read only for a list that needs them.

/** The sessions of a block in blocks of a few, so that a page has many. Those of one moment have two parts. */
function inSmallBlocks(row: StoredBlock): StoredBlock[] {
  const { pageId, isRemoved } = row;
  const byBlock = Map.groupBy(factsOf(blockOf(row)), (facts) => Math.floor((startOf(facts) - noon) / 10));
  return [...byBlock].flatMap(([, facts]) => {
    const isOneMoment = startOf(facts[0] ?? []) === startOf(facts.at(-1) ?? []);
    const parts = isOneMoment ? [facts.slice(0, 5), facts.slice(5)] : [facts];
    return parts.map((some, part) => storedBlock({ pageId, isRemoved, part }, some));
  });
}

/** The ids of a list, page by page, and how many of it there are. */
async function listOf(pageId: string, query: string) {
  const ids: string[] = [];
  const totals = new Set<number | null>();
  const read = (next: string) =>
    ok(send<List<AudienceSession>>('GET', `/v0/pages/${pageId}/audience_sessions?${query}${next}`));
  for await (const { items, totalCount } of pagesOf(read)) {
    ids.push(...items.map(({ analyticsSessionId }) => analyticsSessionId));
    totals.add(totalCount);
  }
  return { ids, totals: [...totals] };
}

/** Holds that lists of a campaign have the sessions that the table has. */
async function expectExact(pageId: string, [from, to]: readonly [number, number]): Promise<void> {
  const check = async (campaign: string) => {
    const { results } = await env.DB.prepare(
      `select analytics_session_id as id from audience_sessions where page_id = ? and utm_campaign = ?
        and session_started_at >= ? and session_started_at < ? order by session_started_at desc, id desc`,
    )
      .bind(pageId, campaign, from, to)
      .all<{ id: string }>();
    const ids = results.map(({ id }) => id);
    const [startDate, endDate] = [from, to].map((at) => new Date(at).toISOString());
    const queries = [1, 4, 100].map(
      (limit) => `utmCampaign=${campaign}&limit=${limit}&startDate=${startDate}&endDate=${endDate}`,
    );
    const lists = await Promise.all(queries.map((query) => listOf(pageId, query)));
    expect(lists).toEqual(queries.map(() => ({ ids, totals: [ids.length] })));
  };
  await Promise.all(['rare', 'moment', 'common', 'none'].map(check));
}

test('a filtered list of many blocks has all its sessions, in whichever blocks they are', async () => {
  const of = await newPlace();
  // Two sessions begin in each millisecond, but some twenties in one.
  const start = `${noon} + iif((n / 20) % 20 = 3, n / 20 * 10, n / 2)`;
  const campaign = `case when n in (3, 85, 86, 87, 1200, 1201) then 'rare' when n between 60 and 79 then 'moment'
    when n % 50 = 0 then 'common' end`;
  await insertSessions(of, 2400, { start, campaign });
  await sealSessions(openTestDatabase(), later, { isForced: true });
  const blocks = await storedBlocks();
  const written = blocks.flatMap(inSmallBlocks);
  expect(written.length).toBeGreaterThan(2 * 110);
  const write = { written, deleted: blocks };
  await openTestDatabase().batch(writeStatements((await revision()) ?? 0, write));
  const ranges = [
    [noon, noon + day],
    [noon + 31, noon + 1037],
    [noon + 30, noon + 602],
  ] as const;
  for (const range of ranges) await expectExact(of.pageId, range);

  // Corrections take old sessions away, and add others.
  await changeSessions(of, "utm_campaign = 'rare'", 'session_started_at % 400 = 1');
  await changeSessions(of, 'utm_campaign = null', "utm_campaign = 'rare' and session_started_at % 400 <> 1");
  await changeSessions(
    of,
    "utm_campaign = 'moment'",
    "utm_campaign = 'common' and session_started_at % 3 = 0",
  );
  expect(await correctionsCount()).toBeGreaterThan(20);
  for (const range of ranges) await expectExact(of.pageId, range);
});

for (const when of [2, 3])
  test(`sessions that change before round trip ${when} do not end a list`, async () => {
    const of = await newPlace();
    await insertSessions(of, 2000, { campaign: "iif(n < 600, 'old', null)" });
    await sealSessions(openTestDatabase(), later, { isForced: true });
    const deleted = (await storedBlocks()).filter(({ pageId }) => pageId === of.pageId);
    const write = { written: deleted.flatMap(inSmallBlocks), deleted };
    await openTestDatabase().batch(writeStatements((await revision()) ?? 0, write));

    // The newest twenty of those that pass.
    const changed = `utm_campaign = 'old' and session_started_at >= ${noon + 580}`;
    const change = () => changeSessions(of, "utm_campaign = 'new'", changed);
    const db = failing('before', change, when - 1, 1);
    const listing = { ...noFilters, filters: { utmCampaign: ['old'] }, limit: 10 };
    const first = await listSessions(db, of.pageId, listing);
    expect(first.totalCount).toBe(600);

    const ids = first.items.map(({ analyticsSessionId }) => analyticsSessionId);
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await listSessions(openTestDatabase(), of.pageId, { ...listing, cursor });
      ids.push(...page.items.map(({ analyticsSessionId }) => analyticsSessionId));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(
      Array.from({ length: 580 }, (_, n) => `${of.pageId}-${String(579 - n).padStart(6, '0')}`),
    );
  });
