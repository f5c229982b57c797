import { env } from 'cloudflare:workers';
import type { RefusedOriginList } from '../../../../src/visits/websites/schemas.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { newPlace } from '../../support/places.ts';
import { load, remove } from '../../support/sample-data.ts';
import { day, minute, pass, setClock } from '../../support/times.ts';
import { collect, held, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

beforeAll(() => setClock(Math.ceil(Date.now() / day) * day));
/** Each test has the looks and the rows of a day for itself. */
beforeEach(() => pass(8 * day));

/** Sends a visit of a page; also what is noted after the answer is done. */
const visit = (pageId: string, headers: Record<string, string> = {}, bindings: object = {}) =>
  collect({ ...visitOf(newId()), audienceId: null, pageId }, headers, {
    bindings: { ...env, ...held.bindings(), ...bindings } as Partial<typeof env>,
  });
const unknownPages = async () =>
  (await send<RefusedOriginList>('GET', '/v0/websites/refused')).body.unknownPages;
const newWrongId = () => `page_${newId().replaceAll('-', '')}`;

test('the answer names a page that does not exist, and the list has it', async () => {
  const wrong = newWrongId();
  const { status, body } = await visit(wrong);
  expect([status, body]).toEqual([202, { accepted: false, unknownPageId: wrong }]);
  await visit(wrong);
  expect(await unknownPages()).toEqual([
    { pageId: wrong, requestsCount: 2, lastSentAt: new Date().toISOString() },
  ]);
});

test('a page that exists is looked for once, and one that does not once in ten seconds', async () => {
  const [{ pageId }, wrong] = [await newPlace(), newWrongId()];
  const trips = async (of: string) => (await visit(of)).cost.trips;
  await visit(newWrongId());
  expect([await trips(pageId), await trips(pageId), await trips(wrong), await trips(wrong)]).toEqual([
    1, 0, 1, 0,
  ]);
  pass(11_000);
  expect([await trips(pageId), await trips(wrong), await trips(wrong)]).toEqual([0, 1, 0]);
});

test('a page is known ten seconds after it was created, and is not in the list any more', async () => {
  const wrong = newWrongId();
  await visit(wrong);
  const { pageId } = await newPlace();
  await env.DB.prepare('update pages set page_id = ? where page_id = ?').bind(wrong, pageId).run();
  pass(11_000);
  expect((await visit(wrong)).body).toEqual({ accepted: true });
  expect(await unknownPages()).toEqual([]);
});

test('made-up ids are looked for thirty times a minute, and twenty of a day are kept', async () => {
  const looked = [];
  for (let index = 0; index < 50; index++) looked.push((await visit(newWrongId())).cost.trips);
  expect(looked.filter((trips) => trips > 0)).toHaveLength(30);
  pass(minute);
  for (let index = 0; index < 30; index++) await visit(newWrongId());
  expect(await unknownPages()).toHaveLength(20);
  const { n } =
    (await env.DB.prepare('select count(*) as n from unknown_pages').first<{ n: number }>()) ?? {};
  expect(n).toBeLessThanOrEqual(20 * 7);
});

test('an id that no page can have is not kept, nor one of a visitor who asks not to be tracked', async () => {
  await visit('x'.repeat(65));
  await visit(newWrongId(), { dnt: '1' });
  expect(await unknownPages()).toEqual([]);
});

test('while D1 does not answer, nobody knows, and the visit is taken', async () => {
  const DB = faultyDatabase({ moment: 'before', size: 1, times: 9 });
  const { result } = await silent(() => visit(newWrongId(), {}, { DB }));
  expect(result.body).toEqual({ accepted: true });
});

// The last one: it takes the place of the others away.
test('a page of sample data is not known any more once it is removed', async () => {
  const tables = [
    'audience_sessions',
    'audiences',
    'audience_versions',
    'audience_names',
    'pages',
    'persons',
    'accounts',
  ];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
  expect((await load()).status).toBe(200);
  const pageId = (await env.DB.prepare('select page_id as id from pages').first<string>('id')) ?? '';
  expect((await visit(pageId)).body).toEqual({ accepted: true });
  await remove();
  expect((await visit(pageId)).body).toEqual({ accepted: false, unknownPageId: pageId });
});
