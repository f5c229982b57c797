import * as z from 'zod/mini';
import { inTurn } from '../../../turns.ts';
import { send } from '../../support/client.ts';
import { ids, neededQuery, other, pathWith, withNeeded } from '../../support/route-ids.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { all, answerOf, answersOf, expectRefusals, replies, sendTo } from '../../support/route-requests.ts';
import { listRoutes, parametersOf, routes, takesSeveral } from '../../support/routes.ts';

/** What routes say that need one of several parameters. */
const oneOfSeveral: Record<string, { path: string; message: string }> = {
  'GET /v0/persons': {
    path: '',
    message: 'must have exactly one of email, phoneNumber, linkedinProfileUrl and slug',
  },
};

prepareRoutes();

describe.each(
  inTurn(
    routes.filter(({ operation }) => operation.query),
    6,
  ),
)('the query of $name', (route) => {
  const needed = [...new URLSearchParams(neededQuery(route, {})).keys()];
  // One of two may be needed: then the other stands for it.
  const optional = Object.entries(route.operation.query?.shape ?? {})
    .filter(([name, schema]) => !needed.includes(name) && z.safeParse(schema, undefined).success)
    .map(([name]) => name);

  test('treats an empty value of an optional parameter as missing', async () => {
    expect([...optional, ...needed].sort()).toEqual(Object.keys(route.operation.query?.shape ?? {}).sort());
    // What a restore takes next depends on how far it is: its query has nothing optional.
    if (optional.length === 0) return;
    const queryWith = (...parts: string[]) => [neededQuery(route, ids), ...parts].filter(Boolean).join('&');
    const without = await sendTo(route, { query: queryWith() });
    expect(answerOf(without)).toBe('200');
    const empty = optional.map((name) => `${name}=`);
    for (const parts of [...empty.map((part) => [part]), optional, empty]) {
      const reply = await sendTo(route, { query: queryWith(...parts) });
      expect([reply.status, reply.body], parts.join('&')).toEqual([200, without.body]);
    }
  });

  test.each(needed)('requires %s, which must not be empty', async (name) => {
    const parts = neededQuery(route, ids)?.split('&') ?? [];
    const others = parts.filter((part) => !part.startsWith(`${name}=`));
    for (const query of [others, [...others, `${name}=`], [`${name}=`, ...others]]) {
      const [problem] = await expectRefusals(
        route,
        { [name]: { query: query.join('&') } },
        '400 validation_failed',
      );
      const violation = oneOfSeveral[route.name] ?? { path: name, message: 'This field is required.' };
      expect(problem?.errors, query.join('&')).toEqual([{ in: 'query', code: 'required', ...violation }]);
    }
  });

  const dates = ['startDate', 'endDate'].filter((name) => [...optional, ...needed].includes(name));
  test.each(dates)('takes an instant as %s, and no date or local time', async (name) => {
    const parts = neededQuery(route, ids)?.split('&') ?? [];
    const others = parts.filter((part) => !part.startsWith(`${name}=`));
    for (const value of ['2026-01-15', '2026-01-15T10:00', '2026-01-15T10:00:00']) {
      const query = [...others, `${name}=${value}`].join('&');
      const [problem] = await expectRefusals(route, { [value]: { query } }, '400 validation_failed');
      const found = problem?.errors?.map(({ path, code }) => [path, code]);
      expect(found, query).toEqual([[name, 'invalid_format']]);
    }
    for (const value of ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00%2B05:45']) {
      const reply = await sendTo(route, { query: [...others, `${name}=${value}`].join('&') });
      expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    }
  });

  const others = (name: string) =>
    (neededQuery(route, ids) ?? '').split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));

  test('reports only one violation for a parameter that takes one value and is given twice', async () => {
    for (const name of [...optional, ...needed].filter((name) => !takesSeveral(route, name))) {
      for (const value of ['', 'x', '1']) {
        const query = [...others(name), `${name}=${value}`, `${name}=${value}`].join('&');
        const { errors } = (await sendTo(route, { query })).body;
        const message = 'This parameter is given 2 times; give it once.';
        expect(errors, query).toEqual([{ in: 'query', path: name, code: 'invalid_type', message }]);
      }
    }
  });

  test('takes a parameter of several values twice, and leaves out empty ones', async () => {
    for (const name of optional.filter((name) => takesSeveral(route, name))) {
      const value = { unknown: 'country', not: 'country', kind: 'log', type: 'page.created' }[name] ?? 'x';
      const answer = async (...values: string[]) => {
        const query = [...others(name), ...values.map((value) => `${name}=${value}`)].join('&');
        const { status, body } = await sendTo(route, { query });
        expect(status, query).toBe(200);
        return body;
      };
      expect(await answer('', '')).toEqual(await answer());
      expect(await answer('', value, value)).toEqual(await answer(value));
    }
  });
});

describe.each(inTurn(listRoutes, 12))('the list $name', (route) => {
  const withQueries = (queries: string[]) =>
    Object.fromEntries(queries.map((query) => [query, { query: withNeeded(route, query) }]));

  test('refuses a limit that is not a whole number from 1 to 100', async () => {
    const limits = ['0', '101', '1.5', 'abc', '-1', '1e2', '5%20', '+5', '05', '\u0665', '9'.repeat(2000)];
    const cases = withQueries([...limits.map((limit) => `limit=${limit}`), 'limit=5&limit=5']);
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toEqual([expect.objectContaining({ in: 'query', path: 'limit' })]);
    }
  });

  test('accepts a limit of 1 and of 100, and needs none', async () => {
    const cases = withQueries(['limit=1', 'limit=100', 'limit=%31', '', 'other=1', 'limit[]=0']);
    expect(answersOf(await replies(route, cases))).toEqual(all(cases, '200'));
  });

  const pageAfter = async (query: string) => {
    const reply = await sendTo(route, { query: withNeeded(route, query) });
    return reply.body as unknown as { items: unknown[]; nextCursor: string };
  };

  test('refuses a cursor that is damaged or of another list, owner or filter', async () => {
    const { nextCursor: own } = await pageAfter('limit=1');
    expect(own).toMatch(/^[\w-]+$/);
    const foreign: string[] = [];
    for (const list of listRoutes.filter(({ name }) => name !== route.name)) {
      const { body } = await send<{ nextCursor: string }>(
        'GET',
        `${pathWith(list.path, ids)}?${withNeeded(list, 'limit=1')}`,
      );
      foreign.push(body.nextCursor);
    }
    expect(foreign).toHaveLength(listRoutes.length - 1);
    if (parametersOf(route.path).length > 0) {
      const { body } = await sendTo(route, {
        path: pathWith(route.path, other),
        query: withNeeded(route, 'limit=1'),
      });
      foreign.push(String(body.nextCursor));
    }
    const middle = Math.floor(own.length / 2);
    const damaged = [own.slice(0, -1), own.slice(1), `${own}A`, `${own}%3D`, own + own, own.toLowerCase()];
    damaged.push(own.slice(0, middle) + (own[middle] === 'x' ? 'y' : 'x') + own.slice(middle + 1));
    const nonsense = ['%20', '1', '%00', '%F0%9F%92%A9', '%ff', "'%20or%201=1", 'a'.repeat(1500)];
    const cases = withQueries([...foreign, ...damaged, ...nonsense].map((cursor) => `cursor=${cursor}`));

    const filters: Record<string, string> = {
      query: 'routes',
      domain: 'routes.example',
      includeEmptyOnly: 'true',
      source: 'routes',
      type: 'webhook',
      targetType: 'page',
      pageId: ids.page_id ?? '',
      tenantDomainId: ids.tenant_domain_id ?? '',
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-12-31T00:00:00Z',
      audienceId: ids.audience_id ?? '',
      utmSource: 'routes-1',
      unknown: 'referrer',
    };
    for (const name of Object.keys(route.operation.query?.shape ?? {})) {
      if (!(name in filters)) continue;
      const query = `${name}=${filters[name]}&cursor=${own}`;
      // In place of what is needed, if it is that.
      const isNeeded = new URLSearchParams(neededQuery(route, ids)).has(name);
      cases[name] = { query: isNeeded ? query : withNeeded(route, query) };
    }
    await expectRefusals(route, cases, '400 invalid_cursor');
  });

  test('refuses a cursor that is too long or sent twice', async () => {
    const { nextCursor: own } = await pageAfter('limit=1');
    const cases = withQueries([`cursor=${'a'.repeat(1501)}`, `cursor=${own}&cursor=${own}`]);
    await expectRefusals(route, cases, '400 validation_failed');
  });

  test('accepts its own cursor, with any limit', async () => {
    const first = await pageAfter('limit=1');
    const second = await pageAfter(`limit=1&cursor=${first.nextCursor}`);
    const rest = await pageAfter(`cursor=${first.nextCursor}`);
    expect(second.items).toHaveLength(1);
    expect(second.items).not.toEqual(first.items);
    expect(rest.items[0]).toEqual(second.items[0]);
  });

  test('reports an invalid limit and an invalid filter together', async () => {
    const { errors } = (
      await sendTo(route, {
        query: withNeeded(
          route,
          `limit=0&query=a&query=b&source=A&type=B&includeEmptyOnly=yes&targetType=x&startDate=x&endDate=${'y'.repeat(20)}&audienceId=a&audienceId=b&unknown=x&country=${'y'.repeat(2049)}`,
        ),
      })
    ).body;
    const shape = route.operation.query?.shape ?? {};
    const filters = ['query', 'source', 'type', 'includeEmptyOnly', 'targetType', 'startDate', 'endDate'];
    const expected = [...filters, 'audienceId', 'unknown', 'country', 'limit'].filter(
      (name) => name in shape,
    );
    expect(errors?.map(({ in: part, path }) => `${part} ${path}`).sort()).toEqual(
      expected.map((name) => `query ${name}`).sort(),
    );
  });
});
