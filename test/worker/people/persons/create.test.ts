import { pick } from 'es-toolkit/object';
import { PersonCreate } from '../../../../src/people/persons/body-schemas.ts';
import { personExample } from '../../../../src/people/persons/openapi.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { accountOf } from '../../support/accounts.ts';
import { type Problem, tableSizes } from '../../support/client.ts';
import { get, newPerson, patch, post } from '../../support/persons.ts';

describe('creating a person', () => {
  test('gives persons with the same name different slugs', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 5 }, async () => (await post({ name: 'Same Name' })).body.slug),
    );
    expect(new Set(slugs).size).toBe(5);
    expect(slugs).toContain('same-name');
    for (const slug of slugs) expect(slug).toMatch(/^same-name(-[0-9a-z]{8})?$/);
  });

  test('of 50 at once with one email creates one person; the answers of the others name it', async () => {
    const before = await tableSizes();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post<Person & Problem>({ email: 'race@x.example' })),
    );
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const personId = created[0]?.body.personId;
    for (const { status, body } of replies.filter(({ status }) => status !== 201)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'person_conflict', field: 'email', conflictingId: personId });
    }
    expect((await tableSizes()).persons).toBe((before.persons ?? 0) + 1);
  });
});

test('a person has every field that a request may set, and loses it when it is cleared', async () => {
  const example = { ...personExample, domain: 'northwind.example' };
  const { name, ...sent } = pick(example, Object.keys(PersonCreate.shape) as (keyof PersonCreate)[]);
  const cleared = Object.fromEntries(Object.keys(sent).map((field) => [field, null]));
  const { body: made } = await post({ name, ...sent });
  expect(made).toMatchObject({ name, ...sent });
  for (const changes of [cleared, sent]) {
    await patch(made.personId, changes);
    expect((await get(made.personId)).body).toMatchObject({ name, ...changes });
  }
});

describe('a new person links to the account', () => {
  test('of their email, and the service never fills in their domain', async () => {
    const { personId, domain } = await newPerson({ email: 'a@never-filled.example' });
    expect([domain, (await get(personId)).body.domain]).toEqual([null, null]);
    expect((await accountOf('never-filled.example'))?.linkedPersonsCount).toBe(1);
  });

  test.each([
    ['of its domain', { domain: 'Own.Example', email: 'a@mail1.example' }, 'own.example'],
    ['of its email when it has no domain', { email: 'a@mail2.example' }, 'mail2.example'],
    ['of a domain that is a free-mail provider, when it says so itself', { domain: 'gmx.net' }, 'gmx.net'],
  ])('%s', async (_what, fields, domain) => {
    await newPerson(fields);
    expect(await accountOf(domain)).toEqual({
      accountId: expect.stringMatching(/^account_[a-z0-9]{26}$/),
      domain,
      name: domain,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      latestActivityAt: expect.any(String),
      latestVisitAt: null,
      linkedPersonsCount: 1,
    });
  });
});
