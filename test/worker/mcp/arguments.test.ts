import { send } from '../support/client.ts';
import { connectWith, type McpClient } from '../support/mcp.ts';

let client: McpClient;
let pageId: string;
/** A page with filters to try, whose visits are in March. */
let filteredId: string;
const march = { startDate: '2026-03-01', endDate: '2026-04-01' };
interface Tool {
  name: string;
  properties: Record<string, { type: string; enum?: string[] }>;
}
let tools: Tool[];

beforeAll(async () => {
  client = await connectWith(['read', 'write']);
  const page = { title: 'Arguments', url: 'https://arguments.example/' };
  pageId = (await send<{ pageId: string }>('POST', '/v0/pages', page)).body.pageId;
  const other = { title: 'Filters', url: 'https://filters.example/' };
  filteredId = (await send<{ pageId: string }>('POST', '/v0/pages', other)).body.pageId;
  const at = { sessionStartedAt: '2026-03-04T10:00:00Z', sessionEndedAt: '2026-03-04T10:00:00Z' };
  const dimensions = [{ utmSource: 'a', country: 'DE' }, { utmSource: 'a' }, { utmSource: 'b' }, {}];
  await send('POST', `/v0/pages/${filteredId}/audience_sessions/import`, {
    sessions: dimensions.map((values, n) => ({ analyticsSessionId: `filters-${n}`, ...at, ...values })),
  });
  const listed = await client.client.listTools();
  tools = listed.tools.map(({ name, inputSchema }) => ({
    name,
    properties: inputSchema.properties as never,
  }));
  const session = { analyticsSessionId: 'new-year', hasConversion: true };
  // The first second of 2026 in Berlin, and the last before it.
  const times = ['2025-12-31T23:00:00Z', '2025-12-31T22:59:59Z'];
  const sessions = times.map((sessionStartedAt, index) => ({
    ...session,
    analyticsSessionId: `new-year-${index}`,
    sessionStartedAt,
    sessionEndedAt: sessionStartedAt,
  }));
  await send('POST', `/v0/pages/${pageId}/audience_sessions/import`, { sessions });
});

const wrong: Record<string, unknown[]> = {
  string: [5, true, null, ['a'], { a: 'b' }],
  integer: ['5', 1.5, true, null, [5]],
  boolean: ['true', 1, null, [true], {}],
  array: ['all', 1, null, {}, true],
  object: ['utmSource', 1, null, [{}], true],
};

describe('the types of arguments', () => {
  test('are those that the schema names, for every argument of every tool', async () => {
    const named = tools.flatMap(({ properties }) => Object.values(properties).map(({ type }) => type));
    expect(named.length).toBeGreaterThan(60);
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)));
    for (const { name, properties } of tools)
      for (let n = 0; n < 5; n++) {
        // A wrong value for every argument at once.
        const given = Object.entries(properties).map(([argument, { type }]) => [argument, wrong[type]?.[n]]);
        const { body } = await client.call(name, Object.fromEntries(given));
        const errors = body.errors as { path: string; code: string }[];
        expect(
          errors.map(({ path, code }) => [path, code]).toSorted(),
          `${name} ${JSON.stringify(given)}`,
        ).toEqual(given.map(([argument]) => [argument, 'invalid_type']).toSorted());
      }
  });

  test('a search for a number is refused, and one for its text is not', async () => {
    const { isError, body } = await client.call('search_persons', { query: 5 });
    expect(isError).toBe(true);
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [{ in: 'query', path: 'query', code: 'invalid_type', message: 'must be of the type string' }],
    });
    expect((await client.call('search_persons', { query: '5' })).isError).toBeUndefined();
  });

  test('values that the schema lists are the only ones', async () => {
    for (const { name, properties } of tools)
      for (const [argument, { enum: values }] of Object.entries(properties)) {
        if (!values) continue;
        const range = { startDate: '2026-01-01', endDate: '2026-01-02' };
        const given = { ...('pageId' in properties ? { pageId } : {}), ...range, [argument]: 'other' };
        const { body } = await client.call(name, given);
        expect(body, `${name} ${argument}`).toMatchObject({ code: 'validation_failed' });
      }
  });

  test('flags are true and false', async () => {
    for (const [hasConversion, count] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const { body } = await client.call('list_sessions', { pageId, hasConversion });
      expect(body.items).toHaveLength(count);
    }
    expect((await client.call('list_accounts', { includeEmptyOnly: true })).isError).toBeUndefined();
  });
});

describe('filters', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['a value', { utmSource: 'a' }, 2],
    ['a list of one', { utmSource: ['a'] }, 2],
    ['several values', { utmSource: ['a', 'b'] }, 3],
    ['no value', { utmSource: null }, 1],
    ['a value or none', { utmSource: ['a', null] }, 3],
    ['two dimensions', { utmSource: ['a', null], country: 'DE' }, 1],
    ['nothing', {}, 4],
  ])('are %s', async (_, filters, count) => {
    const { isError, body } = await client.call('list_sessions', { pageId: filteredId, filters });
    expect(isError, JSON.stringify(body)).toBeUndefined();
    expect([body.totalCount, (body.items as unknown[]).length]).toEqual([count, count]);
  });

  test.each([
    ['compare_pages', {}],
    ['compare_audiences', { pageId: true }],
    ['get_timeseries', { pageId: true, ...march }],
    ['get_workspace_timeseries', march],
    ['get_breakdown', { pageId: true, by: 'country' }],
    ['get_workspace_breakdown', { by: 'country' }],
  ])('limit %s', async (name, { pageId: isOfPage, ...given }: Record<string, unknown>) => {
    const filters = { utmSource: ['a', 'b'], referrer: null };
    const { body } = await client.call(name, {
      ...given,
      ...(isOfPage ? { pageId: filteredId } : {}),
      filters,
    });
    expect(sum(body), JSON.stringify(body)).toBe(3);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ utmsource: 'a' }, 'filters.utmsource', 'unknown_field'],
    [{ unknown: 'referrer' }, 'filters.unknown', 'unknown_field'],
    [{ utmSource: 5 }, 'filters.utmSource', 'invalid_type'],
    [{ utmSource: '' }, 'filters.utmSource', 'invalid_type'],
    [{ utmSource: [] }, 'filters.utmSource', 'invalid_type'],
    [{ utmSource: ['a', ''] }, 'filters.utmSource', 'invalid_type'],
    [{ utmSource: [['a']] }, 'filters.utmSource', 'invalid_type'],
    [{ utmSource: { is: 'a' } }, 'filters.utmSource', 'invalid_type'],
  ])('are not %j', async (filters, path, code) => {
    const { isError, body, cost } = await client.call('compare_pages', { filters });
    expect([isError, cost.trips]).toEqual([true, 0]);
    expect(body.errors).toMatchObject([{ in: 'query', path, code }]);
  });

  test('of too many values are refused by the API', async () => {
    const utmSource = Array.from({ length: 21 }, (_, n) => `source-${n}`);
    const { body } = await client.call('compare_pages', { filters: { utmSource } });
    expect(body.errors).toMatchObject([{ in: 'query', path: 'utmSource', code: 'too_large' }]);
  });

  test('may be no arguments of their own', async () => {
    const { body } = await client.call('compare_pages', { utmSource: 'a' });
    expect(body.errors).toMatchObject([{ path: 'utmSource', code: 'unknown_field' }]);
  });
});

/** All visits of an answer: a limited list has the rest in `other`. */
function sum({ items, other }: Record<string, unknown>): number {
  const counts = [...(items as unknown[]), other ?? { totalSessions: 0 }] as { totalSessions: number }[];
  return counts.reduce((total, { totalSessions }) => total + totalSessions, 0);
}

describe('dates', () => {
  const year = { startDate: '2026-01-01', endDate: '2027-01-01' };
  const begins = { startDate: '2026-01-01', endDate: '2026-01-02' };
  test.each([
    ['a date of a zone', { ...begins, timezone: 'Europe/Berlin' }, 1],
    ['a date of UTC', begins, 0],
    ['a time with an offset', { ...begins, startDate: '2026-01-01T00:00:00+01:00' }, 1],
    ['a time in UTC', { ...begins, startDate: '2025-12-31T22:59:59Z', timezone: 'Asia/Tokyo' }, 2],
  ])('%s is exact in every tool', async (_, given, count) => {
    const series = await client.call('get_timeseries', { pageId, ...given });
    expect(sum(series.body), JSON.stringify(series.body)).toBe(count);
    expect(sum((await client.call('get_workspace_timeseries', given)).body)).toBe(count);
    expect((await client.call('compare_pages', given)).body).toMatchObject({
      total: { totalSessions: count },
    });
    expect(sum((await client.call('compare_audiences', { pageId, ...given })).body)).toBe(count);
    expect(sum((await client.call('get_breakdown', { pageId, by: 'device', ...given })).body)).toBe(count);
    const listed = await client.call('list_sessions', { pageId, ...given });
    expect(listed.body.items).toHaveLength(count);
  });

  test('the summer of a zone has another offset', async () => {
    const { body } = await client.call('get_timeseries', {
      pageId,
      startDate: '2026-03-29',
      endDate: '2026-03-31',
      timezone: 'Europe/Berlin',
      interval: 'day',
    });
    expect((body.items as { start: string }[]).map(({ start }) => start)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
  });

  test.each(['list_sessions', 'get_timeseries', 'compare_pages'])('%s refuses what is none', async (name) => {
    const at = name === 'compare_pages' ? {} : { pageId };
    const zone = await client.call(name, { ...at, ...year, timezone: 'Mars' });
    expect(zone.body).toMatchObject({ errors: [{ path: 'timezone', code: 'not_allowed' }] });
    const { body } = await client.call(name, { ...at, startDate: 'yesterday', endDate: '2026-10-04T10:00' });
    expect((body.errors as { path: string }[]).map(({ path }) => path)).toEqual(['startDate', 'endDate']);
  });
});

describe('a series', () => {
  const series = async (name: string, given: object) =>
    client.call(name, { ...(name === 'get_timeseries' ? { pageId } : {}), ...given });

  test.each([
    ['two days', '2026-01-01', '2026-01-03', 'hour', 48],
    ['a month', '2026-01-01', '2026-02-01', 'day', 31],
    ['a quarter', '2026-01-01', '2026-04-01', 'week', 14],
    ['a year', '2026-01-01', '2027-01-01', 'week', 53],
    ['the longest range', '2026-01-01', '2027-02-05', 'week', 58],
  ])('of %s has few steps, and says which', async (_, startDate, endDate, interval, steps) => {
    for (const name of ['get_timeseries', 'get_workspace_timeseries']) {
      const { body } = await series(name, { startDate, endDate });
      expect([body.interval, (body.items as unknown[]).length]).toEqual([interval, steps]);
      expect(JSON.stringify(body).length).toBeLessThan(9000);
    }
  });

  test('has the interval that is asked for, up to a hundred steps', async () => {
    for (const name of ['get_timeseries', 'get_workspace_timeseries']) {
      const range = { startDate: '2026-01-01', endDate: '2026-04-11' };
      const { body } = await series(name, { ...range, interval: 'day' });
      expect([body.interval, (body.items as unknown[]).length]).toEqual(['day', 100]);
    }
  });

  test.each([
    ['day', 365, '2027-01-01'],
    ['day', 101, '2026-04-12'],
    ['hour', 8760, '2027-01-01'],
  ])('by %s with %i steps is refused, and says how to ask', async (interval, steps, endDate) => {
    for (const name of ['get_timeseries', 'get_workspace_timeseries']) {
      const { isError, body, cost } = await series(name, { startDate: '2026-01-01', endDate, interval });
      expect([isError, cost.trips]).toEqual([true, 0]);
      expect(body.errors).toEqual([
        {
          in: 'query',
          path: 'interval',
          code: 'not_allowed',
          message: `makes about ${steps} steps, and the tool answers at most 100: leave interval out, name a longer one, or ask for a shorter range`,
        },
      ]);
    }
  });

  test('whatever the range and the interval, has every visit of the range or is refused', async () => {
    const starts = ['2025-01-30', '2025-11-01', '2025-12-31'];
    const ends = ['2026-01-01', '2026-01-02', '2026-02-05', '2026-03-01'];
    for (const startDate of starts)
      for (const endDate of ends)
        for (const interval of [undefined, 'hour', 'day', 'week', 'month']) {
          const range = { startDate, endDate, timezone: 'Europe/Berlin' };
          const { isError, body } = await series('get_timeseries', {
            ...range,
            ...(interval && { interval }),
          });
          if (isError) expect(interval, JSON.stringify(body)).toMatch(/hour|day/);
          else expect(sum(body)).toBe(endDate === '2026-01-01' ? 1 : 2);
        }
  });
});
