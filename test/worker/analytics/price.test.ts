import { env } from 'cloudflare:workers';
import costDocument from '../../../docs/operators/cost.md?raw';
import { forget } from '../../../src/access/api-keys/cache.ts';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { hashApiKey } from '../../../src/lib/api-key.ts';
import type { Dimensions } from '../../../src/visits/beacons/dimensions.ts';
import type { VisitMessage } from '../../../src/visits/beacons/schemas.ts';
import { inTurn } from '../../turns.ts';
import { expectExactBlocks } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { noneFound } from '../support/none-found.ts';
import { newPlace, type Place } from '../support/places.ts';
import { forgetSessions } from '../support/sessions.ts';
import { costOf } from '../support/statements.ts';
import { day, hour, minute, setClock } from '../support/times.ts';
import { collect, held, merge, newId, prepareVisits, visitOf } from '../support/visits.ts';

// The price of a visit, and the tables of docs/operators/cost.md that have it.

prepareVisits();

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
  pages?: number;
  days: number;
  /** Visits a day of all pages together. */
  visitsPerDay: number;
  /** The audiences of a page. A visit has one of them, or each visit its own. */
  audiences: number | 'each';
  /** How many persons of as many companies come, each in turn through a link of their own. By default nobody is known. */
  people?: number;
  /** The time between two runs of the cron: between them nothing changes that it looks at. */
  every: number;
  /** Most rows written a visit. */
  limit: number;
}
const allSites: Traffic[] = [
  { of: '5 a second', days: 1 / 72, visitsPerDay: 432_000, audiences: 10, every: minute, limit: 4.5 },
  { of: '20 an hour', days: 6, visitsPerDay: 480, audiences: 10, every: hour, limit: 4.5 },
  {
    of: '20 an hour, an audience each',
    days: 6,
    visitsPerDay: 480,
    audiences: 'each',
    every: hour,
    limit: 4.5,
  },
  { of: 'one an hour', days: 45, visitsPerDay: 24, audiences: 10, every: 6 * hour, limit: 4.5 },
  {
    of: 'one a day on each of 100 pages, an audience each',
    pages: 100,
    days: 11,
    visitsPerDay: 100,
    audiences: 'each',
    every: 6 * hour,
    limit: 6.5,
  },
  { of: 'one a day', days: 520, visitsPerDay: 1, audiences: 10, every: day, limit: 6.5 },
];
/** Sites with links to persons. */
const personalSites: Traffic[] = [
  {
    of: 'a person, 20 an hour',
    people: 1,
    days: 2,
    visitsPerDay: 480,
    audiences: 1,
    every: hour,
    limit: 4.5,
  },
  {
    of: 'a person, one an hour',
    people: 1,
    days: 25,
    visitsPerDay: 24,
    audiences: 1,
    every: hour,
    limit: 5.5,
  },
  { of: 'a person, one a day', people: 1, days: 520, visitsPerDay: 1, audiences: 1, every: day, limit: 6.5 },
  {
    of: '1,000 links, each opened once',
    people: 1000,
    days: 2.1,
    visitsPerDay: 480,
    audiences: 1000,
    every: hour,
    limit: 5.5,
  },
  {
    of: '1,000 pages of a person, one a day on each',
    pages: 1000,
    people: 1000,
    days: 2,
    visitsPerDay: 1000,
    audiences: 1,
    every: hour,
    limit: 7,
  },
];
const tables = [
  { title: 'The price of a visit', columns: allSites },
  { title: 'Visits by personal links', columns: personalSites },
];
/** The sites whose turn it is: one of each table. */
const sites = tables.flatMap(({ columns }) => inTurn(columns));
/** The most that a million visits cost, in dollars, at any of these rates. */
const mostDollars = 9.5;

async function loadAudiences(pageId: string, n: number, people: string[] = []): Promise<string[]> {
  const ids = Array.from({ length: n }, () => `audience_${newId()}`);
  await env.DB.prepare(
    `insert into audiences
      (page_id, audience_id, audience_number, metadata_override, person_id, revision, write_id, created_at)
    select ?1, value, key + 2, '{}', ?3 ->> key, 1, 'write_x', 0 from json_each(?2)`,
  )
    .bind(pageId, JSON.stringify(ids), JSON.stringify(people))
    .run();
  return ids;
}

/** Makes the only persons, each of a company of their own. Nobody of them has come. */
async function newPeople(n: number): Promise<string[]> {
  await env.DB.batch(
    ['persons', 'accounts', 'latest_visits'].map((table) => env.DB.prepare(`delete from ${table}`)),
  );
  const of = newId();
  const people = Array.from({ length: n }, (_, index) => `person_${of}${index}`);
  await env.DB.batch(
    [
      `insert into persons
        (person_id, name, search_name, email, email_domain, slug, revision, write_id, created_at, updated_at)
      select value, value, value, value || '@' || value || '.example', value || '.example', value, 1, '', 0, 0
      from json_each(?1)`,
      `insert into accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
      select replace(value, 'person', 'account'), value || '.example', value || '.example', 1, 0, 0, 0
      from json_each(?1)`,
    ].map((statement) => env.DB.prepare(statement).bind(JSON.stringify(people))),
  );
  return people;
}

const campaigns = [
  { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'spring' },
  { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'brand', utmTerm: 'footfall' },
  { utmSource: 'linkedin', utmMedium: 'social', utmCampaign: 'launch', utmContent: 'video' },
  {},
  {},
];
const countries = ['DE', 'US', 'IN', 'FR', 'GB', 'NL', 'CH', 'AT', 'PL', 'ES', null];

/** The publishable key of a website, which has not been used yet. */
const newKey = async () =>
  (await send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'website', scopes: ['collect'] })).body;

type Random = ReturnType<typeof randoms>;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/**
 * How long a beacon takes to arrive, in milliseconds: most take some 100, one in 30 up to three seconds, for example
 * because the first request makes a connection.
 */
const delayOf = (random: Random) => Math.floor(random() < 1 / 30 ? random() * 3000 : 30 + random() * 200);

/** The two beacons of a visit. */
function beaconsOf(
  random: Random,
  place: { pageId: string; audienceId: string },
  start: number,
): [VisitMessage, VisitMessage] {
  const dimensions: Dimensions = {
    ...noneFound,
    referrer: pick(random, [null, 'google.com', 'linkedin.com', 'news.example']),
    country: pick(random, countries),
    device: pick(random, ['desktop', 'desktop', 'mobile', 'tablet']),
    browser: pick(random, ['Chrome', 'Safari', 'Firefox', 'Edge']),
  };
  const first = visitOf(newId(), {
    ...place,
    elapsedMs: 1000,
    activeMs: 1000,
    engagedMs: 1000,
    maxScrollDepthPercentage: 20,
    pageTitle: 'Pricing',
    pageUrl: `https://www.site.example/${pick(random, ['pricing', 'de/preise'])}`,
    ...pick(random, campaigns),
  });
  const elapsedMs = 20_000 + Math.floor(random() * 100_000);
  const second = {
    ...first,
    elapsedMs,
    activeMs: elapsedMs,
    engagedMs: Math.floor(elapsedMs * random()),
    maxScrollDepthPercentage: 70,
    clicksCount: 1,
  };
  const messageOf = (visit: typeof first): VisitMessage => ({
    workspace: 'main',
    receivedAt: start + visit.elapsedMs + delayOf(random),
    visit,
    dimensions,
  });
  return [messageOf(first), messageOf(second)];
}

/** What a visit costs, by part: rows written, and rows read in all but the cron. */
interface Price {
  insert: number;
  beacon: number;
  seal: number;
  keyUse: number;
  read: number;
}

/**
 * Days of visits of two beacons each: requests with their key, the consumer of the queue, and the cron. They go on until
 * as many have been sealed as are at once, so that the price of sealing is not too low.
 */
async function priceOf({
  days,
  visitsPerDay,
  audiences,
  people = 0,
  every,
  pages = 1,
}: Traffic): Promise<Price> {
  await forgetSessions();
  const random = randoms(1);
  const places = await Promise.all(Array.from({ length: pages }, newPlace));
  const total = Math.round(days * visitsPerDay);
  const perPage = Math.ceil(audiences === 'each' ? total / pages : audiences);
  const ids = new Map<string, string[]>();
  const known = await newPeople(people);
  for (const [index, { pageId }] of places.entries()) {
    const ofPage = known.filter((_, place) => place % pages === index);
    ids.set(pageId, await loadAudiences(pageId, perPage, ofPage));
  }
  const { key: apiKey } = await newKey();
  const db = openTestDatabase();
  const sums = { insert: 0, beacon: 0, seal: 0, keyUse: 0, read: 0 };
  const count = async (part: keyof Price, work: () => Promise<unknown>) => {
    const { read, written } = await costOf(work);
    sums[part] += written;
    if (part !== 'seal') sums.read += read;
  };
  // A row has all persons and companies of a batch. With such traffic, each visit comes alone.
  const batch = people > 0 ? 1 : 50;
  let sealed = 0;
  let made = 0;
  const last = begin + days * day;
  for (let at = begin; at < last; at += every) {
    const due = Math.min(total, Math.ceil(((at + every - begin) / day) * visitsPerDay));
    const beacons: [VisitMessage, VisitMessage][] = [];
    for (; made < due; made++) {
      const { pageId } = places[made % pages] as Place;
      const list = ids.get(pageId) ?? [];
      const turn = Math.floor((people > 0 ? made % people : made) / pages);
      const audienceId = audiences === 'each' || people > 0 ? list[turn] : pick(random, list);
      const start = at + Math.floor(random() * 0.9 * every);
      beacons.push(beaconsOf(random, { pageId, audienceId: audienceId ?? '' }, start));
    }
    const step = Math.min(every, hour);
    for (let from = at; from < at + every; from += step) {
      const isDue = ({ receivedAt }: VisitMessage) => receivedAt >= from && receivedAt < from + step;
      vi.setSystemTime(from + step);
      // One request tells whether the use of the key is noted.
      if (beacons.some(([first]) => isDue(first)))
        await count('keyUse', async () => {
          forget(hashApiKey(apiKey));
          await collect({}, {}, { key: apiKey });
        });
      const arrived = (place: 0 | 1) => beacons.map((both) => both[place]).filter(isDue);
      const late =
        from + step >= at + every
          ? beacons.map(([, second]) => second).filter((one) => one.receivedAt >= from + step)
          : [];
      for (const [part, messages] of [
        ['insert', arrived(0)],
        ['beacon', [...arrived(1), ...late]],
      ] as const)
        for (let done = 0; done < messages.length; done += batch)
          await count(part, () => merge(...messages.slice(done, done + batch)));
    }
    await count('seal', async () => {
      sealed += await sealSessions(db, Date.now());
    });
  }
  expect(sealed).toBeGreaterThanOrEqual(500);
  await expectExactBlocks();
  return {
    insert: sums.insert / total,
    beacon: sums.beacon / total,
    seal: sums.seal / sealed,
    keyUse: sums.keyUse / total,
    read: sums.read / total,
  };
}

/** Per million, in dollars: docs/operators/cost.md. */
const dollars = { written: 1, read: 0.001, queue: 0.4 };
/** A day of the free plan. */
const free = { written: 100_000, queue: 10_000 };
/** Operations of the queue for a message: it is written, read and deleted. */
const queueOperations = 3;
const queue = 2 * queueOperations;

/** Rounds up, against errors of binary fractions too. */
const up = (value: number, digits: number) => Math.ceil(value * 10 ** digits - 1e-9) / 10 ** digits;

const writtenOf = ({ insert, beacon, seal, keyUse }: Price) => insert + beacon + seal + keyUse;
const dollarsOf = (price: Price) =>
  writtenOf(price) * dollars.written + price.read * dollars.read + queue * dollars.queue;

/** The cells of a column of the table. */
function columnOf(price: Price): string[] {
  const { insert, beacon, seal, keyUse, read } = price;
  const written = writtenOf(price);
  const alone = Math.floor(free.written / up(written, 2));
  return [
    ...[insert, beacon, seal, keyUse, written].map((rows) => up(rows, 2).toFixed(2)),
    `${queue}`,
    ...[written * dollars.written, read * dollars.read, queue * dollars.queue, dollarsOf(price)].map(
      (sum) => `$${up(sum, 2).toFixed(2)}`,
    ),
    ...[Math.min(alone, Math.floor(free.queue / queue)), alone].map((visits) => visits.toLocaleString('en')),
  ];
}

const titles = [
  'a new visit',
  'its second beacon',
  'sealing',
  'notes of the use of the key',
  '**rows written a visit**',
  '**queue operations** of the two beacons',
  'rows written, $1 a million',
  'rows read, $0.001 a million',
  'operations of the queue, $0.40 a million',
  '**a million visits**',
  '**visits a day, free plan, with a queue**',
  '**visits a day, free plan, without a queue**',
];

/** Logs in the order in which they are written: each with its minutes after the first. */
const logs: { of: string; minutes: number; fields: object }[] = [
  { of: 'of a new person of a known company, with a key', minutes: 1, fields: { email: 'b', key: 1 } },
  { of: 'of a new person of a known company, without a key', minutes: 2, fields: { email: 'c' } },
  { of: 'of a known person, with a key', minutes: 3, fields: { email: 'b', key: 2 } },
  { of: 'of a known person, without a key', minutes: 4, fields: { email: 'b' } },
  {
    of: 'of a known person, with a key, of last year',
    minutes: 5,
    fields: { email: 'b', key: 3, occurredAt: '2025-03-02T00:00:00Z' },
  },
  { of: 'of a known person, with a key, ten minutes later', minutes: 14, fields: { email: 'b', key: 4 } },
];

test('docs/operators/cost.md has the price of a log', async () => {
  const write = async (minutes: number, { email, key, ...fields }: Record<string, unknown>) => {
    setClock(Date.now() + minutes * minute);
    const keyed = key === undefined ? {} : { idempotencyKey: `price ${key}` };
    const body = { email: `${email}@price.example`, source: 'crm', payload: {}, ...keyed, ...fields };
    return (await send('POST', '/v0/person_logs', body)).cost.written;
  };
  await write(0, { email: 'a' });
  const written: Record<string, string> = {};
  let last = 0;
  for (const { of, minutes, fields } of logs) {
    written[of] = `${await write(minutes - last, fields as Record<string, unknown>)}`;
    last = minutes;
  }
  vi.useRealTimers();
  const [, section = ''] = costDocument.split('\n## The price of a log\n');
  const [text = ''] = section.split('\n## ');
  const rows = [...text.matchAll(/^\| (of .*?) \| (\d+) \|/gm)].map(([, of = '', rows = '']) => [of, rows]);
  expect(Object.fromEntries(rows)).toEqual(written);
});

describe('the price of a visit of two beacons', () => {
  const prices: Price[] = [];
  beforeAll(async () => {
    setClock(begin);
    try {
      for (const site of sites) {
        vi.setSystemTime(begin);
        prices.push(await priceOf(site));
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(sites.map((site, index) => ({ ...site, index })))(
    '$of: $limit rows at most',
    ({ index, limit }) => {
      const price = prices[index] as Price;
      expect(writtenOf(price)).toBeLessThanOrEqual(limit);
      expect(dollarsOf(price)).toBeLessThanOrEqual(mostDollars);
    },
  );

  test('is one message for each beacon', async () => {
    held.sent.length = 0;
    const visit = visitOf(newId());
    await collect(visit);
    await collect({ ...visit, elapsedMs: 20_000 });
    expect(held.sent.length * queueOperations).toBe(queue);
    // A message counts once for each 64 KB.
    for (const message of held.sent) expect(JSON.stringify(message).length).toBeLessThan(64_000);
  });

  test.each(tables)('docs/operators/cost.md has its price: $title', ({ title, columns }) => {
    const [, section = ''] = costDocument.split(`\n## ${title}\n`);
    const [text = ''] = section.split('\n## ');
    const [head = [], , ...rows] = text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(head).toEqual(['', ...columns.map(({ of }) => of)]);
    expect(rows.map(([title]) => title)).toEqual(titles);
    for (const [index, price] of prices.entries()) {
      const place = head.indexOf(sites[index]?.of ?? '');
      if (place < 0) continue;
      // Visits have random ids, by which the rows that are read differ a little: the document may say a cent more.
      const [least, most] = [columnOf(price), columnOf({ ...price, read: price.read + 0.01 / dollars.read })];
      for (const [row, cells] of rows.entries())
        expect([least[row], most[row]], titles[row]).toContain(cells[place]);
    }
  });
});
