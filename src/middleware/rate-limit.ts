import type { Context } from 'hono';
import type { AppEnv } from '../env.ts';
import { FootfallError } from '../lib/errors.ts';
import { report } from '../lib/report.ts';

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

/** Whether the limit of `key` has room. A limiter that fails lets everything pass: it must not take the service down. */
async function hasRoom(c: Context<AppEnv>, key: string): Promise<boolean> {
  if (c.var.isUnlimited) return true;
  try {
    return (await c.env.RATE_LIMITER.limit({ key })).success;
  } catch (error) {
    // One line a request, and no key in it: it may be an address.
    report('the rate limiter does not answer', error, { requestId: c.var.requestId });
    c.set('isUnlimited', true);
    return true;
  }
}

/**
 * Takes one request from the rate limit of `key`. Throws `rate_limited` when it is used up, with the header
 * fields of draft-ietf-httpapi-ratelimit-headers for a policy such as `"api-key";q=3000;w=10`.
 */
export async function takeToken(c: Context<AppEnv>, key: string, of: Limited = 'api-key'): Promise<void> {
  if (await hasRoom(c, key)) return;
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
  // IPv4, or IPv4 in an IPv6 address (RFC 4291, 2.5.5).
  const [ipv4] = /\d+\.\d+\.\d+\.\d+$/.exec(address) ?? [];
  if (ipv4 || !address.includes(':')) return ipv4 ?? address;
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
