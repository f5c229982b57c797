import document from '../../../public/openapi.json';
import { wholeApp } from '../../../src/app.ts';
import { errorCodes } from '../../../src/lib/errors.ts';
import { otherRoutes } from '../../../src/operations.ts';
import { dimensions } from '../../../src/vocabulary/dimensions.ts';
import { collectKey, type Problem, send } from '../support/client.ts';

const app = await wholeApp();

/** Method and path of every operation's route; a handler counts once however many middleware stand before it. */
const routes = new Set(
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && !otherRoutes.has(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** Every object in a JSON value, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

describe('the OpenAPI document', () => {
  test('has exactly the paths of the app', () => {
    expect(operations.map(({ route }) => route).sort()).toEqual([...routes].sort());
  });

  test('has an example answer and the possible problems of every operation', () => {
    for (const { route, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      const successes = statuses.filter((status) => status < '300');
      // A delivery may wait, and is no other answer then.
      if (route === 'POST /v0/intake/{source}') expect(successes).toEqual(['200', '202']);
      else expect(successes, route).toHaveLength(1);
      expect(statuses, route).toEqual(expect.arrayContaining(['500', '503']));
      // A signature stands for the key of a delivery.
      if (route.includes('/v0/') && !route.includes('/v0/intake/'))
        expect(statuses, route).toEqual(expect.arrayContaining(['401', '403', '429']));
    }
  });

  test('answers 201 to new persons and logs, and 200 to all others of the interface', () => {
    const ofInterface = operations.filter(({ operation }) => !('x-addition' in operation));
    const made = ofInterface.filter(({ operation }) => '201' in operation.responses);
    expect(made.map(({ route }) => route).sort()).toEqual(['POST /v0/person_logs', 'POST /v0/persons']);
    const others = ofInterface.filter((operation) => !made.includes(operation));
    expect(others.filter(({ operation }) => !('200' in operation.responses))).toEqual([]);
  });

  test('has examples of figures whose rates are those of their counts', () => {
    type Counts =
      | 'totalSessions'
      | 'bounceEligibleSessions'
      | 'bounceCount'
      | 'conversionCount'
      | 'formSubmitCount';
    type Figures = Record<Counts, number>;
    const figures = objectsIn(document.paths).filter(
      (of): of is Figures => typeof of.bounceEligibleSessions === 'number',
    );
    expect(figures.length).toBeGreaterThan(10);
    for (const of of figures) {
      expect(of.bounceEligibleSessions).toBeLessThanOrEqual(of.totalSessions);
      expect(of).toMatchObject({
        conversionRate: of.conversionCount / of.totalSessions,
        formSubmitRate: of.formSubmitCount / of.totalSessions,
        bounceRate: of.bounceCount / of.bounceEligibleSessions,
      });
    }
  });

  test('lists every error code', () => {
    expect([...document.components.schemas.Problem.properties.code.enum].sort()).toEqual(
      Object.keys(errorCodes).sort(),
    );
  });

  test('requires a body only where an empty one is not valid', async () => {
    const optional = operations.filter(
      ({ operation }) => 'requestBody' in operation && operation.requestBody.required === false,
    );
    const takesNothing = ['archive', 'restore', 'versions', 'ready', 'publish', 'cancel', 'rotate'];
    for (const { route } of operations.filter(
      ({ route }) => route !== 'POST /v0/restore' && takesNothing.includes(route.split('/').at(-1) ?? ''),
    ))
      if (route.startsWith('POST')) expect(optional.map((operation) => operation.route)).toContain(route);
    for (const { route, operation } of operations) {
      if (!('requestBody' in operation)) continue;
      const [method = '', path = ''] = route.split(' ');
      const options = path === '/v0/visits' ? { key: await collectKey() } : {};
      const { body } = await send<Problem>(method, path, undefined, options);
      const isRequired = body.errors?.some(({ code }) => code === 'required') ?? false;
      expect([route, operation.requestBody.required], JSON.stringify(body)).toEqual([route, isRequired]);
    }
  });

  test('states the rule of x-d1-bookmark where a key is needed', () => {
    for (const { route, operation } of operations) {
      const schemes: object[] = operation.security;
      if (!schemes.some((scheme) => 'apiKey' in scheme)) continue;
      const { parameters } = operation as { parameters?: { name: string; schema: { pattern?: string } }[] };
      const parameter = parameters?.find(({ name }) => name === 'x-d1-bookmark');
      expect(parameter?.schema.pattern, route).toContain('first-primary|first-unconstrained');
    }
  });

  test('has all filters in every answer about visits, as parameters that may be given several times', () => {
    type Parameter = { name: string; style?: string; explode?: boolean; schema: Record<string, unknown> };
    const about = operations.filter(({ route }) =>
      /^GET \/v0\/(?:pages\/\{page_id\}\/)?(?:analytics\/(?!left_out)\w+|audience_sessions)$/.test(route),
    );
    expect(about).toHaveLength(13);
    for (const { route, operation } of about) {
      const { parameters } = operation as unknown as { parameters: Parameter[] };
      const several = parameters.filter(({ name, schema }) => schema.type === 'array' && name !== 'by');
      expect(
        several.map(({ name }) => name),
        route,
      ).toEqual([...dimensions, 'unknown', 'not']);
      for (const { style, explode } of several) expect([style, explode]).toEqual(['form', true]);
      for (const { name, schema } of several)
        expect([schema.items, schema.maxItems], name).toEqual(
          name === 'unknown' || name === 'not'
            ? [{ type: 'string', enum: dimensions }, dimensions.length]
            : [{ type: 'string', maxLength: 2048 }, 20],
        );
    }
    const others = operations.filter((operation) => !about.includes(operation));
    // A timeline takes several kinds, and the feed several types.
    const without = others.filter(({ route }) => !/\/(?:timeline|events)$/.test(route));
    expect(without).toHaveLength(others.length - 3);
    expect(JSON.stringify(without)).not.toContain('"explode"');
  });

  test('names the envelope of a list after its items', () => {
    for (const { route, operation } of operations) {
      type Answer = { content?: Record<string, { schema: { $ref?: string } }> };
      const [answer] = Object.values(operation.responses as Record<string, Answer>);
      const name = Object.values(answer?.content ?? {})[0]
        ?.schema.$ref?.split('/')
        .at(-1);
      expect(name ?? '', route).not.toMatch(/^\w+Page$/u);
      if (operation.operationId.startsWith('list') || operation.operationId.startsWith('search'))
        expect(name, route).toMatch(/^[A-Z]\w+List$/u);
    }
  });

  test('has no constant in an object that may have other members, of which orval makes no type', () => {
    const found = objectsIn(document).filter(
      ({ properties, additionalProperties }) =>
        additionalProperties !== undefined &&
        additionalProperties !== false &&
        Object.values(properties ?? {}).some((property) => 'const' in Object(property)),
    );
    expect(found).toEqual([]);
  });

  test('may be read by every website', async () => {
    for (const method of ['GET', 'HEAD']) {
      const options = { key: null, headers: { origin: 'https://tool.example' } };
      const { status, headers } = await send(method, '/openapi.json', undefined, options);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    }
    const { headers } = await send('GET', '/health', undefined, { key: null });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });

  test('is served without a key, with the headers of every answer', async () => {
    const { status, body, headers } = await send('GET', '/openapi.json', undefined, { key: null });
    expect([status, body]).toEqual([200, document]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-request-id')).toBeTruthy();
  });
});
