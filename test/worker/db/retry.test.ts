import { env } from 'cloudflare:workers';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import { Meter, openDatabase } from '../../../src/db/client.ts';
import { withRetry } from '../../../src/db/retry.ts';
import type { Bound } from '../../../src/db/statement.ts';
import { minuteMs } from '../../../src/lib/durations.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import { newAudience, patch, post } from '../support/audiences.ts';
import { withALostAnswer } from '../support/calls.ts';
import { openTestDatabase, send, tableSizes } from '../support/client.ts';
import { faultyDatabase, holdTime, losing, type Moment, timed } from '../support/faults.ts';
import { newPage, newPageId, newUrl } from '../support/pages.ts';
import { get, log, newPerson, patch as patchPerson, post as postPerson } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { actOn, versionsOf } from '../support/versions.ts';

// The connection to D1 is lost, and the batch is sent again. What a request is told of other errors: d1-errors.test.ts.

let serial = 0;
const newEmail = () => `fault${++serial}@x.example`;
const remove = (personId: string | null) => send('DELETE', `/v0/persons/${personId}`);

const idWith = (email: string) =>
  env.DB.prepare('select person_id as id from persons where email = ?').bind(email).first<string>('id');

const sizeOf = async (name: string) => (await tableSizes())[name] ?? 0;

describe('a batch that is sent again because D1 lost its answer', () => {
  test.each<[string, Moment, object]>([
    ['before the commit', 'before', {}],
    ['after the commit', 'after', {}],
    ['after the commit, with a key', 'after', { idempotencyKey: 'lost' }],
  ])('a log whose answer is lost %s is written once', async (_what, moment, fields) => {
    const before = await tableSizes();
    const { status, body, headers, cost } = await log({ email: newEmail(), ...fields }, losing({ moment }));
    const isReplayed = headers.has('idempotent-replayed');
    expect([status, body.createdPerson, isReplayed, cost.trips]).toEqual([201, true, false, 2]);
    const after = await tableSizes();
    expect(after.person_logs).toBe((before.person_logs ?? 0) + 1);
    expect(after.persons).toBe((before.persons ?? 0) + 1);
  });

  test('a statement may be another one then', async () => {
    const saying = (word: string): Bound => ({ text: 'select ?1 as word', params: [word], decoders: [] });
    const first = { ...saying('first'), again: () => saying('again') };
    for (const [database, word] of [
      [env.DB, 'first'],
      [faultyDatabase({ moment: 'after' }), 'again'],
    ] as const) {
      const db = openDatabase(database, 'first-primary', new Meter());
      const [[other], [found]] = await db.batch([saying('other'), first]);
      expect([other, found]).toEqual([{ word: 'other' }, { word }]);
    }
  });

  test('a person does not conflict with themselves', async () => {
    expect((await postPerson({ email: newEmail() }, losing())).status).toBe(201);
  });

  test('an erasure gives the same answer, and does not refuse forms that came since', async () => {
    const { personId } = (await log({ email: newEmail() })).body;
    const times = async () => (await env.DB.prepare('select * from erased_identifiers').all()).results;
    let before: unknown[] = [];
    const meanwhile = async () => {
      before = await times();
    };
    // The batch that erases, not the one that reads before it.
    const erased = await send('DELETE', `/v0/persons/${personId}`, undefined, losing({ size: 3, meanwhile }));
    expect([erased.status, erased.body]).toEqual([200, { personId, erased: true, erasedLogsCount: 1 }]);
    expect(before).not.toEqual([]);
    expect(await times()).toEqual(before);
  });

  test('a rotation without overlap gives the new key', async () => {
    const made = await ok(send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'r', scopes: ['read'] }));
    const path = `/v0/api_keys/${made.apiKeyId}/rotate`;
    const rotated = await send<ApiKeyCreated>('POST', path, { overlapSeconds: 0 }, losing());
    expect([rotated.status, rotated.body.name]).toEqual([201, 'r']);
  });

  test.each([
    ['a person', '/v0/persons', { name: 'Gone' }],
    ['a log without a key', '/v0/person_logs', { source: 'x', payload: {} }],
    ['a log with a key', '/v0/person_logs', { source: 'x', payload: {}, idempotencyKey: 'gone' }],
  ])('%s does not bring back a person who is erased before the retry', async (_what, path, body) => {
    const email = newEmail();
    const meanwhile = async () => remove(await idWith(email));
    const { status } = await send('POST', path, { ...body, email }, losing({ meanwhile }));
    expect(status).toBeLessThan(500);
    expect(await idWith(email)).toBeNull();
  });

  test.each<[string, (personId: string) => Promise<unknown>]>([
    ['erased', remove],
    ['given another email', (personId) => patchPerson(personId, { email: null })],
  ])('a log without a key writes no second one when its person is %s', async (_what, change) => {
    const email = newEmail();
    const { personId } = (await log({ email })).body;
    let before = 0;
    const meanwhile = async () => {
      await change(personId);
      before = await sizeOf('person_logs');
    };
    const again = await log({ email }, losing({ meanwhile }));
    expect([again.status, again.body.personId, again.body.createdPerson]).toEqual([201, personId, false]);
    expect(await sizeOf('person_logs')).toBe(before);
    expect(await idWith(email)).toBeNull();
  });

  test('what is created is answered, though another has got the unique value that it had', async () => {
    const email = newEmail();
    const takeEmail = async () => {
      await patchPerson(String(await idWith(email)), { email: null });
      await newPerson({ email });
    };
    const made = await postPerson<Person>({ email }, losing({ meanwhile: takeEmail }));
    expect([made.status, made.body.email]).toEqual([201, null]);

    const url = newUrl();
    const takeUrl = async () => {
      const id = await env.DB.prepare('select page_id as id from pages where url = ?').bind(url).first('id');
      await send('PATCH', `/v0/pages/${id}`, { url: `${url}moved` });
      await newPage({ url });
    };
    const page = await send<Page>('POST', '/v0/pages', { title: 'P', url }, losing({ meanwhile: takeUrl }));
    expect([page.status, page.body.url]).toEqual([201, `${url}moved`]);
  });

  test('a log does not fill a blank again that another client has emptied', async () => {
    const { personId } = (await log({ email: newEmail() })).body;
    const meanwhile = () => patchPerson(personId, { phoneNumber: null });
    const { status } = await log({ personId, phoneNumber: '+15557654321' }, losing({ meanwhile }));
    expect([status, (await get(personId)).body.phoneNumber]).toEqual([201, null]);
  });

  test('a batch writes each log once', async () => {
    const before = await sizeOf('person_logs');
    const writes = Array.from({ length: 20 }, () => ({ source: 'x', payload: {}, email: newEmail() }));
    await send('POST', '/v0/person_logs/batch', { writes }, losing({ times: 2 }));
    expect(await sizeOf('person_logs')).toBe(before + 20);
  });

  test('an audience of a person is answered, though the person is erased', async () => {
    const [pageId, { personId }] = [await newPageId(), await newPerson()];
    const { status, body } = await withALostAnswer(
      () => post(pageId, { personId }),
      () => remove(personId),
    );
    expect([status, body.personId]).toEqual([201, null]);
  });

  test('a publish queues nothing again if another client cancels before the retry', async () => {
    const of = await newAudience();
    const { body } = await withALostAnswer(
      () => actOn(of, of.latestVersion, 'publish'),
      () => actOn(of, of.latestVersion, 'cancel'),
    );
    expect(body.status).toBe('cancelled');
  });

  test('a cancel does not cancel what another client has published again', async () => {
    const of = await newAudience();
    const { body } = await withALostAnswer(
      () => actOn(of, of.latestVersion, 'cancel'),
      () => actOn(of, of.latestVersion, 'publish'),
    );
    expect([body.status, body.cancelledAt]).toEqual(['queued', null]);
  });

  test('an edit that opened a draft changes nothing again if another client has published that draft', async () => {
    const of = await newAudience();
    await ok(actOn(of, of.latestVersion, 'cancel'));
    const meanwhile = async () => {
      await ok(patch(of, { supplementaryContext: 'of the other' }));
      const [draft] = (await versionsOf(of)).items;
      if (draft) await ok(actOn(of, draft, 'publish'));
    };
    const edit = { supplementaryContext: 'of this one', customName: 'New' };
    const { body } = await withALostAnswer(() => patch(of, edit), meanwhile);
    expect([body.supplementaryContext, body.customName]).toEqual(['of the other', 'New']);
    expect((await versionsOf(of)).items).toHaveLength(2);
  });
});

describe('a batch', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });

  afterEach(() => vi.useRealTimers());

  test('that answers leaves no timer', async () => {
    holdTime();
    await openTestDatabase().batch([{ text: 'select 1', params: [], decoders: [] }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['slowly', 2000, 3],
    ['more slowly', 3000, 2],
    ['after the deadline', 9000, 1],
  ])(
    'whose connection is lost %s, again and again, is over at the deadline, and is not sent after it',
    async (_how, slowness, expected) => {
      holdTime();
      let asked = 0;
      const work = async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, slowness));
        throw new Error('D1_ERROR: Network connection lost.');
      };
      const failure = withRetry(work, 5000).catch((error: unknown) => error);
      const { ms, result } = await timed(failure);
      expect(result).toMatchObject({ code: 'database_unavailable' });
      expect(ms).toBeLessThanOrEqual(5000);
      await vi.advanceTimersByTimeAsync(minuteMs);
      expect([asked, vi.getTimerCount()]).toEqual([expected, 0]);
    },
  );

  test('that fails after its deadline harms nothing', async () => {
    holdTime();
    let fail: (error: Error) => void = () => {};
    const work = () =>
      new Promise<never>((_, reject) => {
        fail = reject;
      });
    const { result } = await timed(withRetry(work, 5000).catch((error: unknown) => error));
    fail(new Error('D1_ERROR: Network connection lost.'));
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(result).toMatchObject({ code: 'database_unavailable' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
