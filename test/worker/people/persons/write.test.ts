import type { PersonBatchResult } from '../../../../src/people/persons/body-schemas.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { eventsByType } from '../../../../src/vocabulary/events.ts';
import { accountOf, newAccount, rename } from '../../support/accounts.ts';
import { type RequestOptions, send } from '../../support/client.ts';
import { erase, newPhone } from '../../support/erasures.ts';
import { losing } from '../../support/faults.ts';
import { log, newPerson, patch, personOf } from '../../support/persons.ts';
import { etagOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const write = (persons: unknown[], onConflict?: string, options?: RequestOptions) =>
  send<PersonBatchResult>('POST', '/v0/persons/batch', { persons, onConflict }, options);
const results = async (...of: Parameters<typeof write>) => {
  const { body, status, text } = await write(...of);
  expect(status, text).toBe(200);
  return body.results;
};
const outcomes = async (...of: Parameters<typeof write>) =>
  (await results(...of)).map(({ status, outcome, ignored }) => [status, outcome, ignored]);
const idsOf = (found: PersonBatchResult['results']) => found.map(({ personId }) => personId ?? '');

let count = 0;
/** A person of a company of their own. */
const newcomer = (fields: object = {}) => {
  const word = `n${count++}`;
  return { email: `${word}@${word}.example`, ...fields };
};

describe('a list of persons', () => {
  test('creates those who are new, with their companies, in one round trip', async () => {
    const anna = newcomer({ name: 'Anna Berg', companyName: 'Acme Ltd.', phoneNumber: newPhone() });
    const { body, cost } = await write([anna, newcomer({ domain: 'group.example' })]);
    expect(body.results).toMatchObject([
      { status: 201, outcome: 'created', ignored: [], replayed: false, problem: null },
      { status: 201, outcome: 'created', ignored: [] },
    ]);
    const [first = '', second = ''] = idsOf(body.results);
    expect(await personOf(first)).toMatchObject({ name: 'Anna Berg', email: anna.email, slug: 'anna-berg' });
    expect(await personOf(second)).toMatchObject({
      name: expect.stringMatching(/^n\d+$/),
      domain: 'group.example',
    });
    expect(await accountOf(anna.email.split('@')[1] ?? '')).toMatchObject({
      name: 'Acme Ltd.',
      linkedPersonsCount: 1,
    });
    expect(await accountOf('group.example')).toMatchObject({ name: 'group.example', linkedPersonsCount: 1 });
    expect(cost.trips).toBeLessThanOrEqual(2); // the first request of a key looks the key up
  });

  test('that is sent again changes nothing', async () => {
    const list = Array.from({ length: 100 }, (_, n) =>
      newcomer({ name: `P ${n}`, companyName: 'C', domain: `d${n % 9}.example` }),
    );
    const first = await results(list);
    const again = await write(list);
    expect(again.cost).toMatchObject({ trips: 1, written: 0 });
    expect(idsOf(again.body.results)).toEqual(idsOf(first));
    expect(new Set(again.body.results.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
    expect(await accountOf('d1.example')).toMatchObject({ linkedPersonsCount: 11 });
  });

  test.each(['fill', 'update', 'skip'])(
    'with %s sees who an earlier write has created',
    async (onConflict) => {
      const [phoneNumber, email] = [newPhone(), newcomer().email];
      const found = await results(
        [
          { email, phoneNumber },
          { phoneNumber, linkedinProfileUrl: `l${count}` },
          { linkedinProfileUrl: `l${count}` },
        ],
        onConflict,
      );
      const [first, second, third] = idsOf(found);
      expect(second).toBe(first);
      expect(third === first).toBe(onConflict !== 'skip');
    },
  );

  test('says of each write whom it has found, whatever a later one does', async () => {
    const phoneNumber = newPhone();
    const { personId } = await newPerson({ ...newcomer(), phoneNumber });
    const { email } = newcomer();
    const [first, second] = await results([{ email, phoneNumber }, { email }]);
    expect(first).toMatchObject({ outcome: 'unchanged', personId, ignored: ['email'] });
    expect(second).toMatchObject({ outcome: 'created' });
  });

  test('names a bad write and writes the others', async () => {
    const found = await results([
      { name: 'Nobody' },
      newcomer({ phoneNumber: '12' }),
      7,
      newcomer(),
      { email: 'none', name: 'x' },
    ]);
    expect(found.map(({ status }) => status)).toEqual([400, 400, 400, 201, 400]);
    expect(found.map(({ problem }) => problem?.errors?.map(({ path, code }) => `${path} ${code}`))).toEqual([
      ['persons.0 required'],
      ['persons.1.phoneNumber invalid_format'],
      ['persons.2 invalid_type'],
      undefined,
      ['persons.4 required'],
    ]);
  });

  test.each([
    [{}],
    [{ persons: [] }],
    [{ persons: Array(101).fill(newcomer()) }],
    [{ persons: [newcomer()], onConflict: 'x' }],
  ])('that is none is refused whole: %j', async (body) => {
    await writesNothing(async () => {
      expect((await send('POST', '/v0/persons/batch', body)).status).toBe(400);
    });
  });
});

describe('a person who is known', () => {
  /** A person, and a list that says something else of each field, with the same email. */
  const known = async () => {
    const held = newPhone();
    await newPerson({ ...newcomer(), phoneNumber: held });
    const { email } = newcomer();
    const before = await newPerson({ name: 'Old', email, linkedinProfileUrl: `old-${count}` });
    const said = { name: 'New', email, linkedinProfileUrl: `new-${count}`, companyName: 'Company' };
    return { before, said, held, domain: email.split('@')[1] ?? '' };
  };

  test('gets blanks that nobody else has with fill', async () => {
    const { before, said, held, domain } = await known();
    const free = newPhone();
    expect(await outcomes([{ ...said, phoneNumber: held }])).toEqual([
      [200, 'updated', ['name', 'phoneNumber', 'linkedinProfileUrl']],
    ]);
    expect(await accountOf(domain)).toMatchObject({ name: 'Company' });
    expect(await personOf(before.personId)).toEqual(before);
    expect(await outcomes([{ ...said, phoneNumber: free, companyName: 'Other' }])).toEqual([
      [200, 'updated', ['name', 'linkedinProfileUrl', 'companyName']],
    ]);
    expect(await personOf(before.personId)).toMatchObject({ name: 'Old', phoneNumber: free });
  });

  test('gets a name with fill whom nobody has named', async () => {
    const { email } = newcomer();
    await log({ email });
    const [found] = await results([{ email, name: 'Zoë' }]);
    expect(await personOf(found?.personId ?? '')).toMatchObject({ name: 'Zoë' });
    expect(await outcomes([{ email, name: 'Another' }])).toEqual([[200, 'unchanged', ['name']]]);
  });

  test('gets what differs with update', async () => {
    const { before, said, domain } = await known();
    expect(await outcomes([{ ...said, domain: 'moved.example' }], 'update')).toEqual([[200, 'updated', []]]);
    expect(await personOf(before.personId)).toMatchObject({
      name: 'New',
      linkedinProfileUrl: `https://www.linkedin.com/in/new-${count}`,
      domain: 'moved.example',
    });
    expect(await accountOf('moved.example')).toMatchObject({ name: 'Company', linkedPersonsCount: 1 });
    expect(await accountOf(domain)).toMatchObject({ name: domain, linkedPersonsCount: 0 });
    expect(await outcomes([{ ...said, domain: 'moved.example' }], 'update')).toEqual([
      [200, 'unchanged', []],
    ]);
  });

  test.each(Object.keys(eventsByType['person.updated'].fields ?? {}))(
    'gets %s with update, also if nothing else differs',
    async (field) => {
      const given = { domain: 'field.example', phoneNumber: newPhone() };
      const { email } = newcomer();
      const { personId } = await newPerson({ name: 'Old', ...(field === 'email' ? given : { email }) });
      const found = field === 'email' ? { phoneNumber: given.phoneNumber } : { email };
      const value = { email, ...given, linkedinProfileUrl: `field-${count}` }[field] ?? 'New';
      expect(await outcomes([{ ...found, [field]: value }], 'update')).toEqual([[200, 'updated', []]]);
      expect(await personOf(personId)).toMatchObject({ [field]: expect.stringContaining(value) });
    },
  );

  test('gets nothing with update if one identifier is of another', async () => {
    const { before, said, held, domain } = await known();
    const [found] = await results([{ ...said, phoneNumber: held }], 'update');
    expect(found).toMatchObject({
      status: 409,
      outcome: null,
      problem: { code: 'person_conflict', field: 'phoneNumber' },
    });
    expect(await personOf(before.personId)).toEqual(before);
    expect(await accountOf(domain)).toMatchObject({ name: domain });
  });

  test('gets nothing with skip, and neither does the company', async () => {
    const { before, said, domain } = await known();
    expect(await outcomes([said], 'skip')).toEqual([
      [200, 'unchanged', ['name', 'linkedinProfileUrl', 'companyName']],
    ]);
    expect(await personOf(before.personId)).toEqual(before);
    expect(await accountOf(domain)).toMatchObject({ name: domain });
  });

  test('of free mail has no company, and the answer says so', async () => {
    expect(await outcomes([{ email: `free${count++}@gmail.com`, companyName: 'Acme' }])).toEqual([
      [201, 'created', ['companyName']],
    ]);
  });

  test.each(['N/A', '-', 'unbekannt'])('has no company that is called %s', async (companyName) => {
    const person = newcomer({ companyName });
    expect(await outcomes([person])).toEqual([[201, 'created', []]]);
    const [, domain = ''] = person.email.split('@');
    expect(await accountOf(domain)).toMatchObject({ name: domain });
  });

  test('stays with their company with fill', async () => {
    const { email } = newcomer();
    await newPerson({ email });
    expect(await outcomes([{ email, domain: 'elsewhere.example' }])).toEqual([
      [200, 'unchanged', ['domain']],
    ]);
  });
});

describe('a key of a write', () => {
  test('gets the outcome again, whatever has changed since', async () => {
    const item = newcomer({ name: 'First', idempotencyKey: `k${count++}` });
    const [first, twice] = await results([item, item], 'update');
    expect(twice).toEqual({ ...first, ignored: null, replayed: true });
    const personId = first?.personId ?? '';
    await patch(personId, { name: 'Renamed', email: newcomer().email });
    const again = await write([item], 'update');
    expect(again.body.results).toEqual([twice]);
    expect(again.cost.written).toBe(0);
    expect(await personOf(personId)).toMatchObject({ name: 'Renamed' });
    await erase(personId);
    expect(await results([item], 'update')).toEqual([twice]);
  });

  test('of another write is a mismatch, which writes nothing', async () => {
    const item = newcomer({ idempotencyKey: `k${count++}` });
    const [first] = await results([item]);
    const [other, same] = await results([{ ...item, name: 'Other' }, item]);
    expect(other).toMatchObject({
      status: 422,
      problem: { code: 'idempotency_mismatch', personId: first?.personId },
    });
    expect(same).toMatchObject({ outcome: 'created', replayed: true });
    expect((await results([item], 'update'))[0]?.status).toBe(422);
  });
});

describe('a list whose answer is lost', () => {
  /** A person with a company that nobody has named. */
  const knownOfCompany = async () => {
    const { email } = newcomer();
    const domain = email.split('@')[1] ?? '';
    const account = await newAccount(domain);
    const { personId } = await newPerson({ name: 'Old', email });
    return { email, personId, domain, account };
  };
  const revisionOf = async (personId: string) =>
    Number(/\d+/.exec(etagOf(await send('GET', `/v0/persons/${personId}`)))?.[0]);

  test.each(['fill', 'update', 'skip'])(
    'is written once with %s, and answered as the first time',
    async (onConflict) => {
      const phoneNumber = newPhone();
      const { personId } = await newPerson({ ...newcomer(), phoneNumber });
      const list = [
        newcomer({ name: 'A', companyName: 'A' }),
        newcomer({ idempotencyKey: `k${count++}` }),
        { phoneNumber, name: 'B', linkedinProfileUrl: `lost-${count}` },
      ];
      const found = await results(list, onConflict, losing());
      const changed = onConflict === 'skip' ? 'unchanged' : 'updated';
      expect(found.map(({ outcome, replayed }) => [outcome, replayed])).toEqual([
        ['created', false],
        ['created', false],
        [changed, false],
      ]);
      expect(found[2]?.personId).toBe(personId);
      const [first = ''] = idsOf(found);
      expect(await personOf(first)).toMatchObject({ name: 'A' });
    },
  );

  test('does not make a person again whom somebody has erased meanwhile', async () => {
    const item = newcomer();
    const meanwhile = async () => {
      const { body } = await send<{ person: Person | null }>('GET', `/v0/persons?email=${item.email}`);
      await erase(body.person?.personId ?? '');
    };
    const [found] = await results([item], 'fill', losing({ meanwhile }));
    expect(found).toMatchObject({ outcome: 'created' });
    expect((await send<{ person: null }>('GET', `/v0/persons?email=${item.email}`)).body.person).toBeNull();
  });

  test('leaves the name that somebody has given the company meanwhile', async () => {
    const { email, domain, account } = await knownOfCompany();
    const meanwhile = () => rename(account, 'Theirs');
    const list = [{ email, companyName: 'Of the list' }];
    const [found] = await results(list, 'update', losing({ meanwhile }));
    expect(found).toMatchObject({ outcome: 'updated', ignored: ['companyName'], replayed: false });
    expect(await accountOf(domain)).toMatchObject({ name: 'Theirs' });
  });

  test('does not make a person again whose company it has named, and whom somebody has erased meanwhile', async () => {
    const { email, personId } = await knownOfCompany();
    const list = [{ email, companyName: 'Of the list' }];
    const [found] = await results(list, 'fill', losing({ meanwhile: () => erase(personId) }));
    expect(found).toMatchObject({ status: 200, outcome: 'updated', personId });
    expect((await send<{ person: null }>('GET', `/v0/persons?email=${email}`)).body.person).toBeNull();
  });

  test('changes a person once by each write, however many there are', async () => {
    const { email, personId } = await knownOfCompany();
    const list = Array.from({ length: 12 }, (_, n) => ({ email, name: `Name ${n}` }));
    const before = await revisionOf(personId);
    const found = await results(list, 'update', losing());
    expect(found.map(({ outcome }) => outcome)).toEqual(list.map(() => 'updated'));
    expect((await revisionOf(personId)) - before).toBe(12);
    expect(await personOf(personId)).toMatchObject({ name: 'Name 11' });
  });

  test.each(['changed', 'erased'])(
    'does not make a person twice who was updated, and then %s',
    async (what) => {
      const { email } = newcomer();
      const { personId } = await newPerson({ email });
      const meanwhile = () =>
        what === 'erased' ? erase(personId) : patch(personId, { email: newcomer().email });
      const [found] = await results([{ email, name: 'New' }], 'update', losing({ meanwhile }));
      expect(found).toMatchObject({ status: 200, outcome: 'updated', personId, replayed: false });
      expect((await send<{ person: null }>('GET', `/v0/persons?email=${email}`)).body.person).toBeNull();
    },
  );
});
