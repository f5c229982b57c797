import { afresh, exported, restored, rowsOf, schemaOf, source, target } from '../support/backup.ts';
import { send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { load } from '../support/sample-data.ts';

const acme = { workspace: 'acme' } as const;

beforeEach(afresh);

test('a workspace with sample data is restored row by row into an empty one, with its schema', async () => {
  expect((await load()).status).toBe(200);
  const schema = await schemaOf(target);
  const lines = await exported();
  const before = await rowsOf(source);
  expect((await restored(lines)).comparison).toMatchObject({ searches: 4, differing: [] });
  const after = await rowsOf(target);
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
  expect(await schemaOf(target)).toEqual(schema);
  const { items } = await ok(
    send<{ items: unknown[] }>('GET', '/v0/persons/search?query=okafor', undefined, acme),
  );
  expect(items).toHaveLength(1);
  // Triggers work again.
  await newPerson({ email: 'new@restored.example' }, acme);
});
