import { env } from 'cloudflare:workers';
import type { Source } from '../../src/visits/sources/schemas.ts';
import { newSource, sign, signers } from '../worker/support/sources.ts';
import { at, etagOf, rows, unique } from './budget.ts';

const sources = '/v0/sources';
const route = `${sources}/:source_id`;
const intake = 'POST /v0/intake/:source';

const alone = async (): Promise<Source> => {
  await env.DB.prepare('delete from sources').run();
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
  [`${intake} | forged`]: () => delivery(event(null), [], 'whsec_forged'),
  [`${intake} | no such address`]: () => at('/v0/intake/src_main_x', {}),
});
