import type { Context } from 'hono';
import type { AppEnv } from '../env.ts';
import { FootfallError } from '../lib/errors.ts';

/** Whom a limit is for, as its policy names it. */
export type Limited = 'api-key' | 'address' | 'visitor';

/** The policy of the rate limit in words of the RateLimit header fields draft. */
export const policyOf = (c: Context<AppEnv>, of: Limited): string =>
  c.env.RATE_LIMIT_POLICY.replace('api-key', of);

/** Throws `rate_limited`, with the header fields of draft-ietf-httpapi-ratelimit-headers; `wait` in seconds. */
export function refuse(c: Context<AppEnv>, policy: string, wait: number | string): never {
  c.header('RateLimit-Policy', policy);
  c.header('Retry-After', String(wait));
  c.header('RateLimit', `${policy.split(';')[0]};r=0;t=${wait}`);
  throw new FootfallError('rate_limited', `The limit is ${policy}; try again in ${wait} s.`);
}

/**
 * Takes one request from the rate limit of `key`. Throws `rate_limited` when it is used up, with the header
 * fields of draft-ietf-httpapi-ratelimit-headers for a policy such as `"api-key";q=3000;w=10`.
 */
export async function takeToken(c: Context<AppEnv>, key: string, of: Limited = 'api-key'): Promise<void> {
  const { success } = await c.env.RATE_LIMITER.limit({ key });
  if (success) return;
  const policy = policyOf(c, of);
  const window = /;w=(\d+)/.exec(policy)?.[1] ?? '10';
  refuse(c, policy, window);
}

/**
 * The client's address, for limits. Of IPv6 it is the first 64 bits: whoever has one such address has all of them
 * (RFC 4291, 2.5.4).
 */
export function addressOf(c: Context<AppEnv>): string {
  const address = c.req.header('cf-connecting-ip') ?? '';
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => '0')];
  return `${all
    .concat(tail?.split(':').filter(Boolean) ?? [])
    .slice(0, 4)
    .join(':')}::/64`;
}

/**
 * Takes one request from the rate limit of the client's address: for what needs no verified key or, apart from
 * that, for visits, whose key all visitors share.
 */
export const takeAddressToken = (c: Context<AppEnv>, of: 'address' | 'visitor' = 'address'): Promise<void> =>
  takeToken(c, `${of}:${addressOf(c)}`, of);
