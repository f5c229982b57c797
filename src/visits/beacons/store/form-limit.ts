import { and, eq, gt, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Bindings } from '../../../config/bindings.ts';
import { limitsOf } from '../../../config/limits.ts';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertWhere, oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { RateLimitPolicy } from '../../../lib/rate-limit-policy.ts';
import { formSubmits } from '../../tables/form-submits.ts';
import { hashOfForm, namesSender } from '../form.ts';
import type { Sender, VerifiedMessage, VisitMessage } from '../schemas.ts';

const { addressHash, formHash, receivedAt } = formSubmits;

/** How many forms an address and a network may send in a sliding window; `windowMs` in milliseconds. */
interface FormLimit {
  limit: number;
  networkLimit: number;
  windowMs: number;
}

/** A form and who sent it, as hashes. */
interface FormSubmit extends Sender {
  formHash: string;
  receivedAt: number;
}

/** A form that was refused, and the milliseconds until one may be sent. `isNetwork` says whose limit is reached. */
export interface FormRefused {
  wait: number;
  isNetwork: boolean;
}

/** The result of counting a form: when it was first received, or why it was refused. */
export type FormTaken = { receivedAt: number } | FormRefused;

interface FormParams {
  /** The address, as it is stored: behind its network, so that the addresses of a network follow each other. */
  address: Param<string>;
  network: Param<string> | undefined;
  formHash: Param<string>;
  /** The start of the window. */
  start: Param<number>;
}

const isForm = (params: FormParams) => and(eq(addressHash, params.address), eq(formHash, params.formHash));
const ofAddress = (params: FormParams) => and(eq(addressHash, params.address), gt(receivedAt, params.start));
const ofNetwork = (network: Param<string>, { start }: FormParams) =>
  and(gt(addressHash, network), lt(addressHash, sql`${network} || '~'`), gt(receivedAt, start));

const hasRoom = (forms: SQL | undefined, limit: Param<number>) =>
  sql`(select count(*) from ${formSubmits} where ${forms}) < ${limit}`;

type Limits = Record<'limit' | 'networkLimit', Param<number>>;

const insertForm = statement(
  ({ now, limits, ...params }: FormParams & { now: Param<number>; limits: Limits }) =>
    insertWhere(
      formSubmits,
      { addressHash: params.address, formHash: params.formHash, receivedAt: now },
      and(
        // Most visits of a session report a form that is known. Then the forms in the window are not counted.
        not(existsIn(formSubmits, isForm(params))),
        hasRoom(ofAddress(params), limits.limit),
        params.network && hasRoom(ofNetwork(params.network, params), limits.networkLimit),
      ),
      [addressHash, formHash],
    ),
);

/** When the form was received. If refused: null, whether for its network, and when the oldest was received. */
const selectReceipt = statement(({ limits, ...params }: FormParams & { limits: Limits }) => {
  const first = sql<number | null>`(select ${receivedAt} from ${formSubmits} where ${isForm(params)})`;
  const oldestOf = (forms: SQL | undefined) =>
    sql`(select min(${receivedAt}) from ${formSubmits} where ${forms})`;
  const unlessKnown = (value: SQL) => sql<number | null>`case when ${first} is null then ${value} end`;
  const oldestOfAddress = oldestOf(ofAddress(params));
  const { network } = params;
  // Without a network it was for the address.
  if (!network) {
    const isNetwork = sql<number | null>`0`;
    return build.select({ receivedAt: first, isNetwork, oldest: unlessKnown(oldestOfAddress) }).from(oneRow);
  }
  const isNetwork = hasRoom(ofAddress(params), limits.limit);
  const oldest = sql`iif(${isNetwork}, ${oldestOf(ofNetwork(network, params))}, ${oldestOfAddress})`;
  return build
    .select({ receivedAt: first, isNetwork: unlessKnown(isNetwork), oldest: unlessKnown(oldest) })
    .from(oneRow);
});

/** Counts forms in turn against the limits of addresses and networks, in one round trip. A repeat counts once. */
export async function countForms(
  db: Database,
  submits: FormSubmit[],
  { limit, networkLimit, windowMs }: FormLimit,
): Promise<FormTaken[]> {
  const forms = submits.map(({ addressHash, networkHash, formHash: form, receivedAt: now }) => {
    const network = networkHash && `${networkHash}.`;
    const address = `${network ?? ''}${addressHash}`;
    const limits = { limit, networkLimit };
    return { now, params: { address, network, formHash: form, start: now - windowMs, limits } };
  });
  const receipts = await db.batch([
    ...forms.map(({ params, now }) => insertForm({ ...params, now })),
    ...forms.map(({ params }) => selectReceipt(params)),
  ]);
  return forms.map(({ now }, index) => {
    const receipt = receipts[forms.length + index]?.[0];
    if (typeof receipt?.receivedAt === 'number') return { receivedAt: receipt.receivedAt };
    const wait = Math.max((receipt?.oldest ?? now) + windowMs - now, 1);
    return { wait, isNetwork: receipt?.isNetwork === 1 };
  });
}

/** How many times as many forms a network may send as one of its addresses: households and offices share it. */
const networkFactor = 10;

/** The limit of forms of an address, or of a network: ten times as many. */
export function policyOf(env: Bindings, isNetwork: boolean): RateLimitPolicy {
  const { form } = limitsOf(env);
  return isNetwork ? { ...form, name: `${form.name}-network`, quota: form.quota * networkFactor } : form;
}

/** How many forms that name their sender an address and a network may send, from FORM_RATE_LIMIT_POLICY. */
export function formLimitOf(env: Bindings): FormLimit {
  const { quota, window } = policyOf(env, false);
  return { limit: quota, networkLimit: policyOf(env, true).quota, windowMs: window * 1000 };
}

/** A visit without its form: the limit applies to forms only. */
function withoutForm({ visit: { formSubmit: _, ...visit }, ...message }: VisitMessage): VisitMessage {
  return { ...message, visit };
}

/** Counts, in one round trip, the forms that were not counted when received. Visits lose those beyond the limit. */
export async function countLate(
  db: Database,
  messages: VerifiedMessage[],
  limit: FormLimit,
): Promise<VerifiedMessage[]> {
  const late = messages.flatMap((message) => {
    if (!('visit' in message)) return [];
    const { uncounted, visit, receivedAt } = message;
    return uncounted && namesSender(visit.formSubmit)
      ? [{ message, submit: { ...uncounted, formHash: hashOfForm(visit, visit.formSubmit), receivedAt } }]
      : [];
  });
  if (late.length === 0) return messages;
  const taken = await countForms(
    db,
    late.map(({ submit }) => submit),
    limit,
  );
  const counted = new Map(
    late.map(({ message }, index): [VerifiedMessage, VisitMessage] => {
      const outcome = taken[index];
      if (!outcome || 'wait' in outcome) return [message, withoutForm(message)];
      return [message, { ...message, formReceivedAt: outcome.receivedAt }];
    }),
  );
  return messages.map((message) => counted.get(message) ?? message);
}
