import type { KeptDelivery, KeptDeliverySummary } from '../../../../src/visits/kept/schemas.ts';
import { send } from '../../support/client.ts';
import { once, outcome } from '../../support/replies.ts';
import { newSource, pathOf, sign } from '../../support/sources.ts';
import { costOf } from '../../support/statements.ts';

type List = { items: KeptDeliverySummary[]; totalCount: number; nextCursor: string | null };
const list = async (source: { sourceId: string }, query = '') =>
  (await once<List>('GET', `${pathOf(source)}/kept${query}`)).body;

test('what is kept is listed, the newest first, a page at a time and without bodies', async () => {
  const [source, other] = [await newSource('stripe'), await newSource('stripe')];
  for (const id of ['evt_1', 'evt_2', 'evt_3'])
    await sign(source, { id, type: 'invoice.paid', data: { object: { customer_email: id } } });
  await sign(other, { id: 'evt_other' });
  const first = await list(source, '?limit=2');
  expect(first).toMatchObject({
    totalCount: 3,
    items: ['evt_3', 'evt_2'].map((deliveryId) => ({
      sourceId: source.sourceId,
      deliveryId,
      type: 'invoice-paid',
      reason: 'invalid_identifier',
    })),
  });
  expect(Object.keys(first.items[0] ?? {})).not.toContain('body');
  const second = await list(source, `?limit=2&cursor=${first.nextCursor}`);
  expect([second.items.map(({ deliveryId }) => deliveryId), second.nextCursor]).toEqual([['evt_1'], null]);
  const foreign = await send('GET', `${pathOf(other)}/kept?cursor=${first.nextCursor}`);
  expect(outcome(foreign)).toEqual([400, 'invalid_cursor']);
  expect(outcome(await send('GET', '/v0/sources/source_none/kept'))).toEqual([404, 'source_not_found']);
});

test('a page of large deliveries reads no body, and a body comes back as it was sent', async () => {
  const source = await newSource('github');
  const text = `{"big": 12345678901234567890, "__proto__": {"a": 1},  "pad": "${'x'.repeat(250_000)}"}`;
  for (const id of ['d1', 'd2', 'd3', 'd4']) await sign(source, text.replace('x', id), { id });
  const { result, trips, read } = await costOf(() => list(source));
  expect([result.items.length, trips]).toEqual([4, 1]);
  expect(read).toBeLessThan(15);
  expect(JSON.stringify(result).length).toBeLessThan(2000);
  const [{ keptId = '' } = {}] = result.items;
  const one = await once<KeptDelivery>('GET', `${pathOf(source)}/kept/${keptId}`);
  expect(one.text).toContain(text.replace('x', 'd4'));
  expect(one.body).toMatchObject({ keptId, reason: 'no_identifier' });
  for (const path of [
    `${pathOf(await newSource('github'))}/kept/${keptId}`,
    `${pathOf(source)}/kept/kept_none`,
  ])
    expect(outcome(await send('GET', path))).toEqual([404, 'kept_not_found']);
});
