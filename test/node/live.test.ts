import { countBy } from 'es-toolkit/array';
import { describe, expect, test } from 'vitest';
import { type Arrival, arrivals, lengthOf, visitsBetween } from '../../demo/data/arrivals.ts';
import { demoTests, startOf, visitorsOf } from '../../demo/data/experiments.ts';
import { demoPages } from '../../demo/data/pages.ts';
import { createRandom } from '../../demo/data/random.ts';
import { browsers } from '../../demo/data/visitors.ts';
import { agentOf, bots } from '../../demo/live/agents.ts';
import { beaconsOf } from '../../demo/live/beacons.ts';
import { allVisits } from '../../demo/load/visits.ts';
import { comparisonOf } from '../../src/lib/chance.ts';
import type { Device } from '../../src/lib/devices.ts';
import { type ArmCounts, verdictOf } from '../../src/lib/sequential.ts';
import { dimensionsOf } from '../../src/visits/beacons/dimensions.ts';
import { Visit } from '../../src/visits/beacons/schemas.ts';
import { armAt, pointOf } from '../../src/visits/experiments/unit.ts';
import { SessionImport } from '../../src/visits/sessions/import-schemas.ts';

const now = Date.parse('2026-11-18T10:30:00Z');

/** The first visitors who come while npm start runs. */
function first(count: number, seed = 8): Arrival[] {
  const coming = arrivals(createRandom(seed));
  return Array.from({ length: count }, (_, n) => coming.next().value(`demo-live-test-${n}`, now));
}
const companyOf = ({ audience }: Arrival) => (audience?.includes('@') ? audience.split('@')[1] : undefined);

describe('visitors who come', () => {
  const some = first(5000);

  test('are the same at each call, and some have a link of their own', () => {
    expect(first(50)).toEqual(some.slice(0, 50));
    const companies = countBy(
      some.flatMap((visit) => companyOf(visit) ?? []),
      (company) => company,
    );
    expect(Object.keys(companies).length).toBeGreaterThan(9);
    const invited = Object.values(companies).reduce((a, b) => a + b);
    expect(invited / some.length).toBeGreaterThan(0.3);
    expect(invited / some.length).toBeLessThan(0.5);
    expect(some.filter(({ hasConversion }) => hasConversion).length).toBeGreaterThan(100);
    expect(some.filter(({ formSubmissionEmail }) => formSubmissionEmail).length).toBeGreaterThan(100);
  });

  test('leave true what docs/developers/four-things.md says: Northwind leads at any moment, and Retail converts most', () => {
    for (const seed of [8, 1, 2, 3]) {
      const opened = new Map<string | undefined, number>();
      const converted = new Map<string | null, number>();
      for (const visit of first(3000, seed)) {
        const company = companyOf(visit);
        if (company) opened.set(company, (opened.get(company) ?? 0) + 1);
        expect(opened.get('northwind.example') ?? 0).toBe(Math.max(0, ...opened.values()));
        if (visit.hasConversion && new URL(visit.pageUrl).pathname === '/')
          converted.set(visit.audience, (converted.get(visit.audience) ?? 0) + 1);
        // Before them, Retail has a lead of more than this.
        const others = [...converted].flatMap(([name, count]) => (name === 'Retail' ? [] : [count]));
        expect(Math.max(0, ...others) - (converted.get('Retail') ?? 0)).toBeLessThan(9);
      }
    }
  });

  test.each(['2026-11-24T08:00:00Z', '2027-03-20T12:00:00Z', '2027-08-01T12:00:00Z'])(
    'find that lead in the year before %s',
    (at) => {
      const pages = allVisits(new Date(at));
      const home = pages.find(({ pageUrl }) => new URL(pageUrl).pathname === '/')?.visits ?? [];
      const converted = countBy(
        home.filter(({ hasConversion }) => hasConversion),
        ({ audience }) => audience ?? '',
      );
      const { Retail = 0, ...others } = converted;
      expect(Retail - Math.max(...Object.values(others))).toBeGreaterThan(20);
      // The picture of the README says that Retail converts best: among the audiences for many, by more than chance.
      const groups = countBy(home, ({ audience }) => audience ?? '');
      const samples = Object.entries(groups).flatMap(([name, of]) =>
        name === '' || name.includes('@') ? [] : [{ name, of, hits: converted[name] ?? 0 }],
      );
      expect(samples.length).toBeGreaterThan(2);
      expect(comparisonOf(samples)).toMatchObject({ first: { name: 'Retail' }, isMoreThanChance: true });
      const personal = pages.flatMap(({ visits }) =>
        visits.filter(({ audience }) => audience?.includes('@')),
      );
      const opened = countBy(personal, ({ audience }) => audience?.split('@')[1] ?? '');
      const { 'northwind.example': northwind = 0, ...rest } = opened;
      expect(northwind).toBeGreaterThan(Math.max(...Object.values(rest)) + 8);
    },
  );

  test('see published pages and audiences, and nothing that is archived', () => {
    for (const { pageUrl, audience } of some) {
      if (audience === null) continue;
      const page = demoPages.find(({ url }) => url === pageUrl);
      const shown = page?.audiences.find(
        ({ person, content }) => (person ?? content.customName) === audience,
      );
      expect(shown, audience).toBeDefined();
      expect(shown?.archived, audience).toBeUndefined();
    }
  });

  test('send beacons that the collector takes, with totals that grow', () => {
    for (const visit of some.slice(0, 500)) {
      const beacons = beaconsOf(visit);
      const fields = { analyticsSessionId: visit.analyticsSessionId, pageId: 'page_1' };
      let before = { at: -1, clicksCount: 0, maxScrollDepthPercentage: 0 };
      for (const { at, totals } of beacons) {
        expect(Visit.safeParse({ ...fields, ...totals, elapsedMs: at }).error?.issues).toBeUndefined();
        expect(at).toBeGreaterThan(before.at);
        expect(totals.clicksCount).toBeGreaterThanOrEqual(before.clicksCount);
        expect(totals.maxScrollDepthPercentage).toBeGreaterThanOrEqual(before.maxScrollDepthPercentage);
        before = { at, ...totals };
      }
      const last = beacons.at(-1)?.totals;
      expect(last).toMatchObject({
        hasConversion: visit.hasConversion,
        clicksCount: visit.totalClicksCount,
        maxScrollDepthPercentage: visit.maxScrollDepthPercentage,
      });
      expect(last?.formSubmit?.email).toBe(visit.formSubmissionEmail ?? undefined);
      const says = Boolean(last?.formSubmit?.fields?.message);
      expect(says).toBe(Boolean(visit.formSubmissionEmail));
    }
  });
});

describe('visits between two times', () => {
  const [from, until] = ['2026-11-17T09:20:00Z', '2026-11-18T10:30:00Z'].map((at) => new Date(at)) as [
    Date,
    Date,
  ];
  const visits = visitsBetween(from, until).flatMap((page) => page.visits);

  test('are between them, are valid for an import, and have an id of their own', () => {
    expect(visits.length).toBeGreaterThan(20);
    for (const visit of visits) {
      expect(Date.parse(visit.sessionStartedAt)).toBeGreaterThanOrEqual(from.getTime());
      expect(Date.parse(visit.sessionEndedAt)).toBeLessThanOrEqual(until.getTime());
      expect(lengthOf(visit)).toBeGreaterThan(0);
    }
    expect(new Set(visits.map(({ analyticsSessionId }) => analyticsSessionId)).size).toBe(visits.length);
    const sessions = visits.map(({ audience: _, ...visit }) => visit);
    expect(SessionImport.safeParse({ sessions }).error?.issues).toBeUndefined();
  });

  test('are the same in two parts, but for those that the cut has interrupted', () => {
    const cut = new Date('2026-11-17T14:45:00Z');
    const parts = [visitsBetween(from, cut), visitsBetween(cut, until)].flat().flatMap((page) => page.visits);
    const ids = new Set(visits.map(({ analyticsSessionId }) => analyticsSessionId));
    for (const { analyticsSessionId } of parts) expect(ids).toContain(analyticsSessionId);
    expect(parts.length).toBeGreaterThan(visits.length - 4);
  });
});

test('of the tests of the demo one is decided and one is not, with a split that holds at each visitor', () => {
  const states = demoTests.map((of) => {
    const until = new Date('2026-11-18T15:20:00Z');
    const visitors = visitorsOf(of, until);
    expect(visitors).toEqual(visitorsOf(of, until));
    expect(new Set(visitors.map(({ unit }) => unit)).size).toBe(visitors.length);
    expect(new Set(visitors.map(({ visit }) => visit.analyticsSessionId)).size).toBe(visitors.length);
    // They came on all its days.
    const starts = visitors.map(({ visit }) => Date.parse(visit.sessionStartedAt));
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(startOf(of, until).getTime());
    expect(Math.max(...starts)).toBeLessThan(until.getTime());
    const days = Map.groupBy(starts, (start) => Math.floor(start / 86_400_000));
    expect(days.size).toBeGreaterThan(of.days - 4);
    expect(Math.max(...[...days.values()].map(({ length }) => length))).toBeLessThan(visitors.length / 6);
    const page = demoPages.find(({ url }) => new URL(url).pathname === of.path);
    const audience = page?.audiences.find(({ content }) => content.customName === of.audience);
    // Its first version is live, and it has no draft yet.
    expect(audience).toMatchObject({ becomes: 'published', contexts: { length: 1 } });
    const arms = [0, 1].map(() => ({ weight: 1, visitors: 0, conversions: 0 })) as [ArmCounts, ArmCounts];
    for (const { arm, unit, isReached } of visitors) {
      expect(armAt(pointOf(unit) / 2 ** 32, [1, 1])).toBe(arm);
      arms[arm].visitors += 1;
      arms[arm].conversions += Number(isReached);
      expect(verdictOf(arms).splitIsBroken).toBe(false);
    }
    const [challenger] = verdictOf(arms).challengers;
    return [challenger?.isDecided, challenger?.isBetter];
  });
  expect(states).toEqual([
    [true, true],
    [false, true],
  ]);
  // docs/developers/four-things.md tells of the home page, which has no test.
  expect(demoTests.map(({ path }) => path)).not.toContain('/');
});

test('a draft beside a live version changes what visitors see, so that a test of it can find something', () => {
  const drafts = demoPages.flatMap(({ audiences }) =>
    audiences.filter(({ becomes, contexts }) => becomes === 'draft' && contexts.length > 1),
  );
  expect(drafts.map(({ content }) => content.customName)).toContain('Logistics');
  for (const { content, lastChange } of drafts) {
    const all = (of: typeof lastChange) =>
      Object.entries<unknown>({ ...of?.fieldOverrides, ...of?.metadataOverride });
    expect(all(lastChange).length).toBeGreaterThan(0);
    for (const field of all(lastChange)) expect(all(content)).not.toContainEqual(field);
  }
});

test('a User-Agent has the device and the browser that it is made for, and bots are bots', async () => {
  const { isbot } = await import('isbot');
  for (const [device, known] of Object.entries(browsers) as [Device, [string, number][]][]) {
    for (const [browser] of known) {
      const agent = agentOf(device, browser);
      const header = (name: string) => (name === 'user-agent' ? agent : undefined);
      expect(dimensionsOf(header, 'DE', undefined)).toMatchObject({ device, browser });
      expect(isbot(agent), agent).toBe(false);
    }
  }
  for (const agent of bots) expect(isbot(agent), agent).toBe(true);
});
