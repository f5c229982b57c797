import type { PersonCreate } from '../../../src/people/persons/body-schemas.ts';
import type { Person, PersonList } from '../../../src/people/persons/schemas.ts';
import { send } from './client.ts';

export type Workspace = 'main' | 'acme';

export async function search(
  query: string,
  more: Record<string, string> = {},
  workspace: Workspace = 'main',
) {
  const parameters = new URLSearchParams({ query, ...more });
  const reply = await send<PersonList>('GET', `/v0/persons/search?${parameters}`, undefined, { workspace });
  expect(reply.status, `${query}: ${reply.text}`).toBe(200);
  return { ...reply.body, cost: reply.cost };
}

/** The ids of the persons that a query finds. */
export const found = async (query: string, workspace: Workspace = 'main') =>
  (await search(query, { limit: '100' }, workspace)).items.map(({ personId }) => personId);

export async function create(fields: PersonCreate, workspace: Workspace = 'main'): Promise<Person> {
  const reply = await send<Person>('POST', '/v0/persons', fields, { workspace });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

export async function update(personId: string, patch: object): Promise<void> {
  const reply = await send('PATCH', `/v0/persons/${personId}`, patch);
  expect(reply.status, reply.text).toBe(200);
}

let serial = 0;
/** A unique word. */
export const token = () => `qz${(serial++).toString(36).padStart(4, '0')}`;
