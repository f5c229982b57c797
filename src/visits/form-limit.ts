import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv, Bindings } from '../env.ts';
import { FootfallError } from '../lib/errors.ts';
import { addressOf, refuse } from '../middleware/rate-limit.ts';
import { report } from '../processing/report.ts';
import { formHash, namesSender } from './form.ts';
import { type FormLimit, takeForm } from './form-limit-store.ts';
import type { Visit } from './schemas.ts';

const defaultPolicy = '"form";q=60;w=600';

const policyIn = ({ FORM_RATE_LIMIT_POLICY: policy }: Bindings): string => policy || defaultPolicy;

/** How many forms that name their sender an address may send, by FORM_RATE_LIMIT_POLICY. */
export function formLimitOf(env: Bindings): FormLimit {
  const [, limit = '60', seconds = '600'] = /;q=(\d+);w=(\d+)/.exec(policyIn(env)) ?? [];
  return { limit: Number(limit), windowMs: Number(seconds) * 1000 };
}

/**
 * Counts the form of a visit, if it names its sender, against the limit of the visitor's address. Throws
 * `rate_limited`. When D1 does not answer, the form passes: an outage loses no visits.
 */
export async function takeFormToken(c: Context<AppEnv>, visit: Visit): Promise<void> {
  const { formSubmit: form } = visit;
  if (!namesSender(form)) return;
  // The address itself is not kept; its hash goes with the limit's window.
  const addressHash = createHash('sha256').update(addressOf(c)).digest('base64url');
  const submit = { addressHash, formHash: formHash(visit, form) };
  try {
    const wait = await takeForm(c.var.db, submit, formLimitOf(c.env), Date.now());
    if (wait > 0) refuse(c, policyIn(c.env), Math.ceil(wait / 1000));
  } catch (error) {
    if (error instanceof FootfallError && error.code === 'rate_limited') throw error;
    report('count a form', error, {});
  }
}
