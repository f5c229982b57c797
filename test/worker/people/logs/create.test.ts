import { name as nameSchema } from '../../../../src/http/schemas.ts';
import { AccountList } from '../../../../src/people/accounts/schemas.ts';
import type { PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import { Person } from '../../../../src/people/persons/schemas.ts';
import { type Problem, type Reply, send, tableSizes } from '../../support/client.ts';
import { newIds, type Write, write } from '../../support/logs.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { outcome, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let a = newIds();
let b = newIds();
beforeEach(() => {
  a = newIds();
  b = newIds();
});

describe('writing a log of a person', () => {
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

describe('whose log it is: the first identifier that matches wins', () => {
  const both = async () => [(await newPerson(a)).personId, (await newPerson(b)).personId] as const;

  test.each<[string, () => Write, 'first' | 'second']>([
    ['email before phone', () => ({ email: a.email, phoneNumber: b.phoneNumber }), 'first'],
    ['email before LinkedIn', () => ({ email: b.email, linkedinProfileUrl: a.linkedinProfileUrl }), 'second'],
    [
      'phone before LinkedIn',
      () => ({ phoneNumber: b.phoneNumber, linkedinProfileUrl: a.linkedinProfileUrl }),
      'second',
    ],
    ['phone when the email is new', () => ({ email: newIds().email, phoneNumber: b.phoneNumber }), 'second'],
    [
      'LinkedIn when the rest is new',
      () => ({ ...newIds(), linkedinProfileUrl: a.linkedinProfileUrl }),
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

describe('writing a log of an account', () => {
  test.each([
    ['neither id nor domain', {}, 400, 'validation_failed'],
    ['both', { accountId: 'account_x', domain: 'x.example' }, 400, 'validation_failed'],
    ['an unknown account', { accountId: 'account_x', idempotencyKey: 'u' }, 404, 'account_not_found'],
  ])('with %s is refused and writes nothing', async (_what, fields, status, code) => {
    const before = await tableSizes();
    const refused = await send<Problem>('POST', '/v0/account_logs', {
      source: 'crm',
      payload: {},
      ...fields,
    });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    if (status === 400) expect(violationsOf(refused)).toEqual(['body  required']);
    expect(await tableSizes()).toEqual(before);
  });
});
