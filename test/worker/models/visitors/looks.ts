import fc from 'fast-check';
import type { AccountAnalyticsList, PersonAnalyticsList } from '../../../../src/analytics/visitor-schemas.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day, minute } from '../../support/times.ts';
import { epoch, type Model, type Session } from '../sessions/model.ts';
import { datesOf } from '../sessions/questions.ts';
import type { People } from './people.ts';
import type { Visitors } from './visitors.ts';

// Random questions of who came. Every answer, page by page, is compared with that of the model.

const numbers = [
  ...(['totalSessions', 'engagedSessions', 'conversionCount', 'formSubmitCount'] as const),
  ...(['recipientSessions', 'formSessions', 'firstVisitAt', 'lastVisitAt', 'peopleCount'] as const),
];

/** A time at or beside the start of a session, or far from all. */
const limit = fc.option(
  fc.oneof(
    fc.record({ session: fc.nat(100), ms: fc.constantFrom(-1, 0, 1, minute) }),
    fc.nat(21).map((days) => days * day),
  ),
  { nil: undefined },
);

export const question = fc.record({
  start: limit,
  end: limit,
  place: fc.constantFrom(undefined, undefined, 0, 1),
  /** Null is a visit whose country is unknown. */
  countries: fc.constantFrom([], [], ['DE'], ['IN'], [null], ['DE', null]),
  sort: fc.constantFrom(...numbers),
  isAscending: fc.boolean(),
  limit: fc.constantFrom(1, 2, 3, 100, 100, 100),
  interval: fc.constantFrom(undefined, undefined, 'hour', 'day', 'week', 'month'),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
});
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** Everything that is known. */
export const wholeQuestion: Question = {
  start: undefined,
  end: undefined,
  place: undefined,
  countries: [],
  sort: 'totalSessions',
  isAscending: false,
  limit: 100,
  interval: undefined,
  zone: 'UTC',
};

export interface Sight {
  model: Model;
  people: People;
  visitors: Visitors;
}

type Steps = AccountAnalyticsList['steps'];

interface Item {
  id: string;
  /** When its sessions began. */
  starts: number[];
  /** The page of each. */
  pages: string[];
  figures: Record<string, unknown>;
}

/** Orders by a number or a time, and then by id. */
const orderOf = (name: string, isAscending: boolean) => (a: Item, b: Item) => {
  const rankOf = ({ figures }: Item) => figures[name] as number;
  if (rankOf(a) !== rankOf(b)) return rankOf(a) < rankOf(b) === isAscending ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** A range with steps: closed, and of at most 1,000 of them. */
function closed(range: { start: number | undefined; end: number | undefined }) {
  const { start = epoch - day, end = epoch + 40 * day } = range;
  return { start, end: Math.min(end, start + 40 * day) };
}

/** The steps of an answer, of which steps.test.ts says where they begin: here they follow each other and cover a range. */
function timesOf({ start, end }: { start: number; end: number }, steps: Steps = []) {
  const times = steps.map((step) => [Date.parse(step.start), Date.parse(step.end)] as const);
  expect(times[0]?.[0]).toBeLessThanOrEqual(start);
  expect(times[0]?.[1]).toBeGreaterThan(start);
  expect(times.at(-1)?.[0]).toBeLessThan(end);
  expect(times.at(-1)?.[1]).toBeGreaterThanOrEqual(end);
  for (const [index, [from]] of times.entries()) if (index > 0) expect(from).toBe(times[index - 1]?.[1]);
  return times;
}

/** What an answer with details has of sessions of some pages: the last of them may have been erased. */
function detailsOf(pages: readonly string[]) {
  const counts = Array.from(
    Map.groupBy(pages, (pageId) => pageId),
    ([pageId, { length }]) => ({
      pageId,
      totalSessions: length,
    }),
  );
  const order = counts.toSorted(
    (a, b) => b.totalSessions - a.totalSessions || (a.pageId < b.pageId ? -1 : 1),
  );
  return {
    pages: order.slice(0, 5),
    pagesCount: counts.length,
    latestVisit: expect.toSatisfy(
      (visit: AccountAnalyticsList['items'][number]['latestVisit']) =>
        visit === null || (visit !== undefined && pages.includes(visit.pageId)),
    ),
  };
}

/** Asks one question of accounts and of persons. Returns how many items all answers had. */
export async function lookAt({ model, people, visitors }: Sight, asked: Question): Promise<number> {
  const sessions = [...model.sessions.values()];
  const timeOf = (at: Question['start']) => {
    if (typeof at !== 'object') return at === undefined ? undefined : epoch + at;
    return (sessions[at.session % sessions.length]?.start ?? epoch) + at.ms;
  };
  const open = { start: timeOf(asked.start), end: timeOf(asked.end) };
  const { interval, zone } = asked;
  const range = interval ? closed(open) : open;
  if (range.start !== undefined && range.end !== undefined && range.start >= range.end) return 0;
  const pageId = asked.place === undefined ? undefined : people.places[asked.place]?.pageId;
  const { start = 0, end = Number.POSITIVE_INFINITY } = range;
  const { countries, isAscending, limit } = asked;
  const isAsked = ({ values: { country } }: Session) =>
    countries.length === 0 || countries.some((one) => one === (country ?? null));

  let count = 0;
  for (const kind of ['account', 'person'] as const) {
    const sort = kind === 'person' && asked.sort === 'peopleCount' ? 'formSessions' : asked.sort;
    const { items, ...rest } = visitors.answer(kind, model.within({ start, end }, pageId), isAsked);
    const expected = items.toSorted(orderOf(sort, isAscending)).map(({ id, starts, pages, figures }) => {
      const { peopleCount, ...others } = figures;
      return { starts, pages, [`${kind}Id`]: id, ...others, ...(kind === 'account' ? { peopleCount } : {}) };
    });
    const query = new URLSearchParams([
      ...Object.entries({ ...datesOf(range), ...(pageId === undefined ? {} : { pageId }) }),
      ...countries.map((country) => (country === null ? ['unknown', 'country'] : ['country', country])),
      ...[
        ['sort', `${isAscending ? '' : '-'}${sort}`],
        ['limit', String(limit)],
        interval ? ['interval', interval] : ['details', 'true'],
        ['timezone', zone],
      ],
    ]);
    let at = 0;
    for (let cursor: string | null = ''; cursor !== null; at += limit) {
      const path: string = `/v0/analytics/${kind}s?${query}${cursor && `&cursor=${cursor}`}`;
      const answer = await ok(send<AccountAnalyticsList | PersonAnalyticsList>('GET', path));
      const hasMore = expected.length > at + limit;
      const times = interval && timesOf({ start, end }, answer.steps);
      const seriesOf = (starts: number[]) =>
        times?.map(([from, to]) => starts.filter((began) => began >= from && began < to).length);
      expect(answer, path).toEqual({
        items: expected.slice(at, at + limit).map(({ starts, pages, ...item }) => ({
          ...item,
          ...(interval ? { series: seriesOf(starts) } : detailsOf(pages)),
        })),
        ...(interval && { steps: expect.any(Array) }),
        hasMore,
        nextCursor: hasMore ? expect.any(String) : null,
        totalCount: expected.length,
        ...rest,
      });
      cursor = answer.nextCursor;
    }
    count += expected.length;
  }
  return count;
}
