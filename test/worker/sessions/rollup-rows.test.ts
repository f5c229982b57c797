import { expect, test } from 'vitest';
import { type DimensionValues, dimensions } from '../../../src/analytics/dimensions.ts';
import { overflow } from '../../../src/analytics/rollup-room.ts';
import type { Quarters, Totals } from '../../../src/analytics/rollup-rows.ts';
import { Rollups } from '../../../src/analytics/rollup-rows.ts';
import { dayMs, quarterMs } from '../../../src/analytics/range.ts';

// Which values a rollup has room for. What a write does with rollups is in roll-up.test.ts.

const unknown = Object.fromEntries(dimensions.map((name) => [name, null])) as DimensionValues;
const day = 20_000;

interface Visit {
  values: Partial<DimensionValues>;
  quarter?: number;
  audienceId?: string;
}

/** The rows of rollups of some visits. */
function rowsOf(visits: Iterable<Visit>) {
  const rollups = new Rollups();
  for (const { values, quarter = 0, audienceId = null } of visits)
    rollups.add('page', {
      at: day * dayMs + quarter * quarterMs,
      audienceId,
      values: { ...unknown, ...values },
      sums: [1],
    });
  return rollups.rows();
}

/** The values of a dimension in the rollup of a day, with their visits: of the page, or of an audience. */
function valuesOf(rows: ReturnType<typeof rowsOf>, grouping: keyof DimensionValues, audienceId = '') {
  const totals: Totals = {};
  const quarters: Quarters = {};
  for (const row of rows) {
    if (row.level !== 'day' || row.audienceId !== audienceId) continue;
    if (audienceId === '' && row.grouping !== grouping) continue;
    const isPage = audienceId === '';
    Object.assign(totals, isPage ? row.totals : (row.totals as Record<string, Totals>)[grouping]);
    Object.assign(quarters, isPage ? row.quarters : (row.quarters as Record<string, Quarters>)[grouping]);
  }
  const visits = new Map(Object.entries(totals).map(([value, [count = 0]]) => [value, count]));
  const all = [...visits.values()].reduce((sum, count) => sum + count, 0);
  const sums = Object.values(quarters).reduce((sum, cells) => sum + 1 + Object.keys(cells).length, 0);
  const others = visits.get(overflow) ?? 0;
  visits.delete(overflow);
  return { visits, all, others, sums };
}

function* times(count: number, visit: (n: number) => Visit): Generator<Visit> {
  for (let n = 0; n < count; n++) yield visit(n);
}

const most = { page: [2000, 60_000, 10_000], audience: [500, 10_000, 6000] } as const;

for (const [of, [values, characters, sums]] of Object.entries(most)) {
  const [audienceId, key] = of === 'page' ? [undefined, ''] : ['audience_1', 'audience_1'];
  const visit = (values: Partial<DimensionValues>, quarter = 0) => ({
    values,
    quarter,
    ...(audienceId && { audienceId }),
  });

  test(`a rollup of one ${of} has ${values} values of a dimension, and the others together`, () => {
    const rows = rowsOf(times(values + 50, (n) => visit({ utmTerm: `${n}` })));
    const found = valuesOf(rows, 'utmTerm', key);
    expect(found.visits.size).toBe(values);
    expect(found.others).toBe(50);
  });

  test(`a rollup of one ${of} has ${characters} characters of the values of a dimension`, () => {
    const value = (n: number) => `${n}`.padStart(200, 'x');
    const rows = rowsOf(times(500, (n) => visit({ landingPath: value(n) })));
    const found = valuesOf(rows, 'landingPath', key);
    expect(found.visits.size).toBe(characters / 200);
    expect(found.all).toBe(500);
  });

  test(`a rollup of one ${of} has ${sums} sums of a dimension, and values with more visits stay`, () => {
    // The last values have two visits in each quarter of an hour.
    const rows = rowsOf(
      (function* () {
        for (let repeat = 0; repeat < 2; repeat++)
          for (let n = repeat * 140; n < 150; n++)
            yield* times(96, (quarter) => visit({ utmCampaign: `${n}` }, quarter));
      })(),
    );
    const found = valuesOf(rows, 'utmCampaign', key);
    expect(found.visits.size).toBe(Math.floor(sums / 97));
    expect(found.sums).toBeLessThanOrEqual(sums + 97);
    expect(found.all).toBe(160 * 96);
    for (let n = 140; n < 150; n++) expect(found.visits.get(`${n}`)).toBe(192);
  });

  test(`a rollup of one ${of} keeps a short value rather than long ones with a few more visits`, () => {
    const long = [...times(60, (n) => visit({ landingPath: `/${n}${'x'.repeat(2000)}` }))];
    const rows = rowsOf(
      [...Array(51)].flatMap((_, n) => [...long, ...(n < 50 ? [visit({ landingPath: '/pricing' })] : [])]),
    );
    expect(valuesOf(rows, 'landingPath', key).visits.get('/pricing')).toBe(50);
  });

  test(`a rollup of one ${of} has all countries`, () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((a) => letters.map((b) => a + b));
    const rows = rowsOf(all.flatMap((country) => [...times(20, (n) => visit({ country }, n))]));
    const found = valuesOf(rows, 'country', key);
    expect(found.visits.size).toBe(676);
    expect(found.others).toBe(0);
  });
}

test('the sums of a month are without quarters of an hour, so that more values have room', () => {
  const rows = rowsOf(
    (function* () {
      for (let n = 0; n < 150; n++)
        yield* times(96, (quarter) => ({ values: { utmSource: `${n}` }, quarter }));
    })(),
  );
  const month = rows.find(({ level, grouping }) => level === 'month' && grouping === 'utmSource');
  expect(Object.keys(month?.totals as Totals)).toHaveLength(150);
});
