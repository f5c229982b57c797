import { env } from 'cloudflare:workers';
import { providerIds } from '../../../../src/visits/sources/providers.ts';
import { outcome, timestamp, violationsOf } from '../../support/replies.ts';
import { post, read } from '../../support/sources.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

test.each(providerIds)(
  'a new source of %s has an address, a ready mapping, and no secret',
  async (provider) => {
    const made = await post({ provider });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        provider,
        name: provider,
        url: expect.stringMatching(/^https:\/\/footfall\.test\/v0\/intake\/src_main_[0-7][0-9a-z]{25}\w{6}$/),
        isReadyMapping: true,
        hasSecret: false,
        secretSetAt: null,
        recent: [],
        createdAt: timestamp,
      },
    ]);
    expect(await read(made.body)).toEqual(made.body);
  },
);

test.each([
  'data.email',
  '$',
  '$..email',
  '$.a[?@.b]',
  "$['a",
  '$.a b',
  '$.a[99999999]',
  `$${'.a'.repeat(11)}`,
])('is refused with a path that is none, unless it is the body itself: %s', async (path) => {
  const reply = await post({ provider: 'stripe', mapping: { email: [path] } });
  if (path === '$') expect(reply.status).toBe(201);
  else expect(violationsOf(reply)).toEqual(['body mapping.email.0 invalid_value']);
});

test('a workspace has at most 50 sources', async () => {
  const acme = { workspace: 'acme' } as const;
  for (let n = 0; n < 50; n++) expect((await post({ provider: 'github' }, acme)).status).toBe(201);
  await writesNothing(async () =>
    expect(outcome(await post({ provider: 'github' }, acme))).toEqual([409, 'sources_full']),
  );
  await env.DB_ACME.prepare('delete from sources').run();
});
