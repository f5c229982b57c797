import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import costDocument from '../../../docs/cost.md?raw';
import { rollUpSessions } from '../../../src/analytics/worker/roll-up.ts';
import type { Dimensions } from '../../../src/visits/dimensions.ts';
import type { VisitMessage } from '../../../src/visits/schemas.ts';
import { openTestDatabase } from '../support/client.ts';
import { costOf } from '../support/statements.ts';
import {
  collect,
  day,
  held,
  merge,
  newId,
  newPlace,
  prepareVisits,
  visitOf,
} from '../support/visit-factories.ts';

// The price of a visit, and the table of docs/cost.md that has it.

prepareVisits();

const hour = 3_600_000;
const begin = Date.UTC(2026, 2, 2);

/** Numbers from 0 to 1 that are the same in each run. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Traffic {
  /** The column of the table. */
  of: string;
  days: number;
  visitsPerDay: number;
  /** The audiences of the page. A visit has one of them, or each visit its own. */
  audiences: number | 'each';
  /** Most rows written a visit. */
  limit: number;
}
const pages: Traffic[] = [
  { of: '20 an hour, 10 audiences', days: 4, visitsPerDay: 480, audiences: 10, limit: 9 },
  { of: '20 an hour, an audience each', days: 4, visitsPerDay: 480, audiences: 'each', limit: 9 },
  { of: 'one an hour', days: 10, visitsPerDay: 24, audiences: 10, limit: 25 },
  { of: 'one a day', days: 40, visitsPerDay: 1, audiences: 10, limit: 30 },
];

async function loadAudiences(pageId: string, n: number): Promise<string[]> {
  const ids = Array.from({ length: n }, () => `audience_${newId()}`);
  await env.DB.prepare(
    `insert into audiences
      (page_id, audience_id, audience_number, metadata_override, revision, write_id, created_at)
    select ?1, value, key + 2, '{}', 1, 'write_x', 0 from json_each(?2)`,
  )
    .bind(pageId, JSON.stringify(ids))
    .run();
  return ids;
}

const campaigns = [
  { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'spring' },
  { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'brand', utmTerm: 'footfall' },
  { utmSource: 'linkedin', utmMedium: 'social', utmCampaign: 'launch', utmContent: 'video' },
  {},
  {},
];
const countries = ['DE', 'US', 'IN', 'FR', 'GB', 'NL', 'CH', 'AT', 'PL', 'ES', null];

type Random = ReturnType<typeof randoms>;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** The two beacons of a visit. The second one arrives with another delay than the first. */
function beaconsOf(
  random: Random,
  place: { pageId: string; audienceId: string },
  start: number,
  delays: [number, number],
): [VisitMessage, VisitMessage] {
  const dimensions: Dimensions = {
    referrer: pick(random, [null, 'google.com', 'linkedin.com', 'news.example']),
    country: pick(random, countries),
    device: pick(random, ['desktop', 'desktop', 'mobile', 'tablet']),
    browser: pick(random, ['Chrome', 'Safari', 'Firefox', 'Edge']),
  };
  const first = visitOf(newId(), {
    ...place,
    ...{ elapsedMs: 1000, activeMs: 1000, engagedMs: 1000, maxScrollDepthPercentage: 20 },
    ...{
      pageTitle: 'Pricing',
      pageUrl: `https://www.site.example/${pick(random, ['pricing', 'de/preise'])}`,
    },
    ...pick(random, campaigns),
  });
  const elapsedMs = 20_000 + Math.floor(random() * 100_000);
  const second = {
    ...first,
    ...{ elapsedMs, activeMs: elapsedMs, engagedMs: Math.floor(elapsedMs * random()) },
    ...{ maxScrollDepthPercentage: 70, clicksCount: 1 },
  };
  const messageOf = (visit: typeof first, delay: number): VisitMessage => ({
    ...{ workspace: 'main', receivedAt: start + visit.elapsedMs + delay, visit, dimensions },
  });
  return [messageOf(first, delays[0]), messageOf(second, delays[1])];
}

/** What a visit costs, by part: rows written, and rows read in all. */
interface Price {
  insert: number;
  beacon: number;
  /** A beacon with less delay than the first, which moves the start of the session. */
  moving: number;
  rollUp: number;
  read: number;
}

/** Days of visits of two beacons each, hour by hour, until all of them are rolled up. */
async function priceOf({ days, visitsPerDay, audiences }: Traffic): Promise<Price> {
  const random = randoms(1);
  const { pageId } = await newPlace();
  const total = days * visitsPerDay;
  const ids = await loadAudiences(pageId, audiences === 'each' ? total : audiences);
  const db = openTestDatabase();
  const sums = { insert: 0, beacon: 0, moving: 0, rollUp: 0, read: 0 };
  const count = async (part: keyof Price, work: () => Promise<unknown>) => {
    const { read, written } = await costOf(work);
    sums[part] += written;
    sums.read += read;
  };
  let made = 0;
  for (let at = begin; at < begin + (days + 2) * day; at += hour) {
    const due = Math.min(total, Math.ceil(((at + hour - begin) / day) * visitsPerDay));
    const visits: [VisitMessage, VisitMessage][] = [];
    for (; made < due; made++) {
      const audienceId = audiences === 'each' ? ids[made] : pick(random, ids);
      const start = at + Math.floor(random() * 0.9 * hour);
      visits.push(
        beaconsOf(random, { pageId, audienceId: audienceId ?? '' }, start, [100, made % 2 ? 50 : 150]),
      );
    }
    vi.setSystemTime(at + hour);
    if (visits.length > 0) {
      await count('insert', () => merge(...visits.map(([first]) => first)));
      const isMoving = ([first, second]: (typeof visits)[number]) =>
        second.receivedAt - second.visit.elapsedMs < first.receivedAt - first.visit.elapsedMs;
      for (const [part, these] of [
        ['moving', visits.filter(isMoving)],
        ['beacon', visits.filter((beacons) => !isMoving(beacons))],
      ] as const)
        if (these.length > 0) await count(part, () => merge(...these.map(([, second]) => second)));
    }
    await count('rollUp', () => rollUpSessions(db, Date.now()));
  }
  const waiting = await env.DB.prepare(
    `select count(*) as n from audience_sessions join session_tails using (page_id)
    where page_id = ? and session_started_at > rolled_at`,
  )
    .bind(pageId)
    .first<number>('n');
  expect(waiting).toBe(0);
  return {
    insert: sums.insert / total,
    beacon: sums.beacon / (total / 2),
    moving: sums.moving / (total / 2),
    rollUp: sums.rollUp / total,
    read: sums.read / total,
  };
}

/** Per million, in dollars: docs/cost.md. */
const dollars = { written: 1, read: 0.001, queue: 0.4 };
/** A day of the free plan. */
const free = { written: 100_000, read: 5_000_000, queue: 10_000 };
/** Operations of the queue for a message: it is written, read and deleted. */
const queueOperations = 3;
/** What the tables of docs/cost.md said before (58ce70c), when triggers kept the sums. */
const before: Price = { insert: 15, beacon: 9, moving: 9, rollUp: 6, read: 11 + 9 + 2 };

/** Rounds up, against errors of binary fractions too. */
const up = (value: number, digits: number) => Math.ceil(value * 10 ** digits - 1e-9) / 10 ** digits;

/** The cells of a column of the table. */
function columnOf({ insert, beacon, moving, rollUp, read }: Price): string[] {
  const parts = [insert, beacon, moving, rollUp].map((rows) => up(rows, 1));
  const [ofInsert = 0, ofBeacon = 0, ofMoving = 0, ofRollUp = 0] = parts;
  const least = ofInsert + ofBeacon + ofRollUp;
  const written = ofInsert + ofMoving + ofRollUp;
  const queue = 2 * queueOperations;
  const money = [written * dollars.written, up(read * dollars.read, 2), queue * dollars.queue];
  const alone = Math.floor(Math.min(free.written / written, free.read / read));
  const all = [...money, money.reduce((sum, part) => sum + part)];
  return [
    ...[...parts, least, written].map((rows) => rows.toFixed(1)),
    `${queue}`,
    ...all.map((sum) => `$${sum.toFixed(2)}`),
    ...[Math.min(alone, Math.floor(free.queue / queue)), alone].map((visits) => visits.toLocaleString('en')),
  ];
}

const titles = [
  'a new visit',
  'a beacon',
  'a beacon that moves the start',
  'roll-up, a visit (before: closing)',
  '**a visit of two beacons**',
  '**the same, and the second moves the start**',
  '**queue operations** of the two beacons',
  'rows written, $1 a million',
  'rows read, $0.001 a million',
  'operations of the queue, $0.40 a million',
  '**a million visits**',
  '**visits a day, free plan, with a queue**',
  '**visits a day, free plan, without a queue**',
];

describe('a visit of two beacons', () => {
  const prices: Price[] = [];
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: begin });
    try {
      for (const page of pages) prices.push(await priceOf(page));
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(pages.map((page, index) => ({ ...page, index })))(
    '$of: $limit rows at most',
    ({ index, limit }) => {
      const { insert, beacon, moving, rollUp } = prices[index] as Price;
      expect(insert + Math.max(beacon, moving) + rollUp).toBeLessThanOrEqual(limit);
    },
  );

  test('is one message for each beacon', async () => {
    held.sent.length = 0;
    const visit = visitOf(newId());
    await collect(visit);
    await collect({ ...visit, elapsedMs: 20_000 });
    expect(held.sent.length * queueOperations).toBe(6);
    // A message counts once for each 64 KB.
    for (const message of held.sent) expect(JSON.stringify(message).length).toBeLessThan(64_000);
  });

  test('docs/cost.md has its price', () => {
    const [, section = ''] = costDocument.split('\n## The price of a visit\n');
    const [text = ''] = section.split('\n## ');
    const columns = [before, ...prices].map(columnOf);
    expect(text.split('\n').filter((line) => line.startsWith('| '))).toEqual([
      `| | ${['before', ...pages.map(({ of }) => of)].join(' | ')} |`,
      `| --- |${' ---: |'.repeat(columns.length)}`,
      ...titles.map((title, row) => `| ${[title, ...columns.map((column) => column[row])].join(' | ')} |`),
    ]);
  });
});
