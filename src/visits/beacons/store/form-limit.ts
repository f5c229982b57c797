import { and, eq, gt, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { formSubmits } from '../../tables/form-submits.ts';
import type { Sender } from '../schemas.ts';

const { addressHash, formHash, receivedAt } = formSubmits;

/** How many forms an address and a network may send in a sliding window; `windowMs` in milliseconds. */
export interface FormLimit {
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
