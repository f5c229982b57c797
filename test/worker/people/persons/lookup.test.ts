import type { Person } from '../../../../src/people/persons/schemas.ts';
import { send } from '../../support/client.ts';
import { newPhone } from '../../support/erasures.ts';
import { newPerson } from '../../support/persons.ts';

const find = (query: Record<string, string>) =>
  send<{ person: Person | null }>('GET', `/v0/persons?${new URLSearchParams(query)}`);

test('a person is found by each identifier, in another spelling too, and by the slug', async () => {
  const phoneNumber = newPhone();
  const person = await newPerson({
    name: 'Lookup',
    email: 'look@up.example',
    phoneNumber,
    linkedinProfileUrl: 'look-up',
  });
  for (const query of [
    { email: ' LOOK@up.example' },
    { phoneNumber },
    { linkedinProfileUrl: 'https://linkedin.com/in/Look-Up/' },
    { slug: person.slug },
  ]) {
    const { body, cost } = await find(query as Record<string, string>);
    expect(body.person, JSON.stringify(query)).toEqual(person);
    expect(cost.trips).toBeLessThanOrEqual(2);
    expect(cost.read).toBeLessThanOrEqual(4);
  }
});

test('nobody is found who has only a part of it', async () => {
  expect((await find({ email: 'look@up.exampl' })).body).toEqual({ person: null });
});

test.each([{}, { email: 'a@b.example', slug: 'a' }, { email: 'none' }, { phoneNumber: '12' }, { slug: '' }])(
  'a request with %j is refused',
  async (query) => {
    expect((await find(query as Record<string, string>)).status).toBe(400);
  },
);
