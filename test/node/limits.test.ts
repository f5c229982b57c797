import { expect, test } from 'vitest';
import { assertLimitTier } from '../../scripts/keys/limit-tiers.ts';
import { limitsOf } from '../../scripts/lib/wrangler.ts';
import { parsePolicy } from '../../src/lib/rate-limit-policy.ts';

const targets = [{}, { env: 'staging', remote: true }];

test.each(targets)('the policies in wrangler.toml state the limits of its bindings (%j)', async (target) => {
  const { ratelimits, vars } = await limitsOf(target);
  expect(ratelimits.map(({ name }) => name)).toEqual(['RATE_LIMITER', 'RATE_LIMITER_HIGH', 'GUESS_LIMITER']);
  for (const { name, simple } of ratelimits) {
    const policy = parsePolicy(String(vars[name.replace('LIMITER', 'LIMIT_POLICY')]));
    expect([policy?.quota, policy?.window], name).toEqual([simple.limit, simple.period]);
  }
});

test('wrangler.toml counts each limit separately', async () => {
  const configs = await Promise.all(targets.map(limitsOf));
  const ids = configs.flatMap(({ ratelimits }) => ratelimits.map(({ namespace_id }) => namespace_id));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(targets)('--limit accepts only the tier high (%j)', async (target) => {
  await assertLimitTier('high', target);
  await expect(assertLimitTier('low', target)).rejects.toThrow(/has no rate limit RATE_LIMITER_LOW/);
});
