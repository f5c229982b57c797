import { env } from 'cloudflare:workers';
import { pick } from 'es-toolkit/object';
import { PersonCreate } from '../../../../src/people/persons/body-schemas.ts';
import { personExample } from '../../../../src/people/persons/openapi.ts';
import type { Person, PersonErased, PersonList } from '../../../../src/people/persons/schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import { get, patch, post } from '../../support/persons.ts';

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

describe('POST /v0/persons', () => {
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

describe('an identifier belongs to one person', () => {
  const fields = {
    email: 'taken@x.example',
    phoneNumber: '+15551239999',
    linkedinProfileUrl: 'https://www.linkedin.com/in/taken',
  };

  test.each(Object.entries(fields))(
    'create and update that collide in %s are 409 and write nothing',
    async (field, value) => {
      const holder = await send<PersonList>('GET', '/v0/persons/search?query=holder');
      const conflictingId =
        holder.body.items[0]?.personId ?? (await post({ name: 'Holder', ...fields })).body.personId;
      const other = (await post({ name: `Other ${field}` })).body;
      const before = await tableSizes();
      const expected = { code: 'person_conflict', field, conflictingId };
      const created = await post<Problem>({ [field]: value });
      expect([created.status, created.body]).toEqual([409, expect.objectContaining(expected)]);
      const updated = await patch<Problem>(other.personId, { name: 'Renamed', [field]: value });
      expect([updated.status, updated.body]).toEqual([409, expect.objectContaining(expected)]);
      expect((await get(other.personId)).body).toEqual(other);
      expect(await tableSizes()).toEqual(before);
    },
  );

  test('and stays its own when it is sent again', async () => {
    const { personId } = (await post({ email: 'own@x.example' })).body;
    expect((await patch(personId, { email: 'OWN@x.example', name: 'New' })).status).toBe(200);
  });

  test('and is free after its person changed it or was erased', async () => {
    const { personId } = (await post({ email: 'free@x.example', phoneNumber: '+15551238888' })).body;
    await patch(personId, { email: null });
    expect((await post({ email: 'free@x.example' })).status).toBe(201);
    await send('DELETE', `/v0/persons/${personId}`);
    expect((await post({ phoneNumber: '+15551238888' })).status).toBe(201);
  });
});

describe('PATCH /v0/persons/{person_id}', () => {
  test('of an unknown person is 404 even with an identifier of another person', async () => {
    await post({ email: 'elsewhere@x.example' });
    expect((await patch<Problem>('person_x', { email: 'elsewhere@x.example' })).body.code).toBe(
      'person_not_found',
    );
  });
});

describe('DELETE /v0/persons/{person_id}', () => {
  test('erases the person with its logs, counts, index entries and the totals', async () => {
    const total = async () => (await send<PersonList>('GET', '/v0/persons/search?limit=1')).body.totalCount;
    const before = [await tableSizes(), await total()] as const;
    const { personId } = (await post({ name: 'Xerxes Quillfeather', email: 'xq@gone.example' })).body;
    for (let n = 0; n < 3; n++)
      await send('POST', '/v0/person_logs', { personId, source: 'x', payload: { n } });
    const erased = await send<PersonErased>('DELETE', `/v0/persons/${personId}`);
    expect([erased.status, erased.body]).toEqual([200, { personId, erased: true, erasedLogsCount: 3 }]);
    const [sizes, count] = before;
    // The account of its domain goes too: nothing else made it. Hashes of the identifiers stay for a while.
    const stays = {
      erasures: (sizes.erasures ?? 0) + 1,
      erased_identifiers: (sizes.erased_identifiers ?? 0) + 1,
      // Of each log what a retry needs: ids, source, type and time.
      idempotency_keys: (sizes.idempotency_keys ?? 0) + 3,
    };
    expect([await tableSizes(), await total()]).toEqual([{ ...sizes, ...stays }, count]);
    expect((await get(personId)).status).toBe(404);
    expect((await send<PersonList>('GET', '/v0/persons/search?query=quillfeather')).body.items).toEqual([]);
    expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(404);
    // The index also keeps no trace: its blocks contain the text as trigrams.
    const blocks = await env.DB.prepare('select cast(block as text) as block from person_search_data').all();
    expect(JSON.stringify(blocks.results)).not.toMatch(/xer|quil/);
  });
});
