import { env } from 'cloudflare:workers';
import { providerIds } from '../../../../src/visits/sources/providers.ts';
import { send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
import { newSource, pathOf, read, secretOf, setSecret } from '../../support/sources.ts';

test.each(providerIds)(
  'a source of %s takes a secret that looks like its own, and shows none',
  async (provider) => {
    const source = await newSource(provider);
    expect(source).toMatchObject({ hasSecret: true, previousSecretUntil: null });
    expect(JSON.stringify(await read(source))).not.toContain(secretOf(provider));
    const looks =
      provider === 'stripe' || provider === 'standard-webhooks' ? 'a-secret-of-ours' : 'a secret of ours';
    const reply = await send<never>('POST', `${pathOf(source)}/secret`, { secret: looks });
    expect([violationsOf(reply), reply.cost.written]).toEqual([['body secret invalid_format'], 0]);
  },
);

test('the secret again changes nothing; another one leaves the one before for a day, or no time', async () => {
  const source = await newSource('github');
  const { secretSetAt } = (await setSecret(source, { secret: secretOf('github') })).body;
  expect(secretSetAt).toBe(source.secretSetAt);
  const row = () =>
    env.DB.prepare(
      'select secret, previous, previous_until - set_at as ms from source_secrets where source_id = ?',
    )
      .bind(source.sourceId)
      .first();
  await setSecret(source, { secret: 'another-secret' });
  expect(await row()).toEqual({ secret: 'another-secret', previous: secretOf('github'), ms: 86_400_000 });
  await setSecret(source, { secret: 'a-third-secret', overlapSeconds: 0 });
  expect(await row()).toEqual({ secret: 'a-third-secret', previous: 'another-secret', ms: 0 });
});
