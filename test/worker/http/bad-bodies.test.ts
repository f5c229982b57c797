import { partition } from 'es-toolkit/array';
import fc from 'fast-check';
import document from '../../../public/openapi.json';
import { MetadataUpdate } from '../../../src/content/pages/content-schemas.ts';
import type { PersonLogBatchResult } from '../../../src/people/logs/body-schemas.ts';
import { inTurn } from '../../turns.ts';
import { get, newAudience, patch, pathOf } from '../support/audiences.ts';
import {
  badAlone,
  badFields,
  badValuesByField,
  bodySchema,
  type Case,
  goodBodies,
  numbersOf,
} from '../support/bodies.ts';
import { call } from '../support/calls.ts';
import { type Problem, send, tableSizes } from '../support/client.ts';
import { violationsOf } from '../support/replies.ts';
import { prepareRoutes } from '../support/route-keys.ts';
import { sendTo } from '../support/route-requests.ts';
import { bodyRoutes, type Route } from '../support/routes.ts';
import { writesNothing } from '../support/writes-nothing.ts';

// Bodies that break the rules of a schema. They follow from the OpenAPI document, so a new field needs no case here.
// What a schema cannot say is tested in the folder of its slice. A rule that is loosened in the schema is not seen here,
// but in the difference of public/openapi.json, which `npm test` holds to be that of the schemas.

prepareRoutes();

const withNumbers = bodyRoutes.filter(({ method, path }) => numbersOf(bodySchema(method, path)).length > 0);

/** A value for the message of a failure: short, and without lone surrogates. */
const labelOf = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80).toWellFormed();

/** Violations of rules that a schema does not say, which invalid values may break as well. */
const besides: Record<string, string[]> = {
  'POST /v0/account_logs': ['body  required'],
  'POST /v0/visits': ['body formSubmit.linkedin invalid_value'],
  'POST /v0/tenant_domains': ['body domain invalid_format'],
  'POST /v0/page_links/resolve': [
    'body paths required',
    'body urls not_allowed',
    'body tenantDomainId not_allowed',
  ],
};

const fieldsOf = (route: Route) => {
  const schema = bodySchema(route.method, route.path);
  const more = route.path === '/v0/visits' ? { formSubmit: { formSubmissionId: 'f' } } : {};
  const example = { ...(route.operation.example as object), ...more };
  return { schema, example };
};

/** Whether a visit counts with such a violation: it is of an optional field, which is left out. */
const isIgnored = ({ path }: Route, violation: string) =>
  path === '/v0/visits' &&
  !violation.endsWith(' unknown_field') &&
  !bodySchema('POST', path).required?.includes(/^\w*/.exec(violation)?.[0] ?? '');

/** The most bytes of a body that anyone may send. */
const largestOfAnyone = 32 * 1024;
const isTooLarge = ({ path }: Route, { value }: Case) =>
  path === '/v0/page_links/resolve' &&
  new TextEncoder().encode(JSON.stringify(value)).length > largestOfAnyone;

/** Sends bodies, which must be refused with exactly their violations. */
async function expectRefused(route: Route, cases: Case[]): Promise<void> {
  const wrong: unknown[] = [];
  const refuse = async ({ value, violations }: Case) => {
    const { status, body, cost } = await sendTo(route, { body: value });
    // The items of a batch fail alone.
    const { results: [{ problem } = { problem: null }] = [] } = body as Partial<PersonLogBatchResult>;
    const { code, errors = [] } = problem ?? body;
    expect([problem?.status ?? status, code, cost.trips], labelOf(value)).toEqual([
      400,
      'validation_failed',
      0,
    ]);
    const found = new Set(errors.map(({ in: part, path, code }) => `${part} ${path} ${code}`));
    const expected = new Set(violations.map((violation) => `body ${violation}`));
    const missing = [...expected.difference(found)];
    const more = [...found.difference(expected)].filter((one) => !besides[route.name]?.includes(one));
    if (missing.length + more.length > 0) wrong.push({ body: labelOf(value), missing, more });
    for (const { message } of errors) expect(message).toMatch(/^.{10,300}$/);
  };
  await sendTo(route, { rawBody: '{' }); // Looks the key up.
  const [large, read] = partition(cases, (one) => isTooLarge(route, one));
  for (const { value } of large)
    expect((await sendTo(route, { body: value })).status, labelOf(value)).toBe(413);
  const [taken, bad] = partition(read, ({ violations }) => violations.every((one) => isIgnored(route, one)));
  for (const { value } of taken)
    expect((await sendTo(route, { body: value })).status, labelOf(value)).toBe(202);
  // A few at once: a body may have a megabyte.
  await writesNothing(async () => {
    for (let done = 0; done < bad.length; done += 20)
      await Promise.all(bad.slice(done, done + 20).map(refuse));
  });
  expect(wrong).toEqual([]);
}

describe.each(inTurn(bodyRoutes, 3))('$name', (route) => {
  const { schema, example } = fieldsOf(route);

  test('refuses every invalid value of every field, and reports all fields at once', async () => {
    await expectRefused(route, badFields(schema, '', example));
  });

  test('refuses a body with one invalid value', async () => {
    await expectRefused(route, badAlone(schema, '', example));
  });

  test('refuses fields that only answers have', async () => {
    type Answer = { properties?: object };
    const answered = Object.values(document.components.schemas as unknown as Record<string, Answer>);
    const names = new Set(answered.flatMap(({ properties = {} }) => Object.keys(properties)));
    const known = new Set(Object.keys(schema.properties ?? {}));
    const unknown = [...names].filter((name) => !known.has(name));
    // An answer has 100 violations at most.
    const parts = Array.from({ length: Math.ceil(unknown.length / 90) }, (_, n) =>
      unknown.slice(90 * n, 90 * (n + 1)),
    );
    const cases = parts.flatMap((part) =>
      [null, 'x'].map((value) => ({
        value: { ...example, ...Object.fromEntries(part.map((name) => [name, value])) },
        violations: part.map((name) => `${name} unknown_field`),
      })),
    );
    await expectRefused(route, cases);
  });
});

describe.each(inTurn(withNumbers, 3))('a number of $name', (route) => {
  const { schema, example } = fieldsOf(route);
  /** The body with a text in place of a number, which may not be JSON. */
  const withNumber = (path: string[], text: string) => {
    const body = JSON.parse(JSON.stringify(example)) as Record<string, unknown>;
    const [last = '', ...rest] = path.toReversed();
    let part = body;
    for (const name of rest.toReversed()) {
      part[name] ??= {};
      part = part[name] as Record<string, unknown>;
    }
    part[last] = 'N';
    return JSON.stringify(body).replace('"N"', text);
  };

  test('is too large for a number, or not JSON', async () => {
    for (const path of numbersOf(schema)) {
      for (const text of ['1e999', '-1e999']) {
        const { body } = await sendTo(route, { rawBody: withNumber(path, text) });
        expect(body.errors, text).toMatchObject([{ path: path.join('.'), code: 'invalid_type' }]);
      }
      for (const text of ['NaN', 'Infinity', '0x1', '.5', '+1', '01']) {
        const { status, body } = await sendTo(route, { rawBody: withNumber(path, text) });
        expect([status, body.code], text).toEqual([400, 'invalid_json']);
      }
    }
  });
});

test('a bad body is reported before a missing resource', async () => {
  for (const route of bodyRoutes.filter(({ path }) => path.includes('{'))) {
    const path = route.path.replace(/\{\w+\}/g, 'x');
    const { status, body } = await sendTo(route, { path, body: { unknown: 1 } });
    expect([status, body.errors?.at(-1)], route.name).toMatchObject([
      400,
      { path: 'unknown', code: 'unknown_field' },
    ]);
  }
});

test('violations of the JSON text are reported with those of the fields', async () => {
  const brackets = `${'['.repeat(99)}${']'.repeat(99)}`;
  const rawBody = `{"source":"A","source":"B","payload":{"a":{"b":1,"b":2},"c":${brackets}},"email":""}`;
  const reply = await writesNothing(() => send<Problem>('POST', '/v0/person_logs', undefined, { rawBody }));
  expect([reply.status, violationsOf(reply)]).toEqual([
    400,
    [
      'body  too_deep',
      'body email invalid_format',
      'body payload.a.b duplicate_field',
      'body source duplicate_field',
      'body source invalid_format',
    ],
  ]);
});

test('violations of several items of a list are reported with their places', async () => {
  const log = { source: 'form', payload: { a: 1 } };
  const writes = [{ source: 'A' }, log, null, { ...log, email: '' }];
  const body = { writes, unknown: 1 };
  const reply = await writesNothing(() => send<Problem>('POST', '/v0/person_logs/batch', body));
  expect(violationsOf(reply)).toEqual([
    'body unknown unknown_field',
    'body writes.0.payload required',
    'body writes.0.source invalid_format',
    'body writes.2 invalid_type',
    'body writes.3.email invalid_format',
  ]);
});

describe('a list that is too long', () => {
  test.each([
    ['/v0/person_logs/batch', 'writes', 101],
    ['/v0/person_logs/batch', 'writes', 500_000],
    ['/v0/pages/page_none/audience_sessions/import', 'sessions', 500_000],
  ])('is one violation, and its bad items are none: POST %s with %s, %i', async (path, name, length) => {
    const { status, body } = await send<Problem>('POST', path, { [name]: Array(length).fill(0) });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('omittedErrors');
    expect(body.errors).toEqual([
      { in: 'body', path: name, code: 'too_long', message: expect.stringContaining('must have at most') },
    ]);
  });
});

test('an audience takes or refuses any JSON, and nothing causes a 500', async () => {
  const of = await newAudience();
  const schema = bodySchema('PATCH', '/v0/pages/{page_id}/audiences/{audience_id}');
  const bad = Object.fromEntries(badValuesByField(schema));
  const good = goodBodies(schema) as Record<string, unknown>[];
  const anyOf = (names: string[]) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...good.map((body) => body[name])) },
            { weight: 1, arbitrary: fc.constantFrom(...(bad[name] ?? []).map(({ value }) => value)) },
            { weight: 1, arbitrary: fc.jsonValue() },
          ),
        ]),
      ),
      { requiredKeys: [] },
    );
  const metadata = fc.dictionary(fc.constantFrom(...Object.keys(MetadataUpdate.shape)), fc.jsonValue());
  const anyBody = fc.oneof(
    fc.jsonValue(),
    anyOf(Object.keys(bad)),
    metadata.map((metadataOverride) => ({ metadataOverride })),
  );
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const before = await get(of);
      const reply = await patch(of, body as object);
      expect([200, 400]).toContain(reply.status);
      const after = await call('GET', pathOf(of));
      if (reply.status === 200) expect(after.body).toEqual(reply.body);
      else {
        expect(reply.body.errors?.length).toBeGreaterThan(0);
        expect(after.text).toBe(before.text);
      }
    }),
    { numRuns: 150 },
  );
});

afterEach(() => vi.restoreAllMocks());

/** A body that ends early after `start`, as workerd reports it for a client that disconnected. */
const broken = (start: string) =>
  new ReadableStream({
    pull(controller) {
      if (start !== '') controller.enqueue(new TextEncoder().encode(start));
      controller.error(new Error('Network connection lost.'));
    },
  });

describe('a body that breaks off', () => {
  const uploads: [what: string, start: string, headers: Record<string, string>][] = [
    ['with a length', '{"name":"a', { 'content-length': '1000' }],
    ['streamed', '{"name":"a', {}],
    ['before its first byte', '', {}],
    ['behind what is whole', '{"name":"a"}', {}],
  ];

  test.each(uploads)(
    '%s is a 400, writes nothing and is not logged as an error',
    async (_what, start, headers) => {
      const logged = vi.spyOn(console, 'error');
      await send('GET', '/v0/accounts'); // Creates the key before the rows are counted.
      const sizes = await tableSizes();
      const { status, body } = await send<Problem>('POST', '/v0/persons', undefined, {
        rawBody: broken(start),
        headers,
        bindings: {},
      });
      expect([status, body.code, body.detail]).toEqual([
        400,
        'invalid_json',
        'The body broke off before its end.',
      ]);
      expect(logged).not.toHaveBeenCalled();
      expect(await tableSizes()).toEqual(sizes);
    },
  );
});
