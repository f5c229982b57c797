import { expect, test } from 'vitest';
import { stagingOf } from '../../scripts/lib/staging.ts';
import { configOf, databasesOf, limitsOf, queuesOf } from '../../scripts/lib/wrangler.ts';

const target = { env: 'staging', remote: true };

test('staging shares no database, queue, service or limit with the top level of wrangler.toml', async () => {
  const { name, main, triggers } = await configOf(target);
  expect(name).toBe('footfall-staging');
  const queues = ['jobs', 'jobs-dead', 'visits', 'visits-dead', 'webhooks'];
  expect((await queuesOf(target)).toSorted()).toEqual(queues.map((of) => `footfall-staging-${of}`));
  expect((await databasesOf(target)).map((one) => one.database_name)).toEqual(['footfall-staging']);
  expect((await limitsOf(target)).ratelimits.map((one) => one.namespace_id)).toEqual([
    '1002',
    '1004',
    '1006',
  ]);
  const top = await configOf({});
  expect([main, triggers]).toEqual([top.main, top.triggers]);
});

test('staging has the settings of the top level, but for routes, and for what [env.staging] says', () => {
  const top = { name: 'acme', routes: ['a.example/*'], vars: { RECIPIENTS: 'on', OWN_ADDRESSES: '' } };
  const own = { vars: { RECIPIENTS: 'off' }, workers_dev: true };
  expect(stagingOf({ ...top, env: { staging: own } })).toEqual({
    name: 'acme-staging',
    vars: { RECIPIENTS: 'off', OWN_ADDRESSES: '' },
    workers_dev: true,
  });
  const queues = { producers: [{ binding: 'JOBS', queue: 'other-jobs' }] };
  expect(stagingOf({ queues }).queues?.producers).toEqual([{ binding: 'JOBS', queue: 'staging-other-jobs' }]);
});
