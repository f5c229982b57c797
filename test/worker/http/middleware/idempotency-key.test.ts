import { env } from 'cloudflare:workers';
import type { ApiKeyCreated, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import type { Annotation } from '../../../../src/analytics/annotations/schemas.ts';
import type { Topic } from '../../../../src/content/topics/schemas.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { collectKey, contents, mintKey, type Problem, type Reply, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { createTopic, keyed, newKey, topicsNamed } from '../../support/keyed.ts';
import { type Ids, type Kind, kindFor, makeIds, pathWith, withIds } from '../../support/route-ids.ts';
import { check } from '../../support/route-requests.ts';
import { keyedRoutes, type Route } from '../../support/routes.ts';
import { setClock } from '../../support/times.ts';

let ids: Ids = {};
const idsOf = new Map<Kind, Ids>();
const queue = new HeldQueue();

const keyedPosts = keyedRoutes.filter(
  ({ method, operation }) => method === 'POST' && !operation.takesNoKey && operation.path !== '/mcp',
);

const otherPosts = keyedRoutes.filter(({ method, operation }) => method === 'POST' && operation.takesNoKey);

beforeAll(async () => {
  for (const kind of new Set(['draft' as const, ...keyedPosts.map(kindFor)]))
    idsOf.set(kind, await makeIds(kind));
  ids = idsOf.get('draft') ?? {};
});

afterEach(() => vi.useRealTimers());

describe('an Idempotency-Key', () => {
  const sendTo = (route: Route, key: string): Promise<Reply<Problem>> => {
    const of = idsOf.get(kindFor(route)) ?? {};
    return send('POST', pathWith(route.path, of), undefined, {
      bindings: queue.bindings(),
      ...keyed(key),
      rawBody: withIds(route.operation.example, of) ?? '{}',
    });
  };

  test.each(keyedPosts.map((route) => [route.name, route] as const))(
    'of %s does nothing again, and gets the answer again',
    async (_, route) => {
      const key = newKey();
      const first = await sendTo(route, key);
      expect(first.status, first.text).toBeLessThan(300);
      expect(first.headers.has('idempotent-replayed')).toBe(false);
      const before = await contents();
      const second = await sendTo(route, key);
      check(second, route.name);
      expect(await contents()).toEqual(before);
      if (route.operation.secretOf) {
        const { code, conflictingId } = second.body as Problem & { conflictingId: string };
        expect([second.status, code]).toEqual([409, 'secret_shown']);
        expect(Object.values(first.body)).toContain(conflictingId);
        expect(second.text).not.toMatch(/ff_main_|whsec_/);
        expect(route.documented).toContain('409 secret_shown');
        return;
      }
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(second.headers.get('idempotent-replayed')).toBe('true');
    },
  );

  test.each(
    keyedPosts
      .filter(({ operation }) => Object.keys(operation.example ?? {}).length === 0)
      .map((route) => [route.name, route] as const),
  )('of %s without a body gets the answer again', async (_, route) => {
    const of = await makeIds(kindFor(route));
    const key = newKey();
    const post = () =>
      send('POST', pathWith(route.path, of), undefined, { bindings: queue.bindings(), ...keyed(key) });
    const [first, second] = [await post(), await post()];
    expect(first.status, first.text).toBe(200);
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  test('is taken by every POST but these, which have an id of their own or write nothing', () => {
    expect(otherPosts.map(({ path }) => path).sort()).toEqual(
      [
        ...['/v0/account_logs', '/v0/person_logs', '/v0/person_logs/batch', '/v0/visits'],
        '/v0/persons/batch',
        ...['/v0/alerts/preview', '/v0/webhooks/{webhook_id}/test'],
        '/v0/experiments/{experiment_id}/publish_winner',
        '/v0/page_links/resolve',
        '/v0/restore',
        '/v0/restore/advance',
        '/v0/restore/lines',
        '/v0/sample_data',
        '/v0/sources/{source_id}/kept/map',
        '/v0/system/given_up/{given_up_id}/send',
        '/v0/pages/{page_id}/audience_sessions/import',
        '/v0/pages/{page_id}/campaigns/{campaign_id}/rows',
        '/v0/pages/{page_id}/campaigns/{campaign_id}/waiting_rows',
        '/v0/pages/{page_id}/audiences/{audience_id}/preview',
        '/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish',
      ].sort(),
    );
  });

  test.each(otherPosts.map((route) => [route.name, route] as const))('is ignored by %s', async (_, route) => {
    const of = await makeIds();
    const noted = 'select count(*) as n from keyed_requests';
    const before = await env.DB.prepare(noted).first('n');
    for (const key of [newKey(), 'k'.repeat(256)]) {
      const reply = await send('POST', pathWith(route.path, of), undefined, {
        bindings: queue.bindings(),
        ...keyed(key),
        ...(route.path === '/v0/visits' ? { key: await collectKey() } : {}),
        rawBody: withIds(route.operation.example, of) ?? '{}',
      });
      expect(reply.text).not.toContain('idempotency-key');
      expect(reply.headers.has('idempotent-replayed') && !route.path.endsWith('_logs')).toBe(false);
    }
    expect(await env.DB.prepare(noted).first('n')).toBe(before);
  });

  test('of a request with If-Match gets the answer again after any number of other writes', async () => {
    const { page_id, audience_id } = await makeIds();
    const path = `/v0/pages/${page_id}/audiences/${audience_id}`;
    const { headers } = await send('GET', path);
    const options = keyed(newKey(), { 'if-match': headers.get('etag') ?? '' });
    const archive = () => send<Problem>('POST', `${path}/archive`, {}, options);
    expect((await archive()).status).toBe(200);
    for (let n = 0; n < 10; n++) await send('PATCH', path, { customName: `Write ${n}` });
    const again = await archive();
    expect([again.status, again.headers.get('idempotent-replayed')], again.text).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ customName: 'Write 9' });
  });

  test('at the same time makes ids that only chance could know', async () => {
    setClock();
    const key = newKey();
    const made = async () => {
      const { topicId } = (await createTopic(key, 'By chance')).body;
      await env.DB.batch([
        env.DB.prepare('delete from topics where topic_id = ?').bind(topicId),
        env.DB.prepare('delete from keyed_requests'),
      ]);
      return topicId;
    };
    expect(await made()).not.toBe(await made());
  });

  test('on a path that no operation has leaves the body unread', async () => {
    let pulled = 0;
    const rawBody = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024));
        if (++pulled === 64) controller.close();
      },
    });
    const reply = await send<Problem>('POST', '/v0/nothing', undefined, { ...keyed(newKey()), rawBody });
    expect([reply.status, reply.body.code]).toEqual([404, 'route_not_found']);
    expect(pulled).toBeLessThan(64);
  });

  test('is of one request: another body or path is a 422, and writes nothing', async () => {
    const key = newKey();
    const first = await createTopic(key, 'One');
    const before = await contents();
    for (const reply of [
      await createTopic(key, 'Other'),
      await send<Problem>(
        'POST',
        `/v0/topics/${first.body.topicId}/entries`,
        { content: { type: 'text', content: 'x' } },
        keyed(key),
      ),
      await send<Problem>('POST', '/v0/tenant_domains', { domain: 'key.example' }, keyed(key)),
    ]) {
      check(reply as Reply<Problem>, 'mismatch');
      expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_mismatch']);
    }
    expect(await contents()).toEqual(before);
  });

  test('compares the meaning of a body, and takes quotation marks off', async () => {
    const key = newKey();
    const send2 = (rawBody: string, header: string) =>
      send<Topic>('POST', '/v0/topics', undefined, { ...keyed(header), rawBody });
    const first = await send2('{"title":"Same","sortOrder":1.0}', `"${key}"`);
    const second = await send2('{ "sortOrder": 1, "title": "Same" }', key);
    expect([second.status, second.text]).toEqual([201, first.text]);
  });

  test('is of one API key, and of another one after its rotation', async () => {
    const key = newKey();
    const other = await mintKey(['read', 'write']);
    const first = await createTopic(key, 'Scoped');
    const second = await send<Topic>(
      'POST',
      '/v0/topics',
      { title: 'Scoped' },
      { ...keyed(key), key: other },
    );
    expect([first.status, second.status, await topicsNamed('Scoped')]).toEqual([201, 201, 2]);
    const { apiKeyId } = (await send<ApiKeyCurrent>('GET', '/v0/api_keys/current', undefined, { key: other }))
      .body;
    const { body } = await send<ApiKeyCreated>('POST', `/v0/api_keys/${apiKeyId}/rotate`);
    await send('POST', '/v0/topics', { title: 'Scoped' }, { ...keyed(key), key: body.key });
    expect(await topicsNamed('Scoped')).toBe(3);
  });

  test('sent 30 times at once makes one record, and one answer', async () => {
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 30 }, () => createTopic(key, 'At once')));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.has('idempotent-replayed')).length).toBe(29);
    expect(await topicsNamed('At once')).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'is safe when D1 loses its answer %s the commit',
    async (moment) => {
      const title = `Lost ${moment}`;
      const key = newKey();
      const DB = faultyDatabase({ moment });
      const first = await send<Topic>('POST', '/v0/topics', { title }, { ...keyed(key), bindings: { DB } });
      // The batch was sent again by the service, which knows its own key.
      expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([201, false]);
      const second = await createTopic(key, title);
      expect([second.text, await topicsNamed(title)]).toEqual([first.text, 1]);
    },
  );

  test('is safe when nothing answers between the commit and the answer', async () => {
    const key = newKey();
    const DB = faultyDatabase({
      message: 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
      moment: 'after',
    });
    const body = { text: 'Crash', happenedAt: '2026-03-04T10:00:00Z' };
    const lost = await send('POST', '/v0/annotations', body, { ...keyed(key), bindings: { DB } });
    expect(lost.status).toBe(503);
    const again = await send<Annotation>('POST', '/v0/annotations', body, keyed(key));
    expect([again.status, again.body.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      'Crash',
      'true',
    ]);
    const count = await env.DB.prepare("select count(*) as n from annotations where text = 'Crash'").first(
      'n',
    );
    expect(count).toBe(1);
  });

  test('of a record that was deleted since gets what is left of it', async () => {
    const { tenant_domain_id: tenantDomainId, page_id: pageId } = ids;
    const target = { targetType: 'page', pageId };
    const of: [path: string, field: string, body: object][] = [
      ['/v0/page_links', 'pageLinkId', { tenantDomainId, path: 'deleted/since', target }],
      ['/v0/topics', 'topicId', { title: 'Deleted since' }],
      ['/v0/views', 'viewId', { name: 'Deleted since', address: '/' }],
      ['/v0/websites', 'websiteId', { origin: 'https://deleted-since.example' }],
      ['/v0/tenant_domains', 'tenantDomainId', { domain: 'deleted-since.example' }],
    ];
    for (const [path, field, body] of of) {
      const key = newKey();
      const create = () => send<Record<string, string> & Problem>('POST', path, body, keyed(key));
      const made = await create();
      expect(made.status, made.text).toBe(201);
      await send('DELETE', `${path}/${made.body[field]}`);
      const before = await contents();
      const again = await create();
      check(again as Reply<Problem>, path);
      expect([again.status, again.body[field]], again.text).toEqual([201, made.body[field]]);
      expect(await contents()).toEqual(before);
    }
  });

  test('of a record that was deleted or erased since makes no other', async () => {
    const key = newKey();
    const annotation = { text: 'Deleted', happenedAt: '2026-03-04T10:00:00Z' };
    const person = { name: 'Erased', email: 'erased@key.example' };
    const annotate = () => send<Annotation>('POST', '/v0/annotations', annotation, keyed(key));
    const create = () => send<Person>('POST', '/v0/persons', person, keyed(`${key} of a person`));
    const [made, of] = [await annotate(), await create()];
    await send('DELETE', `/v0/annotations/${made.body.annotationId}`);
    await send('DELETE', `/v0/persons/${of.body.personId}`);
    const before = await contents();
    const { status, body } = await annotate();
    expect([status, body.annotationId, body.text]).toEqual([201, made.body.annotationId, '']);
    expect((await create()).status).toBe(404);
    expect(await contents()).toEqual(before);
  });

  test.each([
    ['', 'too_short'],
    ['""', 'too_short'],
    ['k'.repeat(256), 'too_long'],
  ])('%j is a 400', async (key, code) => {
    const reply = await send<Problem>('POST', '/v0/topics', {}, keyed(key));
    expect([reply.status, reply.body.errors?.[0]]).toMatchObject([
      400,
      { in: 'header', path: 'idempotency-key', code },
    ]);
    expect(reply.body.errors?.some(({ in: part }) => part === 'body')).toBe(true);
  });
});
