import type { PersonLogBatchResult, PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { identifiersOf } from '../../../../src/visits/beacons/form.ts';
import { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { ImportedSession } from '../../../../src/visits/sessions/import-schemas.ts';
import { type IdentifierCase, identifierCases } from '../../../identifier-cases.ts';
import { inTurn } from '../../../turns.ts';
import { type Problem, send } from '../../support/client.ts';

const log = { source: 'crm', payload: {} };
const label = ({ field, sent, is }: IdentifierCase) => [field, sent, is] as const;
const cases = identifierCases.map((one) => [...label(one), one] as const);
const logged = cases.filter(([field]) => field !== 'domain');
const personOf = async (personId: unknown) => (await send<Person>('GET', `/v0/persons/${personId}`)).body;
const erase = (personId: unknown) => send('DELETE', `/v0/persons/${personId}`);

test.each(inTurn(cases, 3))('a person with %s %j: %j', async (field, sent, is) => {
  const { status, body } = await send<Person & Problem>('POST', '/v0/persons', {
    name: 'Odd',
    [field]: sent,
  });
  if (is === 'refused') {
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, [field]]);
    return;
  }
  expect([status, body[field]]).toEqual([201, is]);
  await erase(body.personId);
});

test.each(inTurn(cases, 3))('a change of %s to %j: %j', async (field, sent, is) => {
  const before = {
    email: 'before@acme.example',
    domain: 'before.example',
    phoneNumber: '+491',
    linkedinProfileUrl: 'https://www.linkedin.com/in/before',
  };
  const made = await send<Person>('POST', '/v0/persons', { name: 'Odd', ...before });
  const patch = await send<Person>('PATCH', `/v0/persons/${made.body.personId}`, { [field]: sent });
  const value = is === 'refused' ? before[field] : is;
  expect([patch.status, (await personOf(made.body.personId))[field]]).toEqual([
    is === 'refused' ? 400 : 200,
    value,
  ]);
  await erase(made.body.personId);
});

test.each(inTurn(logged, 3))('a log with %s %j, alone and in a batch: %j', async (field, sent, is) => {
  const one = await send<PersonLogCreated>('POST', '/v0/person_logs', { ...log, [field]: sent });
  const batch = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', {
    writes: [{ ...log, [field]: sent }],
  });
  const [result] = batch.body.results;
  const status = is === 'refused' ? 400 : 201;
  expect([one.status, result?.status]).toEqual([status, status]);
  if (status === 400) return;
  const persons = await Promise.all([one.body.personId, result?.personLog?.personId].map(personOf));
  expect(persons.map((person) => person[field])).toEqual([is, is]);
  // A placeholder joins nobody.
  expect(persons[0]?.personId === persons[1]?.personId).toBe(is !== null);
  for (const { personId } of persons) await erase(personId);
});

test.each(cases.filter(([field]) => field === 'domain'))(
  'a log of an account with %s %j: %j',
  async (_field, sent, is) => {
    const made = await send<{ accountId: string }>('POST', '/v0/account_logs', { ...log, domain: sent });
    // Nothing is left to name the account by.
    expect(made.status).toBe(is === null || is === 'refused' ? 400 : 201);
    const list = await send<{ items: { accountId: string; domain: string }[] }>(
      'GET',
      `/v0/accounts?domain=${encodeURIComponent(sent)}`,
    );
    if (made.status === 400) expect(list.status).toBe(400);
    else expect(list.body.items).toMatchObject([{ accountId: made.body.accountId, domain: is }]);
  },
);

const inForms = { email: 'email', phoneNumber: 'phone', linkedinProfileUrl: 'linkedin' } as const;
const types = { email: 'email', phoneNumber: 'tel', linkedinProfileUrl: 'linkedin' } as const;

test.each(logged)('a form with %s %j has %j', (field, sent, is) => {
  if (field === 'domain') return;
  const formSubmit = { formSubmissionId: 'f', [inForms[field]]: sent };
  const { success, data } = Visit.shape.formSubmit.safeParse(formSubmit);
  // The collector leaves out what is bad, or refuses it.
  const value = data?.[inForms[field]] ?? null;
  if (is === 'refused') expect(value).toBe(null);
  else expect([success, value]).toEqual([true, is]);
});

test.each(logged)('an imported session with %s %j has %j', (field, sent, is) => {
  if (field === 'domain') return;
  const { success, data } = ImportedSession.safeParse({
    analyticsSessionId: 'imported',
    sessionStartedAt: '2026-01-01T00:00:00Z',
    sessionEndedAt: '2026-01-01T00:01:00Z',
    formSubmissionIdentifier: sent,
    formSubmissionIdentifierType: types[field],
  });
  expect(success).toBe(is !== 'refused');
  if (success) {
    const { formSubmissionIdentifier: value, formSubmissionIdentifierType: type } = data;
    expect([value, type]).toEqual([is, is === null ? null : types[field]]);
  }
});

test('a form that an earlier version left on the queue has the identifiers of today, and the key that an erasure kept', () => {
  const form = {
    formSubmissionId: 'f',
    email: 'anna@xn--bcher-kva.example',
    linkedin: 'https://www.linkedin.com/in/none',
  };
  expect(identifiersOf(form)).toEqual([
    {
      type: 'email',
      identifier: 'email',
      value: 'anna@bücher.example',
      key: 'anna@bücher.example',
      sentKey: 'anna@xn--bcher-kva.example',
    },
  ]);
});
