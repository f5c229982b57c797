import type { Bindings } from '../bindings.ts';
import { limitsOf } from '../limits.ts';
import type { FormLimit } from './store/form-limit.ts';

/** How many forms that name their sender one address may send, from FORM_RATE_LIMIT_POLICY. */
export function formLimitOf(env: Bindings): FormLimit {
  const { quota, window } = limitsOf(env).form;
  return { limit: quota, windowMs: window * 1000 };
}
