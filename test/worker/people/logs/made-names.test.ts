import { describe, expect, test } from 'vitest';
import { name as nameSchema } from '../../../../src/http/schemas.ts';
import { AccountList } from '../../../../src/people/accounts/schemas.ts';
import type { PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import { Person } from '../../../../src/people/persons/schemas.ts';
import { type Problem, type Reply, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';

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
