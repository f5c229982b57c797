import fc from 'fast-check';
import { day, hour, minute, second } from '../../support/times.ts';
import { weighted } from '../stories.ts';
import { countNames, eachCount, epoch, noCounts, type Step, type Values } from './model.ts';

// Complete visits, whose beacons come in any order and number.

/** The versions of an audience: live, an arm of a test, archived at `goneAt`, and a draft that nobody got. */
export const versionKinds = ['live', 'arm', 'gone', 'draft'] as const;
export type VersionKind = (typeof versionKinds)[number];
export const goneAt = epoch + 9 * day;

/** A complete visit: its beacons, each with the totals so far. */
export interface Plan {
  page: number;
  audience: number;
  version: VersionKind;
  values: Values;
  pageUrl: string | undefined;
  /** Who submits the form, if the form says it. */
  sender: number | undefined;
  start: number;
  steps: Step[];
}

const growth = fc.record({
  idle: fc.constantFrom(0, second, 5 * minute),
  engaged: fc.constantFrom(0, 1, 4 * second, 9_999, 10 * second, minute),
  scroll: fc.constantFrom(0, 1234, 5000, 10_000),
  counts: fc.record(eachCount(() => fc.constantFrom(0, 0, 0, 1, 3))),
  conversion: fc.constantFrom(false, false, false, true),
  form: fc.constantFrom(false, false, false, true),
});

/** Start times near the limits of minutes, hours, quarters of a day, days and months, and others. */
export const begins = fc.oneof(
  fc.tuple(fc.nat(60 * 24), fc.constantFrom(-1, 0, 1, 30 * minute)).map(([n, ms]) => n * hour + ms),
  fc.tuple(fc.nat(60), fc.constantFrom(-1, 0, 1)).map(([n, ms]) => n * day + ms),
  fc.nat(60 * day),
);
/** Few start times, so that what is sealed and ranges end among visits of the same millisecond. */
const sharedBegins = fc.constantFrom(
  5 * day,
  15 * day - 1,
  15 * day,
  15 * day + 5 * minute,
  19 * day + hour + 1,
);

/** The path of a URL of this file. */
const pathOf = (url: string) => new URL(url).pathname;

export const plan = (begin: fc.Arbitrary<number>): fc.Arbitrary<Plan> =>
  fc
    .record({
      page: fc.constantFrom(0, 0, 1),
      audience: fc.nat(3),
      version: fc.constantFrom(...versionKinds),
      utmSource: fc.constantFrom(undefined, 'news', 'ads', '__proto__', '"]$.x'),
      country: fc.constantFrom(undefined, 'DE', 'IN'),
      referrer: fc.constantFrom(undefined, undefined, 'search.example'),
      utmTerm: fc.constantFrom(undefined, undefined, 'News', 'ä😀'),
      device: fc.constantFrom(undefined, 'mobile'),
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
    .map(({ page, audience, version, begin, growths, sender, pageUrl, ...values }) => {
      const steps: Step[] = [];
      const now = { elapsed: 0, active: 0, engaged: 0, scroll: 0, ...noCounts };
      const told = { conversion: false, form: false };
      for (const { idle, engaged, scroll, counts, conversion, form } of growths) {
        now.engaged += engaged;
        now.active = now.elapsed + engaged;
        now.elapsed = now.active + idle;
        now.scroll = Math.max(now.scroll, scroll);
        for (const name of countNames) now[name] += counts[name];
        told.conversion ||= conversion;
        told.form ||= form;
        steps.push({ ...now, ...told });
      }
      const landingPath = pageUrl === undefined ? undefined : pathOf(pageUrl);
      return {
        page,
        audience,
        version,
        sender,
        pageUrl,
        steps,
        values: { ...values, landingPath },
        start: epoch + begin,
      };
    });

const plansOf = (begin: fc.Arbitrary<number>) => fc.array(plan(begin), { minLength: 1, maxLength: 12 });
export const somePlans = weighted(
  [3, plansOf(fc.oneof(begins, fc.nat(22 * day)))],
  [1, plansOf(sharedBegins)],
);
