import { parsePolicy, policyText, type RateLimitPolicy } from '../lib/rate-limit-policy.ts';
import { report } from '../lib/report.ts';
import type { Bindings } from './bindings.ts';

/** A rate limit: the binding that counts, and the policy that answers state. */
export interface Limit {
  limiter: RateLimit;
  policy: RateLimitPolicy;
}

interface Limits {
  /** Per API key. */
  'api-key': Limit;
  /** Per address, for requests without a verified key. */
  address: Limit;
  /** Per visitor's address, for visits: all visitors of a website share its key. */
  visitor: Limit;
  /** Per address, for paths that nobody has and personal ones, with a key in a page. */
  guess: Limit;
  /** Per address, for forms that name their sender. D1 counts them. */
  form: RateLimitPolicy;
  /** Per key with a tier, by tier. Each is filled in when a request first needs it. */
  tiers: Map<string, Limit>;
}

const tables = new WeakMap<Bindings, Limits>();

/** The policy in a variable of wrangler.toml, or the default when it is not set. A malformed policy is logged. */
function policyIn(
  env: Bindings,
  variable: 'RATE_LIMIT_POLICY' | 'FORM_RATE_LIMIT_POLICY' | 'GUESS_LIMIT_POLICY',
  standard: RateLimitPolicy,
): RateLimitPolicy {
  const policy = parsePolicy(env[variable]);
  if (!policy && env[variable]) {
    const error = new Error(`it must look like ${policyText(standard)}, which holds in its place`);
    report(`${variable} is malformed`, error, {});
  }
  return policy ?? standard;
}

function readLimits(env: Bindings): Limits {
  const policy = policyIn(env, 'RATE_LIMIT_POLICY', { name: 'api-key', quota: 3000, window: 10 });
  const named = (name: string): Limit => ({ limiter: env.RATE_LIMITER, policy: { ...policy, name } });
  return {
    'api-key': { limiter: env.RATE_LIMITER, policy },
    address: named('address'),
    visitor: named('visitor'),
    guess: {
      limiter: env.GUESS_LIMITER ?? env.RATE_LIMITER,
      policy: policyIn(env, 'GUESS_LIMIT_POLICY', { name: 'guess', quota: 300, window: 60 }),
    },
    form: policyIn(env, 'FORM_RATE_LIMIT_POLICY', { name: 'form', quota: 60, window: 600 }),
    tiers: new Map(),
  };
}

/** The rate limits of this deployment, from wrangler.toml; read once per isolate. */
export function limitsOf(env: Bindings): Limits {
  const limits = tables.get(env) ?? readLimits(env);
  tables.set(env, limits);
  return limits;
}

/** The names of a tier's variables in wrangler.toml: `high` has RATE_LIMITER_HIGH and RATE_LIMIT_POLICY_HIGH. */
export const tierVariables = (tier: string) =>
  ({
    limiter: `RATE_LIMITER_${tier.toUpperCase()}`,
    policy: `RATE_LIMIT_POLICY_${tier.toUpperCase()}`,
  }) as const;

function readTier(env: Bindings, tier: string): Limit {
  const variables = tierVariables(tier);
  const limiter = env[variables.limiter];
  const policy = parsePolicy(env[variables.policy]);
  if (limiter && policy) return { limiter, policy };
  const lacks = `wrangler.toml lacks ${limiter ? `a well-formed ${variables.policy}` : variables.limiter}`;
  report('find the rate limit of a key', new Error(`${lacks}; the default limit holds`), {});
  return limitsOf(env)['api-key'];
}

/** The limit of a key of this tier; the default one for null, and for a tier that wrangler.toml no longer has. */
export function limitOfTier(env: Bindings, tier: string | null): Limit {
  const limits = limitsOf(env);
  if (tier === null) return limits['api-key'];
  // The default limit is kept too, so that a missing tier is logged only once.
  const limit = limits.tiers.get(tier) ?? readTier(env, tier);
  limits.tiers.set(tier, limit);
  return limit;
}
