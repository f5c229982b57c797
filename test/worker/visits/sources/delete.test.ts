import { env } from 'cloudflare:workers';
import { once } from '../../support/replies.ts';
import { newSource, pathOf, sign } from '../../support/sources.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

test('a deleted source takes nothing more, and leaves neither a secret nor what it kept', async () => {
  const source = await newSource('stripe');
  await sign(source, { id: 'evt_kept', data: { object: { description: 'of nobody' } } });
  const left = () =>
    env.DB.prepare(
      `select (select count(*) from source_secrets where source_id = ?1) as secrets,
        (select count(*) from kept_deliveries where source_id = ?1) as kept`,
    )
      .bind(source.sourceId)
      .first();
  expect(await left()).toEqual({ secrets: 1, kept: 1 });
  const deleted = await once('DELETE', pathOf(source));
  expect(deleted.body).toMatchObject({ sourceId: source.sourceId });
  expect(await left()).toEqual({ secrets: 0, kept: 0 });
  await writesNothing(async () => {
    expect((await sign(source, { id: 'evt_late' })).status).toBe(404);
    expect((await once('DELETE', pathOf(source))).body).toEqual(deleted.body);
  });
});
