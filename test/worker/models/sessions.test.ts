import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type {
  AudienceAnalytics,
  AudienceAnalyticsList,
  Breakdown,
  PageAnalyticsList,
  Timeseries,
} from '../../../src/analytics/schemas.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { rollUpPage, rollUpSessions } from '../../../src/analytics/worker/roll-up.ts';
import type { Audience } from '../../../src/audiences/schemas.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { Meter } from '../../../src/db/meter.ts';
import type { Page } from '../../../src/pages/schemas.ts';
import type { AudienceSession } from '../../../src/sessions/schemas.ts';
import type { Visit, VisitMessage } from '../../../src/visits/schemas.ts';
import { mergeVisits } from '../../../src/visits/store/merge.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';
import { lost } from '../support/visit-factories.ts';

// A model in memory of visits, sessions and analytics, as docs/analytics.md and docs/semantics.md describe them, in
// the simplest way. It shares no code with src/.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const epoch = Date.UTC(2026, 0, 31, 23);

/** The totals of a visit at one of its beacons (requests of the tracker). */
interface Step {
  elapsed: number;
  active: number;
  engaged: number;
  scroll: number;
  clicks: number;
  questions: number;
  conversion: boolean;
  form: boolean;
}

/** Where a visit came from. A late beacon may be the first to tell it. */
interface Origin {
  utmSource?: string | undefined;
  country?: string | undefined;
  referrer?: string | undefined;
  pageUrl?: string | undefined;
}
/** What an erasure takes from a session. */
const naming = ['utmSource', 'referrer', 'pageUrl'] as const;
/** The dimensions that the model knows. */
const dimensions = ['utmSource', 'country', 'referrer', 'landingPath'] as const;
type Dimension = (typeof dimensions)[number];

/** A complete visit: its beacons, each with the totals so far. */
interface Plan {
  audience: number;
  origin: Origin;
  /** Who submits the form, if the form says it. */
  sender: number | undefined;
  start: number;
  steps: Step[];
}

const growth = fc.record({
  idle: fc.constantFrom(0, second, 5 * minute),
  engaged: fc.constantFrom(0, 1, 4 * second, 9_999, 10 * second, minute),
  scroll: fc.constantFrom(0, 12.34, 50, 100),
  clicks: fc.constantFrom(0, 0, 0, 1, 3),
  questions: fc.constantFrom(0, 0, 0, 1),
  conversion: fc.constantFrom(false, false, false, true),
  form: fc.constantFrom(false, false, false, true),
});

const waysToRollUp = ['due', 'forced', 'twice', 'dies before', 'dies after', 'beside'] as const;

/** Start times near the limits of minutes, hours, quarters of a day, days and months, and others. */
const begins = fc.oneof(
  fc.tuple(fc.nat(60 * 24), fc.constantFrom(-1, 0, 1, 30 * minute)).map(([n, ms]) => n * hour + ms),
  fc.tuple(fc.nat(60), fc.constantFrom(-1, 0, 1)).map(([n, ms]) => n * day + ms),
  fc.nat(60 * day),
);
/** Few start times, so that rollups and ranges end among visits of the same millisecond. */
const sharedBegins = fc.constantFrom(
  5 * day,
  15 * day - 1,
  15 * day,
  15 * day + 5 * minute,
  19 * day + hour + 1,
);

const plan = (begin: fc.Arbitrary<number>): fc.Arbitrary<Plan> =>
  fc
    .record({
      audience: fc.nat(3),
      utmSource: fc.constantFrom(undefined, 'news', 'ads', '__proto__', '"]$.x'),
      country: fc.constantFrom(undefined, 'DE', 'IN'),
      referrer: fc.constantFrom(undefined, undefined, 'search.example'),
      pageUrl: fc.constantFrom(
        undefined,
        'https://model.example/a?b#c',
        'https://model.example',
        'http://m/a',
      ),
      sender: fc.constantFrom(undefined, 0, 1),
      begin,
      growths: fc.array(growth, { minLength: 1, maxLength: 4 }),
    })
    .map(({ audience, begin, growths, sender, ...origin }) => {
      const steps: Step[] = [];
      const now = { elapsed: 0, active: 0, engaged: 0, scroll: 0, clicks: 0, questions: 0 };
      const told = { conversion: false, form: false };
      for (const { idle, engaged, scroll, clicks, questions, conversion, form } of growths) {
        now.engaged += engaged;
        now.active = now.elapsed + engaged;
        now.elapsed = now.active + idle;
        now.scroll = Math.max(now.scroll, scroll);
        now.clicks += clicks;
        now.questions += questions;
        told.conversion ||= conversion;
        told.form ||= form;
        steps.push({ ...now, ...told });
      }
      return { audience, origin, sender, start: epoch + begin, steps };
    });

const plansOf = (begin: fc.Arbitrary<number>) => fc.array(plan(begin), { minLength: 1, maxLength: 12 });
const somePlans = fc.oneof(
  { weight: 3, arbitrary: plansOf(fc.oneof(begins, fc.nat(22 * day))) },
  { weight: 1, arbitrary: plansOf(sharedBegins) },
);

/** A beacon, and the time until it arrives. */
const delivery = fc.record({
  visit: fc.nat(11),
  step: fc.nat(3),
  latency: fc.constantFrom(0, 3, 800, minute),
  tellsOrigin: fc.boolean(),
  claim: fc.constantFrom('its' as const, 'its' as const, 'its' as const, 'none' as const, 'unknown' as const),
});
/** `claim`: the audience of the visit, none, or one that the page does not have. */
type Delivery = {
  visit: number;
  step: number;
  latency: number;
  tellsOrigin: boolean;
  claim: 'its' | 'none' | 'unknown';
};
const orNot = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
/** What a look asks for, besides the range. */
const question = fc.record({
  audience: fc.option(fc.nat(2), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 5 }),
  by: fc.constantFrom(...dimensions),
  filters: fc.record({
    utmSource: orNot('news', 'ads', '__proto__', '"]$.x', 'none'),
    landingPath: fc.option(fc.constantFrom('/', '/a'), { nil: undefined, freq: 1 }),
    status: orNot('pending' as const, 'completed' as const, 'failed' as const),
    hasConversion: orNot(true, false),
    hasFormSubmit: orNot(true, false),
  }),
  /** Which of them apply: none or one of each is as likely as all. */
  uses: fc.subarray(['utmSource', 'landingPath', 'status', 'hasConversion', 'hasFormSubmit'] as const),
  sort: orNot('totalSessions', '-totalSessions', 'bounceCount', '-conversionRate', 'avgTimeSpentSeconds'),
  isLimited: fc.boolean(),
  series: fc.nat(2),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;
/** What a look asks for when no random question is at hand. */
const plainQuestion: Question = {
  ...{ audience: undefined, limit: 5, by: 'utmSource', filters: {} as Question['filters'], uses: [] },
  ...{ sort: undefined, isLimited: true, series: 0 },
};
/** A time at or beside the start of a session. */
const besideSession = fc.record({ session: fc.nat(11), ms: fc.constantFrom(-1, 0, 0, 1, minute) });
const range = fc.record({
  start: fc.option(fc.oneof(begins, fc.constant(-day), besideSession, besideSession), { nil: undefined }),
  end: fc.option(fc.oneof(begins, fc.constant(70 * day), besideSession, besideSession), { nil: undefined }),
});
const deliverySet = (minLength: number, maxLength: number) =>
  fc.record({ kind: fc.constant('deliver' as const), of: fc.array(delivery, { minLength, maxLength }) });
const removal = (days: number) =>
  fc.record({
    kind: fc.constant('remove' as const),
    before: fc.nat(days * day),
    how: fc.constantFrom('whole' as const, 'dies before' as const, 'dies after' as const, 'beside' as const),
    visit: fc.nat(11),
  });
const roll = fc.record({
  kind: fc.constant('rollUp' as const),
  how: fc.constantFrom(...waysToRollUp),
  visit: fc.nat(11),
});
const glance = fc.record({ kind: fc.constant('look' as const), range, question });
const action = fc.oneof(
  { weight: 6, arbitrary: deliverySet(1, 6) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), until: begins }) },
  { weight: 3, arbitrary: roll },
  { weight: 1, arbitrary: removal(50) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), sender: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      visits: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), audience: fc.nat(2) }) },
  { weight: 3, arbitrary: glance },
);

/** Most random actions, some after a start that leads to all kinds of sessions at once. */
const story = fc
  .tuple(
    fc.oneof(fc.constant([]), fc.tuple(deliverySet(5, 12), roll, removal(15), deliverySet(4, 10), glance)),
    fc.array(action, { minLength: 1, maxLength: 12 }),
  )
  .map(([start, actions]) => [...start, ...actions]);

interface Session extends Step, Origin {
  id: string;
  audienceId: string | null;
  /** Who submitted the form, if it said so. */
  named: number | undefined;
  erased: boolean;
  start: number;
  imported: boolean;
  failed: boolean;
  removed: boolean;
}

class Model {
  sessions = new Map<string, Session>();
  removedBefore = 0;
  /** Senders of forms who have been erased. All forms were received before. */
  erasedSenders = new Set<number>();

  /** Milliseconds since 1970. */
  now = epoch + 20 * day;

  deliver(
    id: string,
    audienceId: string | null,
    failed: boolean,
    start: number,
    step: Step,
    origin: Origin,
  ): void {
    const known = this.sessions.get(id);
    if (this.removedBefore > 0 && start < this.removedBefore + day) return;
    if (!known) {
      this.sessions.set(id, {
        ...step,
        ...origin,
        id,
        audienceId,
        start,
        imported: false,
        failed,
        removed: false,
        named: undefined,
        erased: false,
      });
      return;
    }
    known.start = Math.min(known.start, start);
    known.audienceId ??= audienceId;
    known.failed = known.audienceId === null && (known.failed || failed);
    known.country ??= origin.country;
    if (!known.erased) for (const name of naming) known[name] ??= origin[name];
    for (const name of ['active', 'engaged', 'scroll', 'clicks', 'questions'] as const)
      known[name] = Math.max(known[name], step[name]);
    known.conversion ||= step.conversion;
    known.form ||= step.form;
  }

  /** A form says who submitted it. */
  name(id: string, sender: number): void {
    const session = this.sessions.get(id);
    if (!session?.form || session.named !== undefined) return;
    session.named = sender;
    if (this.erasedSenders.has(sender)) this.clear(session);
  }

  clear(session: Session): void {
    session.erased = true;
    for (const name of naming) session[name] = undefined;
  }

  /** Sessions that are removed have no form: they keep their numbers and values. */
  erase(sender: number): void {
    this.erasedSenders.add(sender);
    for (const session of this.sessions.values())
      if (session.named === sender && !session.removed) this.clear(session);
  }

  statusOf({ imported, start, active, failed }: Session): AudienceSession['computationStatus'] {
    if (!imported && start + active + 30 * minute > this.now) return 'pending';
    return failed ? 'failed' : 'completed';
  }

  /** The sessions that a removal takes. */
  removable(before: number): Session[] {
    return [...this.sessions.values()].filter(({ start, removed }) => start < before && !removed);
  }

  remove(before: number, old: Session[]): void {
    for (const session of old) session.removed = true;
    if (old.length > 0) this.removedBefore = Math.max(this.removedBefore, before);
  }

  /** All sessions of a range, including removed ones. */
  within(start = 0, end = Number.POSITIVE_INFINITY): Session[] {
    return [...this.sessions.values()].filter((session) => session.start >= start && session.start < end);
  }
}

const bounces = (session: Session) =>
  session.engaged < 10_000 &&
  session.clicks + session.questions === 0 &&
  !session.form &&
  !session.conversion;

/** The path of a URL of this file. */
const pathOf = (url: string) => new URL(url).pathname;
const valueIn = (session: Session, name: Dimension): string | null =>
  name === 'landingPath'
    ? session.pageUrl === undefined
      ? null
      : pathOf(session.pageUrl)
    : (session[name] ?? null);

/** A session as the list shows it. */
const listed = (session: Session, status: AudienceSession['computationStatus']) => ({
  analyticsSessionId: session.id,
  audienceId: session.audienceId,
  audienceSessionId: session.audienceId && `audience_session_${session.id}`,
  computationStatus: status,
  isBounce: status === 'completed' && bounces(session),
  hasConversion: session.conversion,
  hasFormSubmit: session.form,
  questionsAskedCount: session.questions,
  totalClicksCount: session.clicks,
  maxScrollDepthPercentage: session.scroll,
  timeSpentSeconds: session.engaged / 1000,
  sessionStartedAt: new Date(session.start).toISOString(),
  sessionEndedAt: status === 'pending' ? null : new Date(session.start + session.active).toISOString(),
  utmSource: session.utmSource ?? null,
  country: session.country ?? null,
  referrer: session.referrer ?? null,
  landingPath: valueIn(session, 'landingPath'),
});

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const count = (sessions: Session[], is: (session: Session) => boolean) => sessions.filter(is).length;
const total = (sessions: Session[], of: (session: Session) => number) =>
  sessions.reduce((sum, session) => sum + of(session), 0);

function analysed(model: Model, sessions: Session[], audienceId?: string): AudienceAnalytics {
  const all = sessions.length;
  const completed = sessions.filter((session) => model.statusOf(session) === 'completed');
  const closed = completed.length;
  return {
    ...(audienceId === undefined ? {} : { audienceId }),
    totalSessions: all,
    avgInteractionsPerSession: ratio(
      total(sessions, ({ clicks, questions }) => clicks + questions),
      all,
    ),
    avgScrollDepthPercentage: ratio(
      total(sessions, ({ scroll }) => Math.round(scroll * 100)),
      all * 100,
    ),
    avgTimeSpentSeconds: ratio(
      total(sessions, ({ engaged }) => engaged),
      all * 1000,
    ),
    bounceRate: ratio(count(completed, bounces), closed),
    conversionRate: ratio(
      count(sessions, ({ conversion }) => conversion),
      all,
    ),
    formSubmitRate: ratio(
      count(sessions, ({ form }) => form),
      all,
    ),
    bounceCount: count(completed, bounces),
    bounceEligibleSessions: closed,
    conversionCount: count(sessions, ({ conversion }) => conversion),
    ctaSessions: count(sessions, ({ clicks }) => clicks > 0),
    formSubmitCount: count(sessions, ({ form }) => form),
  };
}

/** A visit as another service would import it. */
const imported = (
  id: string,
  audienceId: string | null,
  { start, steps, origin }: Pick<Plan, 'start' | 'steps' | 'origin'>,
) => {
  const step = steps.at(-1) as Step;
  return {
    analyticsSessionId: id,
    audienceId,
    hasConversion: step.conversion,
    hasFormSubmit: step.form,
    maxScrollDepthPercentage: step.scroll,
    questionsAskedCount: step.questions,
    totalClicksCount: step.clicks,
    timeSpentSeconds: step.engaged / 1000,
    sessionStartedAt: new Date(start).toISOString(),
    sessionEndedAt: new Date(start + step.active).toISOString(),
    ...origin,
  };
};

/** More runs: `vi.stubEnv` does not reach the worker, so change it here. */
const numRuns = 150;
let runs = 0;

async function makePage() {
  const page = await send<Page>('POST', '/v0/pages', { title: 'M', url: `https://model.example/${++runs}` });
  const path = `/v0/pages/${page.body.pageId}`;
  const audiences: string[] = [];
  for (let n = 0; n < 3; n++)
    audiences.push((await send<Audience>('POST', `${path}/audiences`, {})).body.audienceId);
  return { pageId: page.body.pageId, path, audiences };
}

type List = {
  items: AudienceSession[];
  totalCount: number;
  nextCursor: string | null;
  hasMore: boolean;
};

/** Every page of a list. All pages must have the same total. */
async function readAll(path: string, query: URLSearchParams, limit: number) {
  query.set('limit', String(limit));
  const items: AudienceSession[] = [];
  for (;;) {
    const { status, text, body } = await send<List>('GET', `${path}?${query}`);
    expect(status, text).toBe(200);
    items.push(...body.items);
    if (body.nextCursor === null) return { items, totalCount: body.totalCount };
    query.set('cursor', body.nextCursor);
  }
}

/** What the model says of sessions, without an audience. */
const numbersOf = (model: Model, sessions: Session[]) => analysed(model, sessions);

async function lookAtBreakdown(
  model: Model,
  path: string,
  query: URLSearchParams,
  found: Session[],
  { by, limit }: Question,
) {
  const { body } = await send<Breakdown>(
    'GET',
    `${path}/analytics/breakdown?${query}&by=${by}&limit=${limit}`,
  );
  const groups = [...Map.groupBy(found, (session) => valueIn(session, by))].sort(
    ([a, x], [b, y]) => y.length - x.length || (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1),
  );
  expect(body.items).toEqual(
    groups.slice(0, limit).map(([value, sessions]) => ({ value, ...numbersOf(model, sessions) })),
  );
  const others = groups.slice(limit).flatMap(([, sessions]) => sessions);
  expect(body.other).toEqual(others.length > 0 ? numbersOf(model, others) : null);
}

/** The audiences by a number, or only the first of them. `shown` are those that are not archived. */
async function lookAtChosen(
  model: Model,
  path: string,
  query: URLSearchParams,
  found: Session[],
  shown: string[],
  { sort, isLimited, limit }: Question,
) {
  if (sort === undefined && !isLimited) return;
  const chosen = new URLSearchParams(query);
  if (sort !== undefined) chosen.set('sort', sort);
  if (isLimited) chosen.set('limit', String(limit));
  const { status, text, body } = await send<AudienceAnalyticsList>(
    'GET',
    `${path}/analytics/audiences?${chosen}`,
  );
  expect(status, text).toBe(200);
  const order = sort ?? '-totalSessions';
  const name = order.replace('-', '') as keyof Omit<AudienceAnalytics, 'audienceId'>;
  const items = shown
    .map((id) =>
      analysed(
        model,
        found.filter(({ audienceId }) => audienceId === id),
        id,
      ),
    )
    .filter(({ totalSessions }) => !isLimited || totalSessions > 0)
    .sort((a, b) => (order.startsWith('-') ? b[name] - a[name] : a[name] - b[name]))
    .slice(0, isLimited ? limit : undefined);
  expect(body.items).toEqual(items);
  const others = found.filter((session) =>
    items.every(({ audienceId }) => audienceId !== session.audienceId),
  );
  expect(body.other).toEqual(others.length > 0 ? numbersOf(model, others) : null);
}

/** A list with filters, alone or together: every session that passes, on some page. */
async function lookAtFiltered(
  model: Model,
  path: string,
  query: URLSearchParams,
  kept: Session[],
  { filters, uses, limit }: Question,
) {
  const used = uses.filter((name) => filters[name] !== undefined);
  const filtered = new URLSearchParams(query);
  for (const name of used) filtered.set(name, String(filters[name]));
  const passes = (session: Session) =>
    used.every((name) => {
      if (name === 'status') return model.statusOf(session) === filters.status;
      if (name === 'hasConversion') return session.conversion === filters.hasConversion;
      if (name === 'hasFormSubmit') return session.form === filters.hasFormSubmit;
      return valueIn(session, name) === filters[name];
    });
  const expected = kept.filter(passes);
  const { items, totalCount } = await readAll(`${path}/audience_sessions`, filtered, limit);
  expect(items).toEqual(
    expected.map((session) => expect.objectContaining(listed(session, model.statusOf(session)))),
  );
  expect(totalCount).toBe(expected.length);
}

/** How many looks have found sessions of each kind. */
const seen = { looks: 0, rolled: 0, changed: 0, uncounted: 0, removed: 0, tail: 0, erased: 0, all: 0 };

/** Counts what a look finds: most rules matter only where several kinds meet. */
async function countKinds(model: Model): Promise<void> {
  const { results } = await env.DB.prepare(
    `select (select count(*) from removed_sessions) as removed,
      (select count(*) from session_corrections where counted is not null) as changed,
      (select count(*) from session_corrections where counted is null) as uncounted,
      (select count(*) from audience_sessions cross join session_tails using (page_id)
        where session_started_at > rolled_at) as tail,
      (select count(*) from audience_sessions cross join session_tails using (page_id)
        where session_started_at <= rolled_at) - (select count(*) from session_corrections) as rolled`,
  ).all<Record<'removed' | 'changed' | 'uncounted' | 'tail' | 'rolled', number>>();
  const [found] = results;
  if (!found) return;
  seen.looks += 1;
  for (const name of ['removed', 'changed', 'uncounted', 'tail', 'rolled'] as const)
    if (found[name] > 0) seen[name] += 1;
  if ([...model.sessions.values()].some(({ erased }) => erased)) seen.erased += 1;
  if (found.removed > 0 && found.changed > 0 && found.tail > 0 && found.rolled > 0) seen.all += 1;
}

async function lookAtSeries(
  model: Model,
  path: string,
  query: URLSearchParams,
  found: Session[],
  which: number | undefined,
  start = epoch - day,
  end = epoch + 70 * day,
) {
  const series = new URLSearchParams(query);
  series.set('startDate', new Date(start).toISOString());
  series.set('endDate', new Date(end).toISOString());
  for (const [index, [interval, timezone, utmSource]] of (
    [
      ['day', 'Asia/Kathmandu', undefined],
      ['month', 'America/New_York', 'news'],
      ['week', 'UTC', undefined],
    ] as const
  ).entries()) {
    if (which !== undefined && which !== index) continue;
    series.set('interval', interval);
    series.set('timezone', timezone);
    if (utmSource) series.set('utmSource', utmSource);
    else series.delete('utmSource');
    const { status, text, body } = await send<Timeseries>('GET', `${path}/analytics/timeseries?${series}`);
    expect(status, text).toBe(200);
    const inRange = found.filter(
      (session) =>
        session.start >= start && session.start < end && (!utmSource || session.utmSource === utmSource),
    );
    expect(body.items.reduce((sum, { totalSessions }) => sum + totalSessions, 0)).toBe(inRange.length);
    for (const { start: from, end: to, ...numbers } of body.items) {
      const ofStep = inRange.filter(
        (session) => session.start >= Date.parse(from) && session.start < Date.parse(to),
      );
      expect(numbers).toEqual(numbersOf(model, ofStep));
    }
  }
}

async function lookAtPages(model: Model, pageId: string, query: URLSearchParams, found: Session[]) {
  const ofPages = new URLSearchParams(query);
  ofPages.delete('audienceId');
  const { body } = await send<PageAnalyticsList>('GET', `/v0/analytics/pages?${ofPages}`);
  expect(body.items).toEqual(found.length > 0 ? [{ pageId, ...numbersOf(model, found) }] : []);
  expect(body.total).toEqual(numbersOf(model, found));
  expect(body.other).toBe(null);
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/**
 * Rolls up a page: if it is due, in any case, twice at the same time; dies before or after the commit; or while a
 * visit comes between reading and writing.
 */
async function rollUp(
  pageId: string,
  how: (typeof waysToRollUp)[number],
  now: number,
  meanwhile: () => Promise<unknown>,
) {
  const db = openTestDatabase();
  const failing = (fault: Parameters<typeof faultyDatabase>[0]) =>
    openDatabase(faultyDatabase(fault), 'first-primary', new Meter());
  const dies = (moment: 'before' | 'after') =>
    rollUpPage(failing({ message: 'boom', moment, size: 3, skip: 1 }), pageId, now, true).catch(() => {});
  if (how === 'due') await rollUpSessions(db, now);
  else if (how === 'forced') await rollUpPage(db, pageId, now, true);
  else if (how === 'dies before') await dies('before');
  else if (how === 'dies after') await dies('after');
  else if (how === 'beside')
    // The first attempt to write fails, a visit comes, and the batch is sent again.
    await rollUpPage(
      failing({ message: lost, moment: 'before', size: 3, skip: 1, meanwhile }),
      pageId,
      now,
      true,
    );
  else
    await Promise.all([rollUpPage(db, pageId, now, true), rollUpPage(openTestDatabase(), pageId, now, true)]);
}

/**
 * Removes old sessions. Returns how many are gone, also when the answer of the commit is lost. The write of a removal
 * has six statements or more, that of a roll-up fewer.
 */
async function remove(
  before: number,
  now: number,
  how: 'whole' | 'dies before' | 'dies after' | 'beside',
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const count = () => env.DB.prepare('select count(*) as n from removed_sessions').first<number>('n');
  const first = (await count()) ?? 0;
  const faults = {
    'dies before': { message: 'boom', moment: 'before', size: 6 },
    'dies after': { message: 'boom', moment: 'after', size: 6 },
    beside: { message: lost, moment: 'before', size: 6, meanwhile },
  } as const;
  const db =
    how === 'whole'
      ? openTestDatabase()
      : openDatabase(faultyDatabase(faults[how]), 'first-primary', new Meter());
  // A removal that dies is reported, not thrown.
  const reports = vi.spyOn(console, 'error').mockImplementation((line: string) => {
    if (!line.includes('"message":"boom"')) throw new Error(line);
  });
  await removeSessions(db, before, now, { tolerance: 0 });
  reports.mockRestore();
  return ((await count()) ?? 0) - first;
}

test('sessions and analytics equal those of a simple model, for beacons in any order and number', async () => {
  const db = openTestDatabase();
  await fc.assert(
    fc.asyncProperty(somePlans, story, async (plans, actions) => {
      // Deletes the remains of the previous run.
      await env.DB.batch([
        ...['audience_sessions', 'session_tails', 'session_corrections', 'rollups', 'removed_sessions'].map(
          (table) => env.DB.prepare(`delete from ${table}`),
        ),
        env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'"),
      ]);
      const { pageId, path, audiences } = await makePage();
      const model = new Model();
      vi.setSystemTime(model.now);
      const archived = new Set<string>();
      // The page does not have the fourth audience.
      const claimed = (n: number) => (n === 3 ? 'audience_none' : (audiences[n] ?? null));
      const emailOf = (sender: number) => `sender-${runs}-${sender}@model.example`;
      const idOf = (n: number) => `model-session-${runs}-${n}`;

      const look = async (start?: number, end?: number, asked?: Question) => {
        await countKinds(model);
        const question = asked ?? plainQuestion;
        const { audience, limit } = question;
        const query = new URLSearchParams();
        if (start !== undefined) query.set('startDate', new Date(start).toISOString());
        if (end !== undefined) query.set('endDate', new Date(end).toISOString());
        const found = model.within(start, end);
        const { body } = await send<{ items: AudienceAnalytics[] }>(
          'GET',
          `${path}/analytics/audiences?${query}`,
        );
        const shown = audiences.filter((id) => !archived.has(id)).toReversed();
        const others = found.filter(({ audienceId }) => audienceId === null || archived.has(audienceId));
        expect(body.items).toEqual([
          ...shown.map((id) =>
            analysed(
              model,
              found.filter(({ audienceId }) => audienceId === id),
              id,
            ),
          ),
          ...(others.length > 0 ? [analysed(model, others)] : []),
        ]);
        expect(body.items.reduce((sum, { totalSessions }) => sum + totalSessions, 0)).toBe(found.length);
        for (const item of body.items)
          for (const rate of [item.bounceRate, item.conversionRate, item.formSubmitRate])
            expect(rate >= 0 && rate <= 1).toBe(true);

        await lookAtChosen(model, path, query, found, shown, question);
        const of = audience === undefined ? undefined : audiences[audience];
        if (of !== undefined) query.set('audienceId', of);
        const ofFilter = found.filter(({ audienceId }) => of === undefined || audienceId === of);
        await lookAtBreakdown(model, path, query, ofFilter, question);
        await lookAtSeries(model, path, query, ofFilter, asked?.series, start, end);
        await lookAtPages(model, pageId, query, found);

        const kept = ofFilter
          .filter(({ removed }) => !removed)
          .sort((a, b) => b.start - a.start || (a.id < b.id ? 1 : -1));
        await lookAtFiltered(model, path, query, kept, { ...question, uses: [], limit });
        if (question.uses.length > 0) await lookAtFiltered(model, path, query, kept, question);
      };

      const deliver = async (of: Delivery[]) => {
        const messages = of.map(({ visit: n, step: at, latency, tellsOrigin, claim }): VisitMessage => {
          const { audience: ofPlan, start, steps, origin: its, sender } = plans[n % plans.length] as Plan;
          const audience = { its: claimed(ofPlan), none: null, unknown: claimed(3) }[claim];
          const step = steps[at % steps.length] as Step;
          const id = idOf(n % plans.length);
          const isFailed = audience === claimed(3);
          const origin = tellsOrigin ? its : {};
          model.deliver(id, isFailed ? null : audience, isFailed, start + latency, step, origin);
          const visit: Visit = {
            analyticsSessionId: id,
            pageId,
            audienceId: audience,
            elapsedMs: step.elapsed,
            activeMs: step.active,
            engagedMs: step.engaged,
            maxScrollDepthPercentage: step.scroll,
            clicksCount: step.clicks,
            questionsAskedCount: step.questions,
            hasConversion: step.conversion,
            ...(origin.utmSource === undefined ? {} : { utmSource: origin.utmSource }),
            ...(origin.pageUrl === undefined ? {} : { pageUrl: origin.pageUrl }),
            ...(step.form
              ? {
                  formSubmit: {
                    formSubmissionId: 'form',
                    ...(sender === undefined ? {} : { email: emailOf(sender) }),
                  },
                }
              : {}),
          };
          const { country = null, referrer = null } = origin;
          return {
            workspace: 'main',
            receivedAt: start + step.elapsed + latency,
            visit,
            dimensions: { country, referrer, device: null, browser: null },
          };
        });
        // Forms are written when all visits are merged.
        for (const { visit: n, step: at } of of) {
          const { steps, sender } = plans[n % plans.length] as Plan;
          if (sender !== undefined && steps[at % steps.length]?.form)
            model.name(idOf(n % plans.length), sender);
        }
        await mergeVisits(db, messages);
      };

      for (const act of actions) {
        if (act.kind === 'deliver') {
          await deliver(act.of);
        } else if (act.kind === 'wait') {
          model.now = Math.max(model.now, epoch + act.until);
          vi.setSystemTime(model.now);
        } else if (act.kind === 'rollUp') {
          // A visit that comes while its session is being rolled up.
          await rollUp(pageId, act.how, model.now, () =>
            deliver([{ visit: act.visit, step: 3, latency: 0, tellsOrigin: true, claim: 'its' }]),
          );
        } else if (act.kind === 'remove') {
          // Sessions of less than two days are never removed.
          const before = Math.min(epoch + act.before, model.now - 2 * day);
          const old = model.removable(before);
          // A late beacon of a session that is being removed. It does not move the start.
          const beacon = [
            { visit: act.visit, step: 3, latency: minute, tellsOrigin: true, claim: 'its' as const },
          ];
          const isKnown = model.sessions.has(idOf(act.visit % plans.length));
          const removed = await remove(before, model.now, act.how, async () => {
            if (isKnown) await deliver(beacon);
          });
          if (act.how === 'whole') expect(removed).toBe(old.length);
          else expect([0, old.length]).toContain(removed);
          if (removed > 0) model.remove(before, old);
        } else if (act.kind === 'erase') {
          const personId = await env.DB.prepare('select person_id from persons where email = ?')
            .bind(emailOf(act.sender))
            .first<string>('person_id');
          if (personId === null) continue;
          model.erase(act.sender);
          const { status, text } = await send('DELETE', `/v0/persons/${personId}`);
          expect(status, text).toBe(200);
        } else if (act.kind === 'import') {
          const chosen = [...new Set(act.visits.map((n) => n % plans.length))].map((n) => ({
            ...(plans[n] as Plan),
            id: `imported-${runs}-${n}`,
          }));
          const { status, body } = await send<{ importedCount: number }>(
            'POST',
            `${path}/audience_sessions/import`,
            {
              sessions: chosen.map(({ id, audience, ...visit }) => imported(id, claimed(audience), visit)),
            },
          );
          const isOld = chosen.some(({ start }) => start < model.removedBefore);
          const isUnknown = chosen.some(({ audience }) => audience === 3);
          const isAhead = chosen.some(
            ({ start, steps }) => start + (steps.at(-1)?.active ?? 0) > model.now + 5 * minute,
          );
          expect(status).toBe(isOld || isAhead ? 400 : isUnknown ? 404 : 200);
          if (status === 200) {
            const fresh = chosen.filter(({ id }) => !model.sessions.has(id));
            expect(body.importedCount).toBe(fresh.length);
            for (const { id, audience, start, steps, origin } of fresh) {
              const step = steps.at(-1) as Step;
              const of = { audienceId: claimed(audience), imported: true, failed: false, removed: false };
              const form = { named: undefined, erased: false };
              model.sessions.set(id, { ...step, ...origin, ...of, ...form, id, start });
            }
          }
        } else if (act.kind === 'archive') {
          const id = audiences[act.audience] ?? '';
          archived.add(id);
          await send('POST', `${path}/audiences/${id}/archive`, {});
        } else {
          const timeOf = (limit: typeof act.range.start) => {
            if (typeof limit !== 'object') return limit === undefined ? undefined : epoch + limit;
            const starts = Array.from(model.sessions.values(), ({ start }) => start);
            return (starts[limit.session % starts.length] ?? epoch) + limit.ms;
          };
          const [start, end] = [timeOf(act.range.start), timeOf(act.range.end)];
          if (start === undefined || end === undefined || start < end) await look(start, end, act.question);
        }
      }
      await look();
      model.now = epoch + 90 * day;
      vi.setSystemTime(model.now);
      await rollUpPage(db, pageId, model.now, true);
      await look();
    }),
    { numRuns, endOnFailure: true },
  );
  for (const [name, looks] of Object.entries(seen)) expect(looks, name).toBeGreaterThan(0);
});
