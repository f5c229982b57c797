import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inTurn } from '../../../turns.ts';
import {
  answerOf,
  expectRefusals,
  ids,
  neededQuery,
  prepareRoutes,
  sendTo,
} from '../../support/route-requests.ts';
import { routes, takesSeveral } from '../../support/routes.ts';

prepareRoutes();

describe.each(
  inTurn(
    routes.filter(({ operation }) => operation.query),
    6,
  ),
)('the query of $name', (route) => {
  const optional = Object.entries(route.operation.query?.shape ?? {})
    .filter(([, schema]) => z.safeParse(schema, undefined).success)
    .map(([name]) => name);
  const needed = [...new URLSearchParams(neededQuery(route, {})).keys()];

  test('treats an empty value of an optional parameter as missing', async () => {
    expect([...optional, ...needed].sort()).toEqual(Object.keys(route.operation.query?.shape ?? {}).sort());
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
      const message = 'This field is required.';
      expect(problem?.errors, query.join('&')).toEqual([
        { in: 'query', path: name, code: 'required', message },
      ]);
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
      const value = { unknown: 'country', kind: 'log', type: 'page.created' }[name] ?? 'x';
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
