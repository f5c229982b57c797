import type { Bindings } from '../env.ts';
import type { FormLimit } from './form-limit-store.ts';

const defaultPolicy = '"form";q=60;w=600';

/** The limit of forms in words of the RateLimit header fields draft. */
export const formPolicyOf = ({ FORM_RATE_LIMIT_POLICY: policy }: Bindings): string => policy || defaultPolicy;

/** How many forms that name their sender an address may send, by FORM_RATE_LIMIT_POLICY. */
export function formLimitOf(env: Bindings): FormLimit {
  const [, limit = '60', seconds = '600'] = /;q=(\d+);w=(\d+)/.exec(formPolicyOf(env)) ?? [];
  return { limit: Number(limit), windowMs: Number(seconds) * 1000 };
}
