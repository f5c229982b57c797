import { env } from 'cloudflare:workers';
import { sha256 } from '../../src/lib/sha256.ts';
import type { DeliveryWaiting } from '../../src/visits/intake/messages.ts';
import type { Source } from '../../src/visits/sources/schemas.ts';
import { send } from '../worker/support/client.ts';
import { newSource, secretOf, sign, signers } from '../worker/support/sources.ts';
import { at, etagOf, rows, unique } from './budget.ts';

const sources = '/v0/sources';
const route = `${sources}/:source_id`;
const intake = 'POST /v0/intake/:source';

/** Removes the sources and what they keep: an erasure looks at all of it. */
export const forgetSources = () =>
  env.DB.batch([env.DB.prepare('delete from kept_deliveries'), env.DB.prepare('delete from sources')]);

const alone = async (): Promise<Source> => {
  await forgetSources();
  return newSource('stripe');
};
const path = async () => `${sources}/${(await alone()).sourceId}`;

const event = (customer_email: string | null, id = unique()) => ({
  id,
  type: 'invoice.paid',
  data: { object: { customer_email } },
});

/** A delivery, to a source that this isolate knows; `before` are deliveries before it. */
async function delivery(body: object, before: object[] = [], secret?: string) {
  const source = await alone();
  for (const one of [event(null), ...before]) await sign(source, one);
  const headers = signers.stripe(JSON.stringify(body), secret === undefined ? {} : { secret });
  return at(new URL(source.url).pathname, body, headers);
}

/** A source that keeps so many deliveries, which `isMapped` now names a known person in. */
async function keeping(count: number, isMapped = false): Promise<Source> {
  const source = await alone();
  const owner = `${unique()}@acme.example`;
  for (let n = 0; n < count; n++) await sign(source, { ...event(null), owner });
  if (!isMapped) return source;
  await send('POST', '/v0/person_logs', { source: 'crm', payload: {}, email: owner });
  await send('PATCH', `${sources}/${source.sourceId}`, { mapping: { email: ['$.owner'] } });
  return source;
}

/** The path of one that is kept. */
async function one(): Promise<string> {
  const { sourceId } = await keeping(1);
  const { items } = (await send<{ items: { keptId: string }[] }>('GET', `${sources}/${sourceId}/kept`)).body;
  return `${sources}/${sourceId}/kept/${items[0]?.keptId}`;
}

/** The message of a delivery that waited while D1 did not answer. */
async function waiting(email: string | null): Promise<DeliveryWaiting> {
  const { sourceId } = await alone();
  const text = JSON.stringify(event(email));
  const base = { deliveryId: unique(), type: 'invoice-paid', text, reason: null, identifiers: '[]' };
  const named =
    email === null
      ? { found: {}, outcome: 'kept' as const }
      : { found: { email }, outcome: 'logged' as const };
  const secretHash = sha256(secretOf('stripe'));
  const events = [{ ...base, ...named }];
  return { kind: 'delivery', workspace: 'main', sourceId, receivedAt: Date.now(), secretHash, events };
}

/** The rows of deliveries in the table of tasks: of the queue of visits. */
export const waitingDeliveries = {
  'a delivery that waited for D1, of nobody': async () => [await waiting(null)],
  'a delivery that waited for D1, of a known person': async () => {
    const email = `${unique()}@acme.example`;
    await sign(await alone(), event(email));
    return [await waiting(email)];
  },
};

/** The rows of docs/operators/cost.md for sources and what they take. */
export const sourcesTable = rows({
  [`GET ${sources} | one`]: async () => {
    await alone();
    return sources;
  },
  [`POST ${sources} | new`]: async () => {
    await alone();
    return at(sources, { provider: 'stripe' });
  },
  [`GET ${route} | found`]: path,
  [`GET ${route} | not found`]: `${sources}/source_none`,
  [`PATCH ${route} | mapping, with If-Match`]: async () => {
    const of = await path();
    return at(of, { mapping: { email: ['$.data.email'] } }, { 'if-match': await etagOf(of) });
  },
  [`POST ${route}/secret | another`]: async () =>
    at(`${await path()}/secret`, { secret: 'whsec_another-secret' }),
  [`DELETE ${route} | deleted`]: async () => {
    const source = await alone();
    for (const one of [event(null), event(null)]) await sign(source, one);
    return `${sources}/${source.sourceId}`;
  },
  [`GET ${route}/kept | 50 of 60`]: async () => {
    const source = await keeping(60);
    return `${sources}/${source.sourceId}/kept`;
  },
  [`GET ${route}/kept | second page of 50`]: async () => {
    const source = await keeping(120);
    const url = `${sources}/${source.sourceId}/kept`;
    return `${url}?cursor=${(await send<{ nextCursor: string }>('GET', url)).body.nextCursor}`;
  },
  [`GET ${route}/kept/:kept_id | found`]: () => one(),
  [`POST ${route}/kept/map | one, of a known person`]: async () => {
    const { sourceId } = await keeping(1, true);
    return at(`${sources}/${sourceId}/kept/map`, {});
  },
  [`POST ${route}/kept/map | 50 of 60, of a known person`]: async () => {
    const { sourceId } = await keeping(60, true);
    return at(`${sources}/${sourceId}/kept/map`, {});
  },
  [`POST ${route}/kept/map | 50 of 60 that fit nobody still`]: async () => {
    const { sourceId } = await keeping(60);
    return at(`${sources}/${sourceId}/kept/map`, {});
  },
  [`DELETE ${route}/kept/:kept_id | deleted`]: () => one(),
  [`${intake} | of a known person`]: async () => {
    const email = `${unique()}@acme.example`;
    return delivery(event(email), [event(email)]);
  },
  [`${intake} | of a new person of a known company`]: async () => {
    const company = `${unique()}.example`;
    return delivery(event(`a@${company}`), [event(`b@${company}`)]);
  },
  [`${intake} | replay`]: async () => {
    const again = event(`${unique()}@acme.example`);
    return delivery(again, [again]);
  },
  [`${intake} | of nobody, kept`]: () => delivery(event(null)),
  [`${intake} | of a type that is excluded`]: async () => {
    const source = await alone();
    const mapping = { excludedTypes: ['invoice-paid'] };
    await send('PATCH', `${sources}/${source.sourceId}`, { mapping });
    await sign(source, event(null));
    const body = event(null);
    return at(new URL(source.url).pathname, body, signers.stripe(JSON.stringify(body)));
  },
  [`${intake} | forged`]: () => delivery(event(null), [], 'whsec_forged'),
  [`${intake} | no such address`]: () => at('/v0/intake/src_main_x', {}),
});
