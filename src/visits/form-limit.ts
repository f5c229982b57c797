import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { report } from '../lib/report.ts';
import { sha256 } from '../lib/sha256.ts';
import { limitsOf } from '../limits.ts';
import { addressOf, refuse } from '../middleware/rate-limit.ts';
import { formHash, namesSender } from './form.ts';
import { formLimitOf } from './form-policy.ts';
import type { SentVisit } from './schemas.ts';
import { countForm } from './store/form-limit.ts';

/**
 * The result of counting a form: when it was first received, or the milliseconds until its address may send another.
 */
export type FormTaken = { receivedAt: number } | { wait: number };

/**
 * Counts the form of a visit against the limit of the visitor's address, if the form names its sender. When D1 does
 * not answer, the form passes, so that no visits are lost. `now` in milliseconds since 1970.
 */
export async function takeForm(c: Context<AppEnv>, visit: SentVisit, now: number): Promise<FormTaken> {
  const { formSubmit: form } = visit;
  if (!namesSender(form)) return { receivedAt: now };
  // A hash that stands for the address. It is deleted after the limit's window.
  const addressHash = sha256(addressOf(c));
  const submit = { addressHash, formHash: formHash(visit, form) };
  try {
    return await countForm(c.var.db, submit, formLimitOf(c.env), now);
  } catch (error) {
    report('count a form', error, {});
    return { receivedAt: now };
  }
}

/** Refuses the form of a visit; the visit itself is accepted. Throws `rate_limited`; `wait` in milliseconds. */
export const refuseForm = (c: Context<AppEnv>, wait: number): never =>
  refuse(c, limitsOf(c.env).form, Math.ceil(wait / 1000));
