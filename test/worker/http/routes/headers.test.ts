import { env } from 'cloudflare:workers';
import type { Problem } from '../../../../src/http/problem-schema.ts';
import { createApiKey } from '../../../../src/lib/api-key.ts';
import { inTurn } from '../../../turns.ts';
import { send } from '../../support/client.ts';
import { type Ids, ids, neededQuery, pathWith } from '../../support/route-ids.ts';
import { keyWithout, prepareRoutes } from '../../support/route-keys.ts';
import { answerOf, check, expectRefusals, type Sent, sendTo } from '../../support/route-requests.ts';
import { keyedRoutes, largestBody } from '../../support/routes.ts';

prepareRoutes();

describe.each(inTurn(keyedRoutes, 12))('$name and its headers', (route) => {
  const bookmark = 'x-d1-bookmark';

  test('refuses an invalid x-d1-bookmark', async () => {
    const garbage = ['x', 'null', 'first', 'FIRST-PRIMARY', 'first-primary,first-primary', '0'.repeat(58)];
    garbage.push('00000000-00000000-00000000', '../../etc/passwd', "' or 1=1 --", 'a'.repeat(5000));
    const cases = Object.fromEntries(garbage.map((value) => [value, { headers: { [bookmark]: value } }]));
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toEqual([
        { in: 'header', path: bookmark, code: 'invalid_format', message: expect.any(String) },
      ]);
    }
  });

  /** A request in which every part violates a rule, and the violations that its answer must report. */
  const broken = () => {
    const isRead = route.method === 'GET';
    const condition = isRead ? 'if-none-match' : 'if-match';
    const named = [`header ${bookmark} invalid_format`, `header ${condition} invalid_format`];
    const sent: Sent = { headers: { [bookmark]: 'x', [condition]: 'x' } };
    if (route.operation.query) {
      const [name = ''] = Object.keys(route.operation.query.shape);
      sent.query = [neededQuery(route, ids), `${name}=a&${name}=b`].filter(Boolean).join('&');
      named.push(`query ${name} invalid_type`);
    }
    if (route.operation.body) {
      sent.rawBody = '{"unknown":1,"unknown":2}';
      named.push('body unknown duplicate_field', 'body unknown unknown_field');
    }
    return { sent, named };
  };
  const named = ({ errors }: Problem) => errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`);

  test('are reported in one answer with the query or the body', async () => {
    const { sent, named: expected } = broken();
    const [problem] = await expectRefusals(route, { all: sent }, '400 validation_failed');
    const found = problem && named(problem)?.filter((one) => expected.includes(one));
    expect(found?.sort()).toEqual(expected.sort());
  });

  test('are checked after the key, its scope, the path and the body', async () => {
    const { sent } = broken();
    await expectRefusals(route, { 'no key': { ...sent, key: null } }, '401 missing_api_key');
    await expectRefusals(route, { unknown: { ...sent, key: createApiKey('main') } }, '401 invalid_api_key');
    await expectRefusals(route, { scope: { ...sent, key: keyWithout(route) } }, '403 insufficient_scope');
    const none = await sendTo(route, { ...sent, path: `${pathWith(route.path, ids)}/none/such/path` });
    expect(answerOf(none)).toBe('404 route_not_found');
    expect(answerOf(await sendTo(route, { ...sent, method: 'PUT' }))).toBe('405 method_not_allowed');
    if (!route.operation.body) return;
    await expectRefusals(
      route,
      { type: { ...sent, rawBody: 'a=1', contentType: 'text/plain' } },
      '415 unsupported_media_type',
    );
    const rawBody = ' '.repeat(largestBody(route) + 1);
    await expectRefusals(route, { large: { ...sent, rawBody } }, '413 payload_too_large');
    await expectRefusals(route, { cut: { ...sent, rawBody: '{' } }, '400 invalid_json');
  });

  test('returns a valid x-request-id and replaces an invalid one', async () => {
    const requestIdFor = async (id: string) => {
      const { headers } = await sendTo(route, { key: null, headers: { 'x-request-id': id } });
      return headers.get('x-request-id');
    };
    expect(await requestIdFor('abc-DEF_123=')).toBe('abc-DEF_123=');
    expect(await requestIdFor('a'.repeat(255))).toBe('a'.repeat(255));
    for (const bad of ['a'.repeat(256), 'a b', '<script>', '"', 'a,b']) {
      expect(await requestIdFor(bad)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });
});

describe('x-d1-bookmark', () => {
  test('of an answer is accepted by a later request, which reads that state', async () => {
    const created = await send<Ids>('POST', '/v0/persons', { name: 'Bookmark' });
    const bookmark = created.headers.get('x-d1-bookmark') ?? '';
    expect(bookmark).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/);
    const options = { headers: { 'x-d1-bookmark': bookmark } };
    const read = await send<Ids>('GET', `/v0/persons/${created.body.personId}`, undefined, options);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(created.body);
    const reached = read.headers.get('x-d1-bookmark') ?? '';
    expect(reached >= bookmark).toBe(true);
  });

  test('that is missing means first-primary: a read sees every write before it', async () => {
    const asked: (string | undefined)[] = [];
    const withSession = (constraint?: string) => {
      asked.push(constraint);
      return env.DB.withSession(constraint);
    };
    const bindings = { DB: { withSession } as D1Database };
    await send('GET', '/v0/accounts');
    for (const headers of [{}, { 'x-d1-bookmark': 'first-unconstrained' }])
      await send('GET', '/v0/accounts', undefined, { headers, bindings });
    expect(asked).toEqual(['first-primary', 'first-unconstrained']);
  });

  test.each(['first-primary', 'first-unconstrained'])('may be %s', async (constraint) => {
    const options = { headers: { 'x-d1-bookmark': constraint } };
    expect((await send('GET', '/v0/accounts', undefined, options)).status).toBe(200);
  });

  test('is missing in the answer to a request that was refused before it read', async () => {
    const { headers } = await send('GET', '/v0/accounts', undefined, { key: null });
    expect(headers.has('x-d1-bookmark')).toBe(false);
  });
});

test('paths without a key answer with the headers of every answer', async () => {
  for (const path of ['/health', '/openapi.json', '/visit.js']) {
    const reply = await send<Problem>('GET', path, undefined, { key: null });
    check(reply, path);
    expect(reply.status, path).toBe(200);
    const wrong = await send<Problem>('POST', path, undefined, { key: null });
    check(wrong, path);
    expect(answerOf(wrong)).toBe('405 method_not_allowed');
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  }
});
