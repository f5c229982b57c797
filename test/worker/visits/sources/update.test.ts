import { etagOf, once, outcome } from '../../support/replies.ts';
import { newSource, pathOf, sign } from '../../support/sources.ts';

const patch = (of: { sourceId: string }, fields: object, tag?: string) =>
  once('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});

test('a mapping of its own replaces the ready one field by field, until it is null', async () => {
  const source = await newSource('stripe');
  const own = await patch(source, { mapping: { email: ['$.owner'] } });
  expect(own.body).toMatchObject({
    isReadyMapping: false,
    mapping: { ...source.mapping, email: ['$.owner'] },
  });
  expect((await sign(source, { id: 'evt_own', owner: 'own@acme.example' })).body.outcomes).toEqual([
    { outcome: 'logged' },
  ]);
  expect((await patch(source, { mapping: null })).body).toMatchObject({
    isReadyMapping: true,
    mapping: source.mapping,
  });
});

test('what is received changes the entity tag, and refuses no change', async () => {
  const source = await newSource('stripe');
  const before = etagOf(await once('GET', pathOf(source)));
  await sign(source, { id: 'evt_tag' });
  const headers = { 'if-none-match': before };
  expect((await once('GET', pathOf(source), undefined, { headers })).status).toBe(200);
  expect((await patch(source, { name: 'eu' }, before)).status).toBe(200);
  expect(outcome(await patch(source, { name: 'us' }, before))).toEqual([412, 'precondition_failed']);
});
