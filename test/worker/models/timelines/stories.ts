import fc from 'fast-check';
import { type TimelineKind, timelineKinds } from '../../../../src/visits/timelines/place.ts';
import { action, weighted } from '../stories.ts';

// Random stories around persons and companies. There are few times, so that much happens in one millisecond.

export const epoch = Date.UTC(2026, 0, 5, 12);
export const [personCount, companyCount, pageCount] = [4, 2, 2];

export interface Look {
  who: 'person' | 'account';
  nth: number;
  kinds: readonly TimelineKind[];
  source: string | undefined;
  type: string | undefined;
  start: number | undefined;
  end: number | undefined;
  limit: number;
}

export type Action =
  | { kind: 'log'; person: number; at: number | null; nth: number }
  | { kind: 'note'; company: number; at: number | null; nth: number }
  | { kind: 'visit'; page: number; to: number | null; from: number | null; at: number }
  | { kind: 'publish'; person: number; page: number; isArchived: boolean }
  | { kind: 'move'; person: number; company: number }
  | { kind: 'erase'; person: number }
  | { kind: 'seal' }
  | { kind: 'wait'; time: number }
  | ({ kind: 'look' } & Look);

const person = fc.nat(personCount - 1);
const company = fc.nat(companyCount - 1);
const page = fc.nat(pageCount - 1);
const year = 365 * 86_400_000;
/** A time of the few, or one of a year of back-fills. */
const at = weighted(
  [3, fc.integer({ min: -3, max: 5 }).map((ms) => epoch + ms)],
  [1, fc.integer({ min: 1, max: 12 }).map((month) => epoch - Math.floor((month * year) / 12))],
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const look = fc
  .record({
    who: fc.constantFrom('person' as const, 'account' as const),
    nth: fc.nat(3),
    kinds: fc.subarray([...timelineKinds]),
    source: fc.option(fc.constantFrom('crm', 'stripe', 'none'), { nil: undefined, freq: 3 }),
    type: fc.option(fc.constantFrom('paid', 'called'), { nil: undefined, freq: 3 }),
    start: maybe(at),
    end: maybe(at),
    limit: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ start, end, ...rest }): Look => {
    const isRange = start === undefined || end === undefined || start < end;
    return { ...rest, start, end: isRange ? end : undefined };
  });

const step: fc.Arbitrary<Action> = weighted(
  [8, action('log', { person, at: fc.option(at), nth: fc.nat(3) })],
  [3, action('note', { company, at: fc.option(at), nth: fc.nat(3) })],
  [
    8,
    action('visit', { page, to: fc.option(person, { freq: 4 }), from: fc.option(person, { freq: 2 }), at }),
  ],
  [4, action('publish', { person, page, isArchived: fc.boolean() })],
  [2, action('move', { person, company })],
  [1, action('erase', { person })],
  [2, action('seal', {})],
  [3, action('wait', { time: fc.nat(2) })],
  [6, look.map((one) => ({ kind: 'look' as const, ...one }))],
);

export const story = fc.array(step, { minLength: 20, maxLength: 45 });
export const lastLook = look;
