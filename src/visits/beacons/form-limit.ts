import type { Context } from 'hono';
import { isOutage } from '../../db/outage.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { addressOf, networkOf, refuse } from '../../http/middleware/rate-limit.ts';
import { report } from '../../lib/report.ts';
import { sha256 } from '../../lib/sha256.ts';
import { hashOfForm, namesSender } from './form.ts';
import type { Sender, SentVisit } from './schemas.ts';
import { countForms, type FormRefused, type FormTaken, formLimitOf, policyOf } from './store/form-limit.ts';

/** A form that nobody could count, and who sent it. */
interface FormUncounted {
  receivedAt: number;
  uncounted: Sender;
}

/**
 * Counts the form of a visit against the limits of the visitor's address and network, if the form names its sender.
 * When D1 does not answer, the form passes, so that no visits are lost; the consumer of the queue counts it later.
 */
export async function takeForm(
  c: Context<AppEnv>,
  visit: SentVisit,
  now: number,
): Promise<FormTaken | FormUncounted> {
  const { formSubmit: form } = visit;
  if (!namesSender(form)) return { receivedAt: now };
  // Hashes that stand for the address and its network. They are deleted after the limit's window.
  const network = networkOf(c);
  const sender = {
    addressHash: sha256(addressOf(c)),
    networkHash: network === undefined ? undefined : sha256(network),
  };
  try {
    const submit = { ...sender, formHash: hashOfForm(visit, form), receivedAt: now };
    const [taken = { receivedAt: now }] = await countForms(c.var.db, [submit], formLimitOf(c.env));
    return taken;
  } catch (error) {
    report('count a form', error, {});
    return isOutage(error) ? { receivedAt: now, uncounted: sender } : { receivedAt: now };
  }
}

/** Refuses the form of a visit; the visit itself is accepted. Throws `rate_limited`. */
export const refuseForm = (c: Context<AppEnv>, { wait, isNetwork }: FormRefused): never =>
  refuse(c, policyOf(c.env, isNetwork), Math.ceil(wait / 1000));
