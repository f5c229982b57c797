import { accountOf } from '../../support/accounts.ts';
import { type Problem, send } from '../../support/client.ts';
import { create, found, token, update } from '../../support/person-search.ts';
import { newPerson, patch, personOf, post } from '../../support/persons.ts';

describe('changing a person', () => {
  test('of an unknown person is 404 even with an identifier of another person', async () => {
    await post({ email: 'elsewhere@x.example' });
    expect((await patch<Problem>('person_x', { email: 'elsewhere@x.example' })).body.code).toBe(
      'person_not_found',
    );
  });

  test('moves it to another account when domain or email change, leaving empty accounts behind', async () => {
    const { personId } = await newPerson({ email: 'm@move1.example' });
    await newPerson({ email: 'n@move1.example' });
    const move = (fields: object) => send('PATCH', `/v0/persons/${personId}`, fields);
    const counts = async () =>
      Promise.all(
        ['move1', 'move2', 'move3'].map(
          async (name) => (await accountOf(`${name}.example`))?.linkedPersonsCount,
        ),
      );
    expect(await counts()).toEqual([2, undefined, undefined]);
    await move({ domain: 'move2.example' });
    expect(await counts()).toEqual([1, 1, undefined]);
    await move({ email: 'm@move3.example' });
    expect(await counts()).toEqual([1, 1, undefined]);
    await move({ domain: null });
    expect(await counts()).toEqual([1, 0, 1]);
    await move({ email: 'm@gmail.com' });
    expect(await counts()).toEqual([1, 0, 0]);
  });
});

describe('a PATCH of a person', () => {
  test('that changes nothing leaves updatedAt as it is, and a conflict changes nothing at all', async () => {
    await newPerson({ email: 'holder@still.example' });
    const before = await newPerson({ email: 'still@still.example' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await patch(before.personId, {})).body).toEqual(before);
    const conflict = await patch(before.personId, { name: 'New', email: 'holder@still.example' });
    expect(conflict.status).toBe(409);
    expect(await personOf(before.personId)).toEqual(before);
  });

  test('of the name keeps the slug', async () => {
    const { personId, slug } = await newPerson({ name: 'First Name' });
    expect((await patch(personId, { name: 'Second Name' })).body).toMatchObject({
      name: 'Second Name',
      slug,
    });
  });
});

describe('the index of the search is updated after', () => {
  test.each([
    ['name', '王小明', '李四光'],
    ['email', 'old@mail.example', 'new@post.example'],
    ['domain', 'before.example', 'after.example'],
    ['phoneNumber', '+4930555', '+3312777'],
    ['linkedinProfileUrl', 'https://www.linkedin.com/in/alt', 'https://www.linkedin.com/in/neu'],
  ])('a change of %s', async (field, before, after) => {
    const mine = token();
    const { personId } = await create({ name: 'x', domain: `${mine}.test`, [field]: before });
    // This person is distinguished from those of other tests by its domain, unless the domain is what changes.
    const own = field === 'domain' ? '' : mine;
    expect(await found(`${own} ${before}`)).toEqual([personId]);

    await update(personId, { [field]: after });
    expect(await found(`${own} ${before}`)).toEqual([]);
    expect(await found(`${own} ${after}`)).toEqual([personId]);
    expect(await found(`${own} ${[...after].slice(0, 2).join('')}`)).toEqual(
      field === 'linkedinProfileUrl' ? [] : expect.arrayContaining([personId]),
    );
    if (field === 'name') return;
    await update(personId, { [field]: null });
    expect(await found(`${own} ${after}`)).toEqual([]);
  });

  test('a log that fills empty fields', async () => {
    const mine = token();
    const { personId } = await create({ name: mine, phoneNumber: '+4977112' });
    const fill = { source: 'form', payload: {}, phoneNumber: '+4977112', email: `${mine}@filled.example` };
    expect((await send('POST', '/v0/person_logs', fill)).status).toBe(201);
    expect(await found(`${mine}@filled`)).toEqual([personId]);
  });

  test('no refused change', async () => {
    const mine = token();
    await create({ name: mine, email: `${mine}@holder.example` });
    const { personId } = await create({ name: `${mine}b` });
    const patch = { name: `${mine}c`, email: `${mine}@holder.example` };
    expect((await send('PATCH', `/v0/persons/${personId}`, patch)).status).toBe(409);
    expect(await found(`${mine}b`)).toEqual([personId]);
    expect(await found(`${mine}c`)).toEqual([]);
  });
});
