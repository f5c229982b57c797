import { parsePolicy } from '../../src/lib/rate-limit-policy.ts';
import { tierVariables } from '../../src/limits.ts';
import { UserError } from './settings.ts';
import { limitsOf, type Target } from './wrangler.ts';

/** A name that can be a part of a variable's name: the tier `high` is RATE_LIMITER_HIGH. */
const tierPattern = /^[a-z0-9]{1,32}$/;

/** Throws UserError for a tier of rate limits that the deployment lacks, or whose policy states other numbers. */
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
