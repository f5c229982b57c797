import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { Answer } from '../../../src/analytics/answer.ts';
import { type Block, blockOf, factsOf } from '../../../src/analytics/block.ts';
import { type Question, summedBy } from '../../../src/analytics/question.ts';
import { storedBlock } from '../../../src/analytics/stored-block.ts';
import { startsByQuarters, textSumsOf, totalsOf } from '../../../src/analytics/totals.ts';
import { quarterMs } from '../../../src/lib/range.ts';
import {
  columnNames,
  type Facts,
  factsSql,
  parseFacts,
  placeOf,
  startOf,
} from '../../../src/vocabulary/facts.ts';
import { flag } from '../../../src/vocabulary/flags.ts';
import { measureCount } from '../../../src/vocabulary/measures.ts';
import { factsWith } from '../support/facts.ts';

const key = { pageId: 'page_x', isRemoved: 0, part: 0 };
const base = Date.UTC(2026, 0, 31, 23, 50);
const minute = 60_000;
const later = Number.POSITIVE_INFINITY;

const session = fc
  .record({
    startedAt: fc.oneof(fc.nat(3 * quarterMs), fc.nat(2 ** 40)).map((ms) => base + ms),
    activeMs: fc.nat(86_400_000),
    engagedMs: fc.oneof(fc.constantFrom(0, 1, 10_000, 10_001), fc.nat(86_400_000)),
    scrollDepth: fc.constantFrom(0, 1, 10_001),
    clicks: fc.nat(3),
    questions: fc.nat(2),
    flags: fc.nat(15),
    audienceId: fc.constantFrom(null, 'audience_1', 'audience_2'),
    page: fc.constantFrom('page_1', 'page_2'),
    utmSource: fc.option(fc.string(), { nil: null }),
    landingPath: fc.option(fc.string(), { nil: null }),
  })
  .map(factsWith);
const sessions = fc
  .array(session, { minLength: 1, maxLength: 40 })
  .map((all) => all.sort((a, b) => startOf(a) - startOf(b)));

test('sessions are in a block as they were', () => {
  fc.assert(
    fc.property(sessions, (all) => {
      const row = storedBlock(key, all);
      expect(factsOf(blockOf(row))).toEqual(all);
      expect(row).toMatchObject({
        ...key,
        count: all.length,
        firstAt: startOf(all[0] ?? []),
        lastAt: startOf(all.at(-1) ?? []),
      });
    }),
  );
});

/** The answer about all sessions of a block after their end, by quarters of an hour. */
function answerOf(add: (answer: Answer) => void, first: number, last: number): number[][] {
  const start = Math.floor(first / quarterMs) * quarterMs;
  const count = Math.floor((last - start) / quarterMs) + 1;
  const boundaries = Array.from({ length: count + 1 }, (_, n) => start + n * quarterMs);
  const question = {
    pageId: 'page_x',
    boundaries,
    filters: {},
    by: undefined,
    now: Number.POSITIVE_INFINITY,
  };
  const answer = new Answer(question);
  add(answer);
  return answer.piecesOf(null).map((sums) => [...sums]);
}

test('the sums of quarters of an hour are those of the sessions', () => {
  const near = sessions.map((all) => all.filter((facts) => startOf(facts) < base + 100 * quarterMs));
  fc.assert(
    fc.property(near, (all) => {
      fc.pre(all.length > 0);
      const row = storedBlock(key, all);
      fc.pre(row.sums !== null);
      const totals = totalsOf(row.sums ?? '', row.firstAt);
      const ofSessions = answerOf((answer) => answer.add(blockOf(row)), row.firstAt, row.lastAt);
      expect(answerOf((answer) => answer.addTotals(totals), row.firstAt, row.lastAt)).toEqual(ofSessions);
      expect(ofSessions.reduce((sum, [count = 0]) => sum + count, 0)).toBe(all.length);
    }),
  );
});

test('the sums of quarters of an hour say in which of them each session began', () => {
  const near = sessions.map((all) => all.filter((facts) => startOf(facts) < base + 100 * quarterMs));
  fc.assert(
    fc.property(near, (all) => {
      fc.pre(all.length > 0);
      const { sums, firstAt, count } = storedBlock(key, all);
      fc.pre(sums !== null);
      const starts = startsByQuarters(sums ?? '', firstAt, count);
      const quarterOf = (at: number) => Math.floor(at / quarterMs);
      expect(Array.from(starts.subarray(0, count), (ms) => quarterOf(firstAt + ms))).toEqual(
        all.map((facts) => quarterOf(startOf(facts))),
      );
      expect(Math.min(...starts.subarray(0, count))).toBe(0);
    }),
  );
});

test('the sums of a block count in a range that begins before it, within the same quarter of an hour', () => {
  const all = Array.from({ length: 3 }, (_, n) => factsWith({ startedAt: base + 5 * minute + n }));
  const { sums, firstAt } = storedBlock(key, all);
  const countFrom = (start: number) => {
    const boundaries = [start, base + 60 * minute];
    const answer = new Answer({ pageId: '', boundaries, filters: {}, by: undefined, now: base });
    answer.addTotals(totalsOf(sums ?? '', firstAt));
    return answer.piecesOf(null)[0]?.[0];
  };
  expect([base, base + 4 * minute, base + 5 * minute].map(countFrom)).toEqual([3, 3, 3]);
});

test('sums that are no shorter than the sessions are left out', () => {
  const spread = (quarters: number, count: number) =>
    storedBlock(
      key,
      Array.from({ length: count }, (_, n) =>
        factsWith({ startedAt: base + Math.floor((n * quarters) / count) * quarterMs }),
      ),
    );
  expect(spread(50, 100).sums).not.toBeNull();
  expect(spread(51, 100).sums).toBeNull();
  expect(spread(2, 2).sums).not.toBeNull();
});

/** The sums of each group of the answer of a question that adds some sessions. */
function groupsOf(question: Question, add: (answer: Answer) => void) {
  const answer = new Answer(question);
  add(answer);
  return Object.fromEntries(Array.from(answer.groups, ([text, sums]) => [String(text), [...sums]]));
}

const asked = fc.record(
  {
    by: fc.constantFrom('country', 'browser', 'audienceId', undefined),
    country: fc.subarray(['DE', 'FR', 'XX', null], { minLength: 1 }),
    browser: fc.subarray(['Safari', 'Firefox', null], { minLength: 1 }),
    isCount: fc.boolean(),
  },
  { requiredKeys: ['by', 'isCount'] },
);
/** As many as make a block that has sums of texts. */
const crowd = fc.array(
  fc.record({
    startedAt: fc.nat(minute).map((ms) => base + ms),
    country: fc.constantFrom('DE', 'FR', null),
    browser: fc.constantFrom('Safari', 'Firefox', null),
    engagedMs: fc.constantFrom(0, 1, 20_000, 2 ** 31),
    scrollDepth: fc.nat(10_001),
    clicks: fc.nat(3),
    flags: fc.nat(15),
  }),
  { minLength: 1, maxLength: 300 },
);

test('any filters and grouping find what a look at each session finds', () => {
  fc.assert(
    fc.property(crowd, asked, (all, { by, isCount, ...filters }) => {
      const sorted = all.map(factsWith).sort((a, b) => startOf(a) - startOf(b));
      const row = storedBlock(key, sorted);
      const rest = { pageId: 'page_x', boundaries: [0, base + 1000 * minute], by, isCount, now: later };
      const passes = all.filter(
        ({ country, browser }) =>
          (filters.country?.includes(country) ?? true) && (filters.browser?.includes(browser) ?? true),
      );
      const expected = groupsOf({ ...rest, filters: {} }, (answer) => {
        for (const one of passes) answer.add(blockOf(storedBlock(key, [factsWith(one)])));
      });
      const question: Question = { ...rest, filters };
      expect(groupsOf(question, (answer) => answer.add(blockOf(row)))).toEqual(expected);

      const name = summedBy(question);
      const sums = name && row[`${name}Sums`];
      if (!sums) return;
      const texts = row[name].slice(row[name].indexOf('\n') + 1);
      const bySums = groupsOf(question, (answer) => answer.addTextSums(textSumsOf(sums, texts), base));
      expect(bySums).toEqual(expected);
    }),
  );
});

test('the sums of texts are stored if they save as much as they take', () => {
  const blockWith = (values: number) =>
    storedBlock(
      key,
      Array.from({ length: 1000 }, (_, n) =>
        factsWith({ startedAt: base + n, engagedMs: n * n, scrollDepth: n, country: `c${n % values}` }),
      ),
    );
  expect(blockWith(10).countrySums).not.toBeNull();
  expect(blockWith(500).countrySums).toBeNull();
  // A block without sums of quarters has none: these tell which version has written them.
  const spread = Array.from({ length: 100 }, (_, n) => factsWith({ startedAt: base + n * quarterMs }));
  expect(storedBlock(key, spread)).toMatchObject({ sums: null, countrySums: null });
});

test('a block ends when the last of its sessions does, which may not be the last that began', () => {
  const tracked = (start: number, activeMs: number) =>
    factsWith({ startedAt: base + start, activeMs, flags: flag.isTracked });
  const { endsAt } = storedBlock(key, [tracked(0, 90 * minute), tracked(minute, 0)]);
  expect(endsAt).toBe(base + 120 * minute);
  // An imported session has ended before it was stored.
  expect(storedBlock(key, [factsWith({ startedAt: base, activeMs: 90 * minute })]).endsAt).toBe(0);
});

test('a session is pending until its end, and counts as completed from then on', () => {
  const all = [factsWith({ startedAt: base, activeMs: minute, engagedMs: 1, flags: flag.isTracked })];
  const block: Block = blockOf(storedBlock(key, all));
  const closedAt = (now: number) => {
    const answer = new Answer({ pageId: '', boundaries: [0, base + 1], filters: {}, by: undefined, now });
    answer.add(block);
    return answer.piecesOf(null)[0]?.[1];
  };
  expect([base, base + 31 * minute - 1, base + 31 * minute].map(closedAt)).toEqual([0, 0, 1]);
});

test('a column that a block does not have yet is unknown', () => {
  const row = { ...storedBlock(key, [factsWith({ startedAt: base, country: 'DE' })]), country: null };
  const answer = new Answer({ pageId: '', boundaries: [0, base + 1], filters: {}, by: 'country', now: base });
  answer.add(blockOf(row));
  expect(Array.from(answer.groups, ([text]) => text)).toEqual([null]);
});

test('a text from before a fact does not have it: a number is 0, a text unknown', () => {
  const all = factsWith({ startedAt: base, country: 'DE' });
  const known = all.slice(0, placeOf('landingPath') + 1);
  expect(parseFacts(JSON.stringify(['id', ...known])).facts).toEqual(all);
  expect(parseFacts('["id"]').facts).toEqual(factsWith({}));
});

test('facts have the order of the columns, in SQL too', async () => {
  const values = columnNames.map((name) => `the ${name}`);
  const facts: Facts = parseFacts(JSON.stringify(['id', ...values])).facts;
  expect(facts).toEqual(values);
  await env.DB.prepare(
    `insert into audience_sessions (analytics_session_id, page_id, computation_status, failure, form_state,
      has_conversion, questions_asked_count, total_clicks_count, max_scroll_depth, session_started_at, active_ms,
      utm_term, country, page_url)
    values ('s', 'page_p', 'pending', 'x', 2, 1, 3, 4, 0, 5, 6, 't', 'DE', 'https://x.example/way?q')`,
  ).run();
  const row = await env.DB.prepare(`select ${factsSql('')} as text from audience_sessions`).first<string>(
    'text',
  );
  expect(parseFacts(row ?? '')).toEqual({
    id: 's',
    facts: factsWith({
      startedAt: 5,
      activeMs: 6,
      engagedMs: 0,
      scrollDepth: 1,
      clicks: 4,
      questions: 3,
      flags: flag.isTracked + flag.hasFailed + flag.hasFormSubmit + flag.hasConversion,
      page: 'page_p',
      utmTerm: 't',
      country: 'DE',
      landingPath: '/way',
    }),
  });
});

test('a block has a sum of each measure', () => {
  const { sums } = storedBlock(key, [factsWith({ startedAt: base })]);
  // The number of measures, that of quarters, the quarters, and the measures.
  expect(sums?.split('|')).toHaveLength(3 + measureCount);
});
