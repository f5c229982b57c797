import type { Problem } from '../../support/client.ts';
import { etagOf, once, outcome, violationsOf } from '../../support/replies.ts';
import { newSource, pathOf, read, sign } from '../../support/sources.ts';

const patch = (of: { sourceId: string }, fields: object, tag?: string) =>
  once<Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});

test('a mapping of its own replaces the ready one field by field, until it is null', async () => {
  const source = await newSource('stripe');
  const own = await patch(source, { mapping: { email: ['$.owner'] } });
  expect(own.body).toMatchObject({
    isReadyMapping: false,
    ownMapping: { email: ['$.owner'] },
    mapping: { ...source.mapping, email: ['$.owner'] },
  });
  expect((await sign(source, { id: 'evt_own', owner: 'own@acme.example' })).body.outcomes).toEqual([
    { outcome: 'logged' },
  ]);
  expect((await patch(source, { mapping: null })).body).toMatchObject({
    isReadyMapping: true,
    ownMapping: null,
    mapping: source.mapping,
  });
});

test.each([
  ['one field, and the other stays', { name: ['$.who'] }, { email: ['$.owner'], name: ['$.who'] }],
  ['a field to no path', { email: [] }, { email: [] }],
  ['one field, and takes another back', { type: ['$.kind'], email: null }, { type: ['$.kind'] }],
  ['the only one back', { email: null }, null],
  ['back what was ready', { name: null }, { email: ['$.owner'] }],
  ['nothing', {}, { email: ['$.owner'] }],
  ['all back', null, null],
])('a change of the mapping changes %s', async (_, mapping, ownMapping) => {
  const source = await newSource('stripe', { mapping: { email: ['$.owner'] } });
  expect(source.ownMapping).toEqual({ email: ['$.owner'] });
  const changed = await patch(source, { mapping });
  const ready = (await newSource('stripe', { mapping: {} })).mapping;
  expect(changed.body).toMatchObject({
    ownMapping,
    isReadyMapping: ownMapping === null,
    mapping: { ...ready, ...ownMapping },
  });
  expect(await read(source)).toEqual(changed.body);
});

test('a change of the mapping with a path that is none names it, and changes nothing', async () => {
  const source = await newSource('stripe');
  const reply = await patch(source, { mapping: { email: null, name: ['$.a', 'b'] } });
  expect(violationsOf(reply)).toEqual(['body mapping.name.1 invalid_value']);
  expect(await read(source)).toEqual(source);
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
