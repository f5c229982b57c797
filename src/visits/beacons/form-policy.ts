import type { Bindings } from '../../config/bindings.ts';
import { limitsOf } from '../../config/limits.ts';
import type { RateLimitPolicy } from '../../lib/rate-limit-policy.ts';
import type { FormLimit } from './store/form-limit.ts';

/** How many times as many forms a network may send as one of its addresses: households and offices share it. */
const networkFactor = 10;

/** The limit of forms of a network, ten times the limit of an address. */
export function networkPolicyOf(env: Bindings): RateLimitPolicy {
  const { name, quota, window } = limitsOf(env).form;
  return { name: `${name}-network`, quota: quota * networkFactor, window };
}

/** How many forms that name their sender an address and a network may send, from FORM_RATE_LIMIT_POLICY. */
export function formLimitOf(env: Bindings): FormLimit {
  const { quota, window } = limitsOf(env).form;
  return { limit: quota, networkLimit: networkPolicyOf(env).quota, windowMs: window * 1000 };
}
