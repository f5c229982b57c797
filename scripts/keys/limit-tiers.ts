import { tierVariables } from '../../src/config/limits.ts';
import { parsePolicy } from '../../src/lib/rate-limit-policy.ts';
import { UserError } from '../lib/settings.ts';
import { limitsOf, type Target } from '../lib/wrangler.ts';

/** The name of a tier, which becomes part of a variable's name: `high` is RATE_LIMITER_HIGH. */
const tierPattern = /^[a-z0-9]{1,32}$/;

/**
 * Throws UserError when the deployment lacks a tier of rate limits, or the tier's policy states different numbers.
 */
export async function assertLimitTier(tier: string, target: Target): Promise<void> {
  const where = target.env === undefined ? 'wrangler.toml' : `env.${target.env} of wrangler.toml`;
  if (!tierPattern.test(tier))
    throw new UserError(`--limit takes a name of a-z and 0-9, as high; not ${tier}.`);
  const { ratelimits, vars } = await limitsOf(target);
  const variables = tierVariables(tier);
  const limiter = ratelimits.find(({ name }) => name === variables.limiter);
  if (!limiter)
    throw new UserError(`${tier} is not a limit: ${where} has no rate limit ${variables.limiter}.`);
  const { limit, period } = limiter.simple;
  const policy = parsePolicy(String(vars[variables.policy] ?? ''));
  if (policy?.quota === limit && policy.window === period) return;
  throw new UserError(
    `${variables.policy} in ${where} must state the numbers of ${variables.limiter}: "api-key-${tier}";q=${limit};w=${period}.`,
  );
}
