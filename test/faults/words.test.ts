import { env } from 'cloudflare:workers';
import { type Draw, generator, whole } from '../../bench/lib/random.ts';
import { forget } from '../../src/access/api-keys/cache.ts';
import { app } from '../../src/app.ts';
import { forgetCopies } from '../../src/http/copies.ts';
import { hashApiKey } from '../../src/lib/api-key.ts';
import type { Experiment } from '../../src/visits/experiments/schemas.ts';
import { placeOf } from '../../src/visits/experiments/unit.ts';
import type { PageLinkResolution } from '../../src/visits/page-links/resolve-schemas.ts';
import { inTurn } from '../turns.ts';
import { newAudience, patch, pathOf } from '../worker/support/audiences.ts';
import { mintKey, send } from '../worker/support/client.ts';
import { made } from '../worker/support/erasures.ts';
import { actOnTest, bodyFor, create } from '../worker/support/experiments.ts';
import { type Health, illDatabase } from '../worker/support/ill-database.ts';
import { at as linkAt, newLink, unique } from '../worker/support/page-links.ts';
import { ok } from '../worker/support/replies.ts';
import { hour, minute, second, setClock } from '../worker/support/times.ts';
import { publish } from '../worker/support/versions.ts';

// Ten minutes of visitors, in which D1 hangs for a minute, fails, or fails every other time. Isolates begin anew, words
// are published, tests of two versions run, and links, audiences, persons and tests end, all as the seed says. Time is
// simulated: a timer ends when everything else waits. The store of copies shows a write up to a minute late, as KV may.

const { seed, runs, areChosen } = env.FAULTS;
const seeds = Array.from({ length: runs }, (_, index) => seed + index);

const outages = ['hangs', 'fails', 'half'] as const;
/** How long an end of a record may be unheard of. */
const lag = minute;

/** Bindings whose calls are counted while they are under way, so that it is known when everything waits for a timer. */
class Calls {
  underWay = 0;
  readonly during = async <T>(work: Promise<T>): Promise<T> => {
    this.underWay += 1;
    try {
      return await work;
    } finally {
      this.underWay -= 1;
    }
  };
}

interface Timer {
  at: number;
  work: () => void;
}

/** The clock and the timers of a run. */
class Time {
  readonly #timers = new Set<Timer>();
  readonly #calls: Calls;
  readonly #real = { setTimeout, clearTimeout };

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  take(): void {
    const later = (work: () => void, delay = 0): Timer => {
      const timer = { at: Date.now() + delay, work };
      this.#timers.add(timer);
      return timer;
    };
    Object.assign(globalThis, {
      setTimeout: later,
      clearTimeout: (timer: Timer | undefined) => timer && this.#timers.delete(timer),
    });
  }

  giveBack(): void {
    Object.assign(globalThis, this.#real);
  }

  readonly #turn = () => new Promise<void>((resolve) => this.#real.setTimeout(resolve, 0));

  /** Lets everything run until it waits for timers. */
  async settle(): Promise<void> {
    for (let idle = 0; idle < 2; idle = this.#calls.underWay === 0 ? idle + 1 : 0) await this.#turn();
  }

  #next = (): Timer | undefined => [...this.#timers].toSorted((a, b) => a.at - b.at).at(0);

  #end(timer: Timer): void {
    this.#timers.delete(timer);
    vi.setSystemTime(Math.max(Date.now(), timer.at));
    timer.work();
  }

  /** Lets time pass until a time. */
  async pass(until: number): Promise<void> {
    await this.settle();
    for (let next = this.#next(); next && next.at <= until; next = this.#next()) {
      this.#end(next);
      await this.settle();
    }
    vi.setSystemTime(Math.max(Date.now(), until));
  }

  /** Lets time pass until work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      await this.settle();
      if (isDone) return work;
      const next = this.#next();
      if (!next) throw new Error('A request waits for ever.');
      this.#end(next);
    }
  }
}

/** KV, whose writes are seen up to a minute late. */
function lateStore(kv: KVNamespace, calls: Calls, draw: Draw): KVNamespace {
  const hidden = new Map<string, { until: number; before: string | null }>();
  return {
    async get(keys: string[]) {
      const found = new Map(await calls.during(kv.get(keys)));
      for (const key of keys) {
        const late = hidden.get(key);
        if (late && Date.now() < late.until) found.set(key, late.before);
      }
      return found;
    },
    async put(key: string, text: string) {
      const before = await calls.during(kv.get(key));
      hidden.set(key, { until: Date.now() + whole(draw, lag), before });
      await calls.during(kv.put(key, text));
    },
  } as unknown as KVNamespace;
}

/** What a path says: the title of each version that visitors get, and none if nobody has the path. */
interface Words {
  titles: readonly string[];
  /** The test of these versions, each of which has the same weight. */
  experimentId?: string;
}

/** Whether a title is what a visitor gets of a path: of a test, that of their arm, or of any if they are not known. */
function isOf(
  { titles, experimentId }: Words,
  title: string | undefined,
  visitor: string | undefined,
): boolean {
  if (title === undefined) return titles.length === 0;
  if (experimentId === undefined || visitor === undefined) return titles.includes(title);
  const weights = titles.map(() => 1);
  return titles[placeOf(experimentId, visitor, weights).arm] === title;
}

interface Place {
  path: string;
  audience: { pageId: string; audienceId: string };
  link: { pageLinkId: string };
  /** Whom the link was made for. Nobody where a test may run. */
  personId: string | undefined;
  test: Experiment | undefined;
  /** What is live. */
  words: Words;
  /** What a copy may say, and until when. */
  copies: { words: Words; until: number }[];
  /** Whether its link, its audience or its person has ended. */
  hasEnded: boolean;
  /** Whether D1 has answered for it, and a copy may. */
  isKnown: boolean;
}

/** What a run has seen of the paths that were asked before. */
interface Seen {
  right: number;
  all: number;
  /** How long each waited, in milliseconds, without the first of an isolate. */
  waits: number[];
  /** How many got a version of a running test from a copy. */
  inTest: number;
}

async function newPlace(isTested: boolean): Promise<Place> {
  const person = isTested ? undefined : await made({ name: 'Zoe', email: `${unique()}@northwind.example` });
  const personId = person?.personId;
  const title = `Live ${unique()}`;
  const audience = await newAudience({ ...(personId && { personId }), metadataOverride: { title } });
  await publish(audience, audience.latestVersion);
  const link = await newLink({ target: { targetType: 'audience', audienceId: audience.audienceId } });
  const other = `Draft of ${title}`;
  const next = await ok(patch(audience, { metadataOverride: { title: other } }));
  const test = isTested ? await ok(create(bodyFor(next, { start: true }))) : undefined;
  const words = test ? { titles: [title, other], experimentId: test.experimentId } : { titles: [title] };
  return {
    path: link.path,
    audience,
    link,
    personId,
    test,
    words,
    copies: [{ words, until: Infinity }],
    hasEnded: false,
    isKnown: false,
  };
}

async function run(one: number): Promise<Seen> {
  const draw = generator(one);
  const happens = (chance: number) => draw() < chance;
  const kind = outages[one % outages.length] ?? 'hangs';
  setClock(Date.now() + 2 * hour);
  forgetCopies();
  const key = await mintKey(['resolve']);
  const places: Place[] = [];
  for (let index = 0; index < 5; index++) places.push(await newPlace(index % 2 === 1));

  const calls = new Calls();
  const start = Date.now();
  const outage = {
    from: start + minute + whole(draw, 6 * minute),
    ms: kind === 'half' ? 2 * minute : minute,
  };
  const isOut = () => Date.now() >= outage.from && Date.now() < outage.from + outage.ms;
  const health = (): Health => {
    if (!isOut()) return 'well';
    return kind === 'half' ? (happens(0.5) ? 'fails' : 'well') : kind;
  };
  const limiter = { limit: async () => ({ success: true }) };
  const store = { COPIES: lateStore(env.COPIES_OF_TESTS, calls, draw) };
  const begin = () => illDatabase(health, env.DB, calls.during).database;
  let DB = begin();
  let isFirst = true;
  const seen: Seen = { right: 0, all: 0, waits: [], inTest: 0 };
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const time = new Time(calls);

  async function ask(place: Place): Promise<void> {
    const from = Date.now();
    const later: Promise<unknown>[] = [];
    const context = { waitUntil: (promise: Promise<unknown>) => later.push(promise) };
    const visitor = happens(0.7) ? `visitor-${whole(draw, 20)}` : undefined;
    const query = new URLSearchParams({ path: place.path, ...(visitor && { visitor }) });
    const request = new Request(`https://footfall.test/v0/page_links/resolve?${query}`, {
      headers: { 'x-api-key': key },
    });
    const bindings = { ...env, ...store, RATE_LIMITER: limiter, GUESS_LIMITER: limiter, DB };
    const fetched = app.fetch(request, bindings as typeof env, context as unknown as ExecutionContext);
    const response = await time.until(Promise.resolve(fetched));
    const waited = Date.now() - from;
    const isCopy = response.headers.get('footfall-copy') === '1';
    const answer = (await response.json()) as PageLinkResolution;
    const title = response.ok ? answer.content.metadata.title : undefined;
    const asked = `seed ${one}, ${kind}, second ${(from - start) / 1000}: ${response.status} ${title} for ${visitor}, copy: ${isCopy}`;
    if (!isCopy && response.status < 500) expect(isOf(place.words, title, visitor), asked).toBe(true);
    if (isCopy)
      expect(
        place.copies.some(({ words, until }) => isOf(words, title, visitor) && from <= until),
        asked,
      ).toBe(true);
    if (isCopy && response.ok && place.test) seen.inTest += 1;
    if (place.isKnown) {
      seen.all += 1;
      if (response.ok) seen.right += 1;
      if (!isFirst) seen.waits.push(waited);
    }
    if (!isCopy && response.status < 500) place.isKnown = response.ok;
    isFirst = false;
  }

  const read = async (place: Place): Promise<Words> => {
    const path = `/v0/page_links/resolve?path=${place.path}`;
    const { status, body } = await send<PageLinkResolution>('GET', path, undefined, { bindings: store });
    return { titles: status === 200 ? [body.content.metadata.title] : [] };
  };
  /** A path says something else from now on: copies say what it said for `bound`. */
  const says = (place: Place, words: Words, bound: number) => {
    for (const one of place.copies) one.until = Math.min(one.until, Date.now() + bound);
    if (words.titles.length > 0) place.copies.push({ words, until: Infinity });
    place.words = words;
  };

  /** What teams do while D1 is well. */
  async function change(place: Place): Promise<void> {
    const write = (method: string, path: string, body?: object) =>
      ok(send<object>(method, path, body, { bindings: store }));
    if (place.test && happens(0.6)) {
      await ok(actOnTest(place.test, 'stop'));
      place.test = undefined;
      says(place, { titles: place.words.titles.slice(0, 1) }, hour);
      return;
    }
    if (!place.test && happens(0.6)) {
      const title = `Live ${unique()}`;
      const next = await ok(patch(place.audience, { metadataOverride: { title } }));
      await publish(place.audience, next.latestVersion);
      says(place, { titles: [title] }, hour);
      await ok(patch(place.audience, { metadataOverride: { title: `Draft of ${title}` } }));
      return;
    }
    const ends = [
      ['DELETE', linkAt(place.link)],
      ['PATCH', linkAt(place.link), { path: `/${unique()}` }],
      ['POST', `${pathOf(place.audience)}/archive`, {}],
      ['DELETE', `/v0/persons/${place.personId}`],
    ] as const;
    const [method, path, body] = ends[whole(draw, place.personId ? 4 : 3)] ?? ends[0];
    await write(method, path, body);
    says(place, await read(place), lag);
    place.hasEnded = true;
    // Its copies have ended.
    place.isKnown = false;
  }

  try {
    time.take();
    const end = start + 10 * minute;
    for (let now = start; now < end; now += 500 + whole(draw, 5 * second)) {
      await time.pass(now);
      if (happens(0.01)) {
        // An isolate that has just started.
        forgetCopies();
        forget(hashApiKey(key));
        DB = begin();
        isFirst = true;
      }
      const place = places[whole(draw, places.length)];
      if (!place) continue;
      // Most of what matters happens shortly before.
      const isBefore = now >= outage.from - 2 * lag && now < outage.from;
      if (!isOut() && !place.hasEnded && happens(isBefore ? 0.15 : 0.02)) {
        time.giveBack();
        await change(place);
        // What has ended is asked for still, and there are always words.
        if (place.hasEnded) places.push(await newPlace(happens(0.5)));
        time.take();
      }
      await ask(place);
    }
    await time.pass(end + minute);
  } finally {
    time.giveBack();
    log.mockRestore();
  }
  return seen;
}

describe('while D1 is away, paths that were asked before', () => {
  const all: Seen = { right: 0, all: 0, waits: [], inTest: 0 };

  test.each(areChosen ? seeds : inTurn(seeds, 10))('seed %i: have only words that are right', async (one) => {
    const { right, all: asked, waits, inTest } = await run(one);
    all.inTest += inTest;
    all.right += right;
    all.all += asked;
    all.waits.push(...waits);
  });

  test('have words at once, but for one in a thousand', () => {
    const waits = all.waits.toSorted((a, b) => a - b);
    const p99 = waits[Math.floor(waits.length * 0.99)];
    const figures = JSON.stringify({
      asked: all.all,
      right: all.right,
      p99,
      longest: waits.at(-1),
      inTest: all.inTest,
    });
    // biome-ignore lint/suspicious/noConsole: a run of many seeds is asked for its figures
    if (areChosen) console.log(figures);
    // A few seeds have too few requests for a thousandth.
    expect(all.all - all.right, figures).toBeLessThanOrEqual(Math.max(1, all.all / 1000));
    expect(p99).toBeLessThanOrEqual(500);
    // Of ten seeds and more, some visitors get a version of a test from a copy.
    if (all.all > 1500) expect(all.inTest, figures).toBeGreaterThan(0);
  });
});
