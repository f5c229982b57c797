import { createHmac } from 'node:crypto';
import type { IntakeResult } from '../../../src/visits/intake/schemas.ts';
import type { ProviderId } from '../../../src/visits/sources/providers.ts';
import type { Source } from '../../../src/visits/sources/schemas.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { once } from './replies.ts';

/** A secret of each provider, as it looks. */
export const secretOf = (provider: ProviderId): string =>
  provider === 'stripe' || provider === 'standard-webhooks'
    ? 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    : 'a secret of ours'.replaceAll(' ', '-');

export const post = (fields: object, options?: RequestOptions) =>
  once<Source & Problem>('POST', '/v0/sources', fields, options);
export const pathOf = ({ sourceId }: { sourceId: string }) => `/v0/sources/${sourceId}`;
export const read = async (of: { sourceId: string }, options?: RequestOptions) =>
  (await once<Source>('GET', pathOf(of), undefined, options)).body;
export const setSecret = (of: { sourceId: string }, fields: object, options?: RequestOptions) =>
  once<Source & Problem>('POST', `${pathOf(of)}/secret`, fields, options);

/** Makes a source that takes deliveries. */
export async function newSource(provider: ProviderId, fields: object = {}, options?: RequestOptions) {
  const { body } = await post({ provider, ...fields }, options);
  return (await setSecret(body, { secret: secretOf(provider) }, options)).body;
}

/** How a sender signs, by hand: the header fields of a body at a time. */
export type Signer = (
  body: string,
  at?: { seconds?: number; id?: string; secret?: string; url?: string },
) => Record<string, string>;

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text, 'utf8').digest(encoding);
const now = () => Math.floor(Date.now() / 1000);

/** The signers of all providers, written as their documentation describes them. */
export const signers: Record<ProviderId, Signer> = {
  stripe: (body, { seconds = now(), secret = secretOf('stripe') } = {}) => ({
    'stripe-signature': `t=${seconds},v0=${'0'.repeat(64)},v1=${hmac(secret, `${seconds}.${body}`, 'hex')}`,
  }),
  'standard-webhooks': (
    body,
    { seconds = now(), id = 'msg_1', secret = secretOf('standard-webhooks') } = {},
  ) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${hmac(key, `${id}.${seconds}.${body}`, 'base64')}`,
    };
  },
  github: (body, { id = 'd1', secret = secretOf('github') } = {}) => ({
    'x-github-delivery': id,
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${hmac(secret, body, 'hex')}`,
  }),
  shopify: (body, { id = 'd1', secret = secretOf('shopify') } = {}) => ({
    'x-shopify-webhook-id': id,
    'x-shopify-topic': 'orders/create',
    'x-shopify-hmac-sha256': hmac(secret, body, 'base64'),
  }),
  typeform: (body, { secret = secretOf('typeform') } = {}) => ({
    'typeform-signature': `sha256=${hmac(secret, body, 'base64')}`,
  }),
  'cal-com': (body, { secret = secretOf('cal-com') } = {}) => ({
    'x-cal-signature-256': hmac(secret, body, 'hex'),
  }),
  calendly: (body, { seconds = now(), secret = secretOf('calendly') } = {}) => ({
    'calendly-webhook-signature': `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`, 'hex')}`,
  }),
  hubspot: (body, { seconds = now(), secret = secretOf('hubspot'), url = '' } = {}) => ({
    'x-hubspot-request-timestamp': String(seconds * 1000),
    'x-hubspot-signature-v3': hmac(secret, `POST${url}${body}${seconds * 1000}`, 'base64'),
  }),
};

/** Sends raw bytes to the address of a source, without a key. */
export const deliver = (
  { url }: { url: string },
  rawBody: BodyInit,
  headers: Record<string, string>,
  bindings?: RequestOptions['bindings'],
) =>
  send<IntakeResult & Problem>('POST', new URL(url).pathname, undefined, {
    key: null,
    rawBody,
    headers,
    ...(bindings ? { bindings } : {}),
  });

/** Sends a body as the provider of a source signs it. */
export const sign = (
  source: Source,
  body: unknown,
  at: Parameters<Signer>[1] = {},
  bindings?: RequestOptions['bindings'],
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return deliver(source, text, signers[source.provider](text, { url: source.url, ...at }), bindings);
};
