import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import { app } from '../../../src/app.ts';
import type { Audience, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { PersonLogCreated } from '../../../src/people/person-logs/schemas.ts';
import { mintKey, type Problem, tableSizes } from '../support/client.ts';
import { faultyDatabase, type Moment } from '../support/faults.ts';

async function post<T>(
  database: D1Database,
  body: object,
  path = '/v0/person_logs',
  method = 'POST',
  more: Record<string, string> = {},
) {
  const key = await mintKey(['read', 'write', 'admin']);
  const request = new Request(`https://footfall.test${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
  const response = await app.fetch(request, { ...env, DB: database }, createExecutionContext());
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as T };
}

const lost = 'D1_ERROR: Network connection lost.';
let unique = 0;
const log = () => ({ source: 'x', payload: {}, email: `fault${++unique}@x.example` });

describe('a lost connection', () => {
  test.each<[string, Moment, object]>([
    ['before the commit', 'before', {}],
    ['after the commit', 'after', {}],
    ['after the commit, with a key', 'after', { idempotencyKey: 'lost' }],
  ])('%s is retried, and the write is done once', async (_what, moment, fields) => {
    const before = await tableSizes();
    const { status, body, headers } = await post<PersonLogCreated>(
      faultyDatabase({ message: lost, moment }),
      {
        ...log(),
        ...fields,
      },
    );
    expect([status, body.createdPerson, headers.get('idempotent-replayed')]).toEqual([201, true, null]);
    const after = await tableSizes();
    expect(after.person_logs).toBe((before.person_logs ?? 0) + 1);
    expect(after.persons).toBe((before.persons ?? 0) + 1);
    expect(headers.get('server-timing')).toContain('trips=3'); // the key, the lost one, the retry
  });

  test('of a person create after the commit does not conflict with itself', async () => {
    const person = { name: 'Once', email: 'once@fault.example' };
    const { status } = await post(faultyDatabase({ message: lost, moment: 'after' }), person, '/v0/persons');
    expect(status).toBe(201);
  });

  test('of an erasure after the commit gives the same answer', async () => {
    const { body } = await post<PersonLogCreated>(env.DB, log());
    const erased = await post(
      // The batch that erases, not the one that reads before it.
      faultyDatabase({ message: lost, moment: 'after', size: 3 }),
      {},
      `/v0/persons/${body.personId}`,
      'DELETE',
    );
    expect([erased.status, erased.body]).toEqual([
      200,
      { personId: body.personId, erased: true, erasedLogsCount: 1 },
    ]);
  });

  test('of a rotation without overlap after the commit gives the new key', async () => {
    const { body } = await post<ApiKeyCreated>(env.DB, { name: 'r', scopes: ['read'] }, '/v0/api_keys');
    const path = `/v0/api_keys/${body.apiKeyId}/rotate`;
    const rotated = await post<ApiKeyCreated>(
      faultyDatabase({ message: lost, moment: 'after' }),
      { overlapSeconds: 0 },
      path,
    );
    expect([rotated.status, rotated.body.name]).toEqual([201, 'r']);
  });

  test('of a publish after the commit queues nothing again if another client cancels before the retry', async () => {
    const page = { title: 'Fault', url: 'https://fault.example/' };
    const { pageId } = (await post<Page>(env.DB, page, '/v0/pages')).body;
    const { audienceId, latestVersion } = (await post<Audience>(env.DB, {}, `/v0/pages/${pageId}/audiences`))
      .body;
    const path = `/v0/pages/${pageId}/audiences/${audienceId}/versions/${latestVersion.versionId}`;
    const meanwhile = () => post(env.DB, {}, `${path}/cancel`);
    const published = await post<AudienceVersion>(
      faultyDatabase({ message: lost, moment: 'after', meanwhile }),
      {},
      `${path}/publish`,
    );
    expect([published.status, published.body.status]).toEqual([200, 'cancelled']);
  });

  test.each([
    ['a person', '/v0/persons', { name: 'Gone' }],
    ['a log without a key', '/v0/person_logs', { source: 'x', payload: {} }],
    ['a log with a key', '/v0/person_logs', { source: 'x', payload: {}, idempotencyKey: 'gone' }],
  ])(
    'of %s after the commit does not bring back a person who is erased before the retry',
    async (_what, path, body) => {
      const email = `gone${++unique}@fault.example`;
      const meanwhile = async () => {
        const id = await env.DB.prepare('select person_id as id from persons where email = ?')
          .bind(email)
          .first<string>('id');
        await post(env.DB, {}, `/v0/persons/${id}`, 'DELETE');
      };
      const database = faultyDatabase({ message: lost, moment: 'after', meanwhile });
      const { status } = await post(database, { ...body, email }, path);
      expect(status).toBeLessThan(500);
      const left = await env.DB.prepare('select count(*) as n from persons where email = ?')
        .bind(email)
        .first<number>('n');
      expect(left).toBe(0);
    },
  );

  test.each([
    ['erased', 'DELETE', {}],
    ['given another email', 'PATCH', { email: null }],
  ])(
    'of a log without a key after the commit writes no second one when its person is %s',
    async (_what, method, change) => {
      const { body } = await post<PersonLogCreated>(env.DB, {
        ...log(),
        email: `moved${++unique}@fault.example`,
      });
      const logs = async () => (await tableSizes()).person_logs;
      const email = `moved${unique}@fault.example`;
      const path = `/v0/persons/${body.personId}`;
      let before: number | undefined;
      const meanwhile = async () => {
        await post(env.DB, change, path, method);
        before = await logs();
      };
      const database = faultyDatabase({ message: lost, moment: 'after', meanwhile });
      const again = await post<PersonLogCreated>(database, { source: 'x', payload: {}, email });
      expect([again.status, again.body.personId, again.body.createdPerson]).toEqual([
        201,
        body.personId,
        false,
      ]);
      expect(await logs()).toBe(before);
      const found = await env.DB.prepare('select count(*) as n from persons where email = ?')
        .bind(email)
        .first('n');
      expect(found).toBe(0);
    },
  );

  test('of a create after the commit answers it, though another has what it had', async () => {
    const email = `first${++unique}@fault.example`;
    const meanwhile = async () => {
      const id = await env.DB.prepare('select person_id as id from persons where email = ?')
        .bind(email)
        .first<string>('id');
      await post(env.DB, { email: null }, `/v0/persons/${id}`, 'PATCH');
      await post(env.DB, { name: 'Other', email }, '/v0/persons');
    };
    const database = faultyDatabase({ message: lost, moment: 'after', meanwhile });
    const made = await post<{ email: string | null }>(database, { name: 'First', email }, '/v0/persons');
    expect([made.status, made.body.email]).toEqual([201, null]);

    const url = `https://first${unique}.example/`;
    const move = async () => {
      const id = await env.DB.prepare('select page_id as id from pages where url = ?')
        .bind(url)
        .first<string>('id');
      await post(env.DB, { url: `${url}moved` }, `/v0/pages/${id}`, 'PATCH');
      await post(env.DB, { title: 'Other', url }, '/v0/pages');
    };
    const page = await post<Page>(
      faultyDatabase({ message: lost, moment: 'after', meanwhile: move }),
      { title: 'First', url },
      '/v0/pages',
    );
    expect([page.status, page.body.url]).toEqual([201, `${url}moved`]);
  });

  test('of an audience of a person after the commit answers it, though the person is erased', async () => {
    const { body: person } = await post<PersonLogCreated>(env.DB, log());
    const { body: page } = await post<Page>(
      env.DB,
      { title: 'P', url: `https://erased${++unique}.example/` },
      '/v0/pages',
    );
    const meanwhile = () => post(env.DB, {}, `/v0/persons/${person.personId}`, 'DELETE');
    const made = await post<Audience>(
      faultyDatabase({ message: lost, moment: 'after', meanwhile }),
      { personId: person.personId },
      `/v0/pages/${page.pageId}/audiences`,
    );
    expect([made.status, made.body.personId]).toEqual([201, null]);
  });

  test('of a log after the commit does not fill a blank again that another client has emptied', async () => {
    const { body } = await post<PersonLogCreated>(env.DB, log());
    const path = `/v0/persons/${body.personId}`;
    const meanwhile = () => post(env.DB, { phoneNumber: null }, path, 'PATCH');
    const fills = { source: 'x', payload: {}, personId: body.personId, phoneNumber: '+15557654321' };
    const { status } = await post(faultyDatabase({ message: lost, moment: 'after', meanwhile }), fills);
    expect(status).toBe(201);
    const { results } = await env.DB.prepare('select phone_number as phone from persons where person_id = ?')
      .bind(body.personId)
      .all();
    expect(results).toEqual([{ phone: null }]);
  });

  test('of an erasure after the commit does not refuse forms that came since', async () => {
    const { body } = await post<PersonLogCreated>(env.DB, log());
    const times = async () => (await env.DB.prepare('select * from erased_identifiers').all()).results;
    let before: unknown[] = [];
    const meanwhile = async () => {
      before = await times();
    };
    // The batch that reads the person has two statements.
    const database = faultyDatabase({ message: lost, moment: 'after', size: 3, meanwhile });
    await post(database, {}, `/v0/persons/${body.personId}`, 'DELETE');
    expect(before).not.toEqual([]);
    expect(await times()).toEqual(before);
  });

  test('of an edit that opened a draft changes nothing again if another client has published that draft', async () => {
    const page = { title: 'Fault', url: 'https://opened.example/' };
    const { pageId } = (await post<Page>(env.DB, page, '/v0/pages')).body;
    const made = (await post<Audience>(env.DB, {}, `/v0/pages/${pageId}/audiences`)).body;
    const path = `/v0/pages/${pageId}/audiences/${made.audienceId}`;
    const latest = async () => {
      const { results } = await env.DB.prepare(
        'select version_id as id, status from audience_versions where audience_id = ? order by version_number desc',
      )
        .bind(made.audienceId)
        .all<{ id: string; status: string }>();
      return results;
    };
    await post(env.DB, {}, `${path}/versions/${made.latestVersion.versionId}/cancel`);
    const meanwhile = async () => {
      await post(env.DB, { supplementaryContext: 'of the other' }, path, 'PATCH');
      await post(env.DB, {}, `${path}/versions/${(await latest())[0]?.id}/publish`);
    };
    const edited = await post<Audience>(
      faultyDatabase({ message: lost, moment: 'after', meanwhile }),
      { supplementaryContext: 'of this one', customName: 'New' },
      path,
      'PATCH',
    );
    expect([edited.status, edited.body.supplementaryContext, edited.body.customName]).toEqual([
      200,
      'of the other',
      'New',
    ]);
    expect(await latest()).toHaveLength(2);
  });

  test('of a change does not undo what another client has written before the retry, also with If-Match', async () => {
    const { body, headers } = await post<Page>(
      env.DB,
      { title: 'A', url: 'https://undo.example/' },
      '/v0/pages',
    );
    const path = `/v0/pages/${body.pageId}`;
    const meanwhile = () => post(env.DB, { title: 'of the other' }, path, 'PATCH');
    const database = faultyDatabase({ message: lost, moment: 'after', meanwhile });
    const changed = await post<Page>(database, { title: 'of this one' }, path, 'PATCH', {
      'if-match': headers.get('etag') ?? '',
    });
    expect([changed.status, changed.body.title]).toEqual([200, 'of the other']);
  });

  test('of a cancel after the commit does not cancel what another client has published again', async () => {
    const page = { title: 'Fault', url: 'https://again.example/' };
    const { pageId } = (await post<Page>(env.DB, page, '/v0/pages')).body;
    const made = (await post<Audience>(env.DB, {}, `/v0/pages/${pageId}/audiences`)).body;
    const path = `/v0/pages/${pageId}/audiences/${made.audienceId}/versions/${made.latestVersion.versionId}`;
    const meanwhile = () => post(env.DB, {}, `${path}/publish`);
    const cancelled = await post<AudienceVersion>(
      faultyDatabase({ message: lost, moment: 'after', meanwhile }),
      {},
      `${path}/cancel`,
    );
    expect([cancelled.status, cancelled.body.cancelledAt]).toEqual([200, null]);
    expect(['queued', 'processing', 'published']).toContain(cancelled.body.status);
  });

  test('of a whole batch after the commit writes each log once', async () => {
    const before = await tableSizes();
    const writes = Array.from({ length: 20 }, log);
    await post(
      faultyDatabase({ message: lost, times: 2, moment: 'after' }),
      { writes },
      '/v0/person_logs/batch',
    );
    expect((await tableSizes()).person_logs).toBe((before.person_logs ?? 0) + 20);
  });
});

describe('a database that does not answer', () => {
  test.each([
    [lost, 3],
    ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 1],
    ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.', 3],
    ['D1_ERROR: database is locked: SQLITE_BUSY', 3],
    ['D1_ERROR: database table is locked: SQLITE_LOCKED', 3],
    ['D1_ERROR: database or disk is full: SQLITE_FULL', 1],
    ['D1_ERROR: disk I/O error: SQLITE_IOERR', 1],
    ['D1_ERROR: unable to open database file: SQLITE_CANTOPEN', 1],
    ['D1_ERROR: out of memory: SQLITE_NOMEM', 1],
  ])('(%s) is a 503 with Retry-After', async (message, times) => {
    const { status, headers, body } = await post<Problem>(
      faultyDatabase({ message, times, moment: 'before' }),
      log(),
    );
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'database_unavailable', '1']);
  });

  test.each(['DB', 'DB_ACME'])('makes /health a 503, as %s', async (binding) => {
    const down = faultyDatabase({ message: lost, times: Infinity, moment: 'before', size: 1 });
    const request = new Request('https://footfall.test/health');
    const response = await app.fetch(request, { ...env, [binding]: down }, createExecutionContext());
    const { code } = (await response.json()) as Problem;
    expect([response.status, code]).toEqual([503, 'database_unavailable']);
  });
});

test('a database that is locked for a moment accepts the write in the end, once', async () => {
  const before = await tableSizes();
  const { status, headers } = await post<PersonLogCreated>(
    faultyDatabase({ message: 'D1_ERROR: database is locked: SQLITE_BUSY', times: 2, moment: 'before' }),
    log(),
  );
  expect([status, headers.get('server-timing')]).toEqual([201, expect.stringContaining('trips=4')]);
  expect((await tableSizes()).person_logs).toBe((before.person_logs ?? 0) + 1);
});

const untold = /secret|select|sqlite|D1_|\bat \w+ \(/i;

test.each([
  'D1_ERROR: no such column: secret_column in SELECT secret FROM persons: SQLITE_ERROR',
  'D1_ERROR: no such table: secret_table at offset 14: SQLITE_ERROR',
  'D1_ERROR: table persons has no column named secret_column: SQLITE_ERROR',
])('%s is a 503 with its own code that does not reveal SQL', async (message) => {
  const { status, text, body, headers } = await post<Problem>(
    faultyDatabase({ message, moment: 'before' }),
    log(),
  );
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'database_not_migrated', '1']);
  expect(text).not.toMatch(untold);
});

test('an unknown error is a 500 that does not reveal SQL, parameters or stack', async () => {
  const secret = 'D1_ERROR: near "secret": syntax error in SELECT secret FROM persons: SQLITE_ERROR';
  const { status, text, body, headers } = await post<Problem>(
    faultyDatabase({ message: secret, moment: 'before' }),
    log(),
  );
  expect([status, body.code, body.requestId]).toEqual([500, 'internal_error', headers.get('x-request-id')]);
  expect(text).not.toMatch(untold);
});
