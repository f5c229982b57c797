import { env } from 'cloudflare:workers';
import { name as nameSchema } from '../../../../src/http/schemas.ts';
import { AccountList } from '../../../../src/people/accounts/schemas.ts';
import type { PersonLogCreate, PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import { Person } from '../../../../src/people/persons/schemas.ts';
import { type Problem, type Reply, send, tableSizes } from '../../support/client.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { outcome, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

type Write = Partial<PersonLogCreate>;

const write = (fields: Write = {}) =>
  send<PersonLogCreated>('POST', '/v0/person_logs', { source: 'form', payload: { n: 1 }, ...fields });

let unique = 0;
/** An email, a phone and a profile that no other test uses. */
function ids() {
  unique += 1;
  return {
    email: `p${unique}@company-${unique}.example`,
    phoneNumber: `+1555${String(unique).padStart(7, '0')}`,
    linkedinProfileUrl: `https://www.linkedin.com/in/p-${unique}`,
  };
}
let a = ids();
let b = ids();
beforeEach(() => {
  a = ids();
  b = ids();
});

describe('a log write', () => {
  test('with an unknown personId is a 404 and writes nothing, whatever other fields it has', async () => {
    const fields = { ...a, personId: 'person_nobody', idempotencyKey: 'nobody' };
    expect(outcome(await writesNothing(() => write(fields)))).toEqual([404, 'person_not_found']);
    // The refused write did not use up the key.
    expect((await write({ ...a, idempotencyKey: 'nobody' })).body.createdPerson).toBe(true);
  });

  test.each([
    ['the given name', { name: 'Zoë Łącki' }, 'Zoë Łącki'],
    ['the local part of the email', { email: 'mail.only@solo.example' }, 'mail.only'],
    ['the phone number', { phoneNumber: '+15559999999' }, '+15559999999'],
    ['the LinkedIn handle', { linkedinProfileUrl: 'linkedin.com/in/j%C3%BCrgen/' }, 'jürgen'],
    ['Unknown', {}, 'Unknown'],
  ])('names a new person by %s', async (_what, fields, name) => {
    expect((await personOf((await write(fields)).body.personId)).name).toBe(name);
  });

  test('without any identifier creates a person each time', async () => {
    const [one, two] = [await write(), await write()];
    expect([one.body.createdPerson, two.body.createdPerson]).toEqual([true, true]);
    expect(one.body.personId).not.toBe(two.body.personId);
  });

  test('finds a person with any spelling of an identifier', async () => {
    const { personId } = await newPerson(a);
    const handle = a.linkedinProfileUrl.split('/').at(-1);
    for (const spelling of [
      { email: `  ${a.email.toUpperCase()} ` },
      { phoneNumber: a.phoneNumber },
      { linkedinProfileUrl: `http://de.linkedin.com/in/${handle?.toUpperCase()}/?utm=x` },
      { linkedinProfileUrl: handle ?? '' },
    ]) {
      expect((await write(spelling)).body).toMatchObject({ personId, createdPerson: false });
    }
  });
});

describe('identity: the first identifier that matches wins', () => {
  const both = async () => [(await newPerson(a)).personId, (await newPerson(b)).personId] as const;

  test.each<[string, () => Write, 'first' | 'second']>([
    ['email before phone', () => ({ email: a.email, phoneNumber: b.phoneNumber }), 'first'],
    ['email before LinkedIn', () => ({ email: b.email, linkedinProfileUrl: a.linkedinProfileUrl }), 'second'],
    [
      'phone before LinkedIn',
      () => ({ phoneNumber: b.phoneNumber, linkedinProfileUrl: a.linkedinProfileUrl }),
      'second',
    ],
    ['phone when the email is new', () => ({ email: ids().email, phoneNumber: b.phoneNumber }), 'second'],
    [
      'LinkedIn when the rest is new',
      () => ({ ...ids(), linkedinProfileUrl: a.linkedinProfileUrl }),
      'first',
    ],
  ])('%s', async (_what, fields, winner) => {
    const [first, second] = await both();
    const before = [await personOf(first), await personOf(second)];
    const { body } = await write(fields());
    expect(body).toMatchObject({ personId: winner === 'first' ? first : second, createdPerson: false });
    // Each person still has all three identifiers: nothing is overwritten or moved.
    expect([await personOf(first), await personOf(second)]).toEqual(before);
  });

  test('personId before all identifiers', async () => {
    const [first] = await both();
    expect((await write({ ...b, personId: first })).body.personId).toBe(first);
  });

  test('fills empty fields of the matching person, unless another person has the value', async () => {
    const holder = await newPerson({ phoneNumber: b.phoneNumber });
    const { personId } = await newPerson({ email: a.email });
    await write({ ...a, phoneNumber: b.phoneNumber, name: 'Another name' });
    expect(await personOf(personId)).toMatchObject({
      name: 'Anna Berg',
      email: a.email,
      phoneNumber: null,
      linkedinProfileUrl: a.linkedinProfileUrl,
    });
    expect((await personOf(holder.personId)).email).toBeNull();
  });

  test('never overwrites a value of a person', async () => {
    const { personId } = await newPerson(a);
    await write({ personId, ...b });
    expect(await personOf(personId)).toMatchObject(a);
    expect((await write({ email: b.email })).body.createdPerson).toBe(true);
  });
});

describe('idempotency', () => {
  const request = () => ({
    ...a,
    name: 'Zoë',
    idempotencyKey: `key-${unique}`,
    payload: { b: [1, { c: 2 }], a: 'x' },
  });

  test('the same key and request get the first answer again, byte for byte, and write nothing', async () => {
    const first = await write(request());
    const before = await tableSizes();
    const again = await write(request());
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.cost.written).toBe(0);
    expect(await tableSizes()).toEqual(before);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['order of keys', () => ({ ...request(), payload: { a: 'x', b: [1, { c: 2 }] } })],
    ['case and space of the email', () => ({ ...request(), email: ` ${a.email.toUpperCase()} ` })],
    [
      'spelling of the profile',
      () => ({ ...request(), linkedinProfileUrl: `${a.linkedinProfileUrl.replace('https://www.', '')}/` }),
    ],
    ['the default type spelled out', () => ({ ...request(), type: 'webhook' })],
  ])('%s is still the same request', async (_what, again) => {
    const first = await write(request());
    const replay = await send('POST', '/v0/person_logs', { source: 'form', ...again() });
    expect(replay.text).toBe(first.text);
  });

  test.each<[string, () => Record<string, unknown>, string[]]>([
    ['source', () => ({ source: 'crm' }), ['source']],
    ['type', () => ({ type: 'other' }), ['type']],
    ['payload', () => ({ payload: { b: [1, { c: 3 }], a: 'x' } }), ['payload']],
    ['name', () => ({ name: 'Zoe' }), ['name']],
    ['an identifier left out', () => ({ phoneNumber: undefined }), ['phoneNumber']],
    ['several at once', () => ({ email: b.email, payload: {}, name: 'X' }), ['email', 'name', 'payload']],
    ['a personId added', () => ({ personId: 'person_x' }), ['personId']],
  ])(
    'another %s is a 422 that names the fields and the first log, and writes nothing',
    async (_what, change, fields) => {
      const first = await write(request());
      const before = await tableSizes();
      const refused = await send<Problem>('POST', '/v0/person_logs', {
        source: 'form',
        ...request(),
        ...change(),
      });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        code: 'idempotency_mismatch',
        fields,
        personLogId: first.body.personLogId,
      });
      expect(await tableSizes()).toEqual(before);
    },
  );

  // What versions until 23 November 2026 stored of this request: a digest and short hashes of SHA-256.
  test('a request of an earlier version is recognised, and another one refused by its fields', async () => {
    const earlier = { email: 'anna@earlier.example', name: 'Zoë', idempotencyKey: 'of an earlier release' };
    const stored = {
      digest: 'LH8YfpFj7QWS14lCnO6vuiTX4Imiu1xPndh05jxfhFI',
      fingerprint: JSON.stringify({
        source: 'Bzl9Yz',
        payload: 'K_0U9D',
        email: 'gziGae',
        name: 'xqEmmF',
        idempotencyKey: 'EWiFiK',
        type: 'n9Cdwz',
      }),
    };
    const first = await write(earlier);
    const { personLogId } = first.body;
    await env.DB.batch([
      env.DB.prepare('update idempotency_keys set request_digest = ?1 where log_id = ?2').bind(
        stored.digest,
        personLogId,
      ),
      env.DB.prepare('update person_logs set fingerprint = ?1 where person_log_id = ?2').bind(
        stored.fingerprint,
        personLogId,
      ),
    ]);
    expect((await write(earlier)).text).toBe(first.text);
    const other = await write({ ...earlier, name: 'Zoe', phoneNumber: a.phoneNumber, payload: { n: 2 } });
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ fields: ['name', 'payload', 'phoneNumber'], personLogId });
  });

  test('numbers that are equal as doubles are distinguished', async () => {
    const body = (n: string) => `{"source":"form","payload":{"id":${n}},"idempotencyKey":"big-${unique}"}`;
    const post = (n: string) => send('POST', '/v0/person_logs', undefined, { rawBody: body(n) });
    expect((await post('12345678901234567890')).status).toBe(201);
    expect((await post('12345678901234567890')).status).toBe(201);
    expect((await post('12345678901234567891')).status).toBe(422);
  });

  test('100 concurrent writes with one key leave one person and one log', async () => {
    const before = await tableSizes();
    const replies = await Promise.all(Array.from({ length: 100 }, () => write(request())));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(99);
    const after = await tableSizes();
    expect(after.persons).toBe((before.persons ?? 0) + 1);
    expect(after.person_logs).toBe((before.person_logs ?? 0) + 1);
    expect(after.idempotency_keys).toBe((before.idempotency_keys ?? 0) + 1);
  });

  test('100 concurrent writes with 100 keys of one new email leave one person and 100 logs', async () => {
    const before = await tableSizes();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => write({ email: a.email, idempotencyKey: `${unique}-${n}` })),
    );
    expect(new Set(replies.map(({ body }) => body.personId)).size).toBe(1);
    expect(replies.filter(({ body }) => body.createdPerson)).toHaveLength(1);
    const after = await tableSizes();
    expect(after.persons).toBe((before.persons ?? 0) + 1);
    expect(after.person_logs).toBe((before.person_logs ?? 0) + 100);
  });

  test('a changed body among concurrent writes of one key is refused, and one request wins', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => write({ ...request(), payload: { variant: n % 2 } })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 422)).toHaveLength(20);
  });

  test('a late retry does not create an erased person again', async () => {
    const first = await write(request());
    await send('DELETE', `/v0/persons/${first.body.personId}`);
    const before = await tableSizes();
    const late = await write(request());
    expect((await write({ ...request(), payload: { other: true } })).status).toBe(422);
    expect(late.text).toBe(first.text);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(await tableSizes()).toEqual(before);
  });
});

const astral = '\u{1f4a9}';

const log = { source: 'form', payload: { a: 1 } };

describe('a name that the service makes is valid in a request', () => {
  test.each([
    ['a local part of 310 characters', { email: `${'x'.repeat(310)}@x.example` }],
    ['a local part of 255 emoji', { email: `${astral.repeat(255)}@x.example` }],
    ['a NUL in a handle', { linkedinProfileUrl: 'linkedin.com/in/%00anna' }],
    ['a line feed in a handle', { linkedinProfileUrl: 'linkedin.com/in/anna%0Aberg' }],
    ['a blank handle', { linkedinProfileUrl: 'linkedin.com/in/%20' }],
    ['a handle that is no UTF-8', { linkedinProfileUrl: 'linkedin.com/in/%ED%A0%80' }],
    ['a handle of 2,000 characters', { linkedinProfileUrl: `linkedin.com/in/${'x'.repeat(2000)}` }],
    ['a handle cut in the middle of a character', { linkedinProfileUrl: '\u{10400}'.repeat(150) }],
    ['a URL that grows when normalised', { linkedinProfileUrl: `linkedin.com/in/${'x'.repeat(2032)}` }],
    ['a handle of 2,048 characters', { linkedinProfileUrl: 'x'.repeat(2048) }],
    ['a handle of 2,048 characters that are encoded', { linkedinProfileUrl: '\u738b'.repeat(2048) }],
    ['a phone number', { phoneNumber: '+4915112345678' }],
    ['nothing', {}],
  ])('from %s', async (_what, identifiers) => {
    const created = await send<PersonLogCreated>('POST', '/v0/person_logs', { ...log, ...identifiers });
    if (created.status === 400) {
      // A refusal is also correct, if it names the field.
      expect(violationsOf(created as unknown as Reply<Problem>)[0]).toContain(Object.keys(identifiers)[0]);
      return;
    }
    expect(created.status).toBe(201);
    const read = await send<Person>('GET', `/v0/persons/${created.body.personId}`);
    expect(nameSchema.safeParse(read.body.name)).toMatchObject({ success: true });
    expect(read.body.name).not.toContain('\ufffd');
    expect(Person.parse(read.body)).toEqual(read.body);
  });
});

test('an account from any email is valid in the list', async () => {
  const email = `a@${'x'.repeat(300)}.example`;
  await send('POST', '/v0/persons', { name: 'Long Domain', email });
  const accounts = await send('GET', '/v0/accounts?limit=100');
  expect(AccountList.parse(accounts.body)).toEqual(accounts.body);
});
