import { send } from '../../support/client.ts';
import { once, outcome } from '../../support/replies.ts';
import { newSource, pathOf, read, sign } from '../../support/sources.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

test('a kept delivery is deleted once, leaves the count, and comes again as a new one', async () => {
  const source = await newSource('stripe');
  const keptIn = async () =>
    (await once<{ items: { keptId: string }[] }>('GET', `${pathOf(source)}/kept`)).body.items;
  await sign(source, { id: 'evt_1' });
  await sign(source, { id: 'evt_2' });
  const [{ keptId = '' } = {}] = await keptIn();
  const path = `${pathOf(source)}/kept/${keptId}`;
  const other = `${pathOf(await newSource('stripe'))}/kept/${keptId}`;
  expect(outcome(await send('DELETE', other))).toEqual([404, 'kept_not_found']);
  expect((await once('DELETE', path)).body).toEqual({ sourceId: source.sourceId, keptId, deleted: true });
  expect([(await keptIn()).length, (await read(source)).keptCount]).toEqual([1, 1]);
  await writesNothing(async () =>
    expect(outcome(await send('DELETE', path))).toEqual([404, 'kept_not_found']),
  );
  expect((await sign(source, { id: 'evt_2' })).body.outcomes).toEqual([{ outcome: 'kept' }]);
});
