import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type Limit, limitsOf } from '../../config/limits.ts';
import { FootfallError } from '../../lib/errors.ts';
import { policyText, type RateLimitPolicy } from '../../lib/rate-limit-policy.ts';
import { report } from '../../lib/report.ts';
import type { AppEnv } from '../app-env.ts';

const header = (c: Context<AppEnv>): string => c.req.header('cf-connecting-ip') ?? '';
const ipv4In = (address: string): string | undefined => /\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];

/** The first groups of 16 bits of an IPv6 address, as a prefix. */
function prefixOf(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const zeros = Array.from({ length: Math.max(missing, 0) }, () => '0');
  return `${[...groups, ...zeros, ...rest].slice(0, count).join(':')}::/${count * 16}`;
}

/** The client's address, for limits; of IPv6 the first 64 bits, which one subscriber usually has (RFC 4291, 2.5.4). */
export function addressOf(c: Context<AppEnv>): string {
  const address = header(c);
  // IPv4, or IPv4 in an IPv6 address (RFC 4291, 2.5.5).
  return ipv4In(address) ?? (address.includes(':') ? prefixOf(address, 4) : address);
}

/**
 * The client's network, for limits: the first 48 bits of an IPv6 address, the most that one site usually has
 * (RFC 6177). Undefined for IPv4, of which one subscriber seldom has many addresses.
 */
export function networkOf(c: Context<AppEnv>): string | undefined {
  const address = header(c);
  return ipv4In(address) === undefined && address.includes(':') ? prefixOf(address, 3) : undefined;
}

/** States the policy that applies to a request in a header field of the answer. */
export const statePolicy = (c: Context<AppEnv>, policy: RateLimitPolicy): void =>
  c.header('RateLimit-Policy', policyText(policy));

/** Throws `rate_limited`, with the header fields of draft-ietf-httpapi-ratelimit-headers; `wait` in seconds. */
export function refuse(c: Context<AppEnv>, policy: RateLimitPolicy, wait: number): never {
  statePolicy(c, policy);
  c.header('Retry-After', String(wait));
  c.header('RateLimit', `"${policy.name}";r=0;t=${wait}`);
  throw new FootfallError('rate_limited', `The limit is ${policyText(policy)}; try again in ${wait} s.`);
}

/** Whether a limit has room for `key`. If the limiter fails, every request passes: it must not stop the service. */
async function hasRoom(c: Context<AppEnv>, limiter: RateLimit, key: string): Promise<boolean> {
  if (c.get('isUnlimited')) return true;
  try {
    return (await limiter.limit({ key })).success;
  } catch (error) {
    // One line per request. It omits the key, which may be an address.
    report('the rate limiter does not answer', error, { requestId: c.get('requestId') });
    c.set('isUnlimited', true);
    return true;
  }
}

/** Counts one request of `key` against a limit. Throws `rate_limited` when the limit is reached. */
export async function takeToken(c: Context<AppEnv>, { limiter, policy }: Limit, key: string): Promise<void> {
  // The binding does not say when the window ends. It has ended after one whole window.
  if (!(await hasRoom(c, limiter, key))) refuse(c, policy, policy.window);
}

/** Counts another part of an answer that has begun against a limit, and waits while the limit is reached. */
export async function waitForToken(c: Context<AppEnv>, { limiter }: Limit, key: string): Promise<void> {
  while (!(await hasRoom(c, limiter, key))) await scheduler.wait(1000);
}

/** Counts one request against the limit of the client's address. Visits have a separate limit. */
export const takeAddressToken = (
  c: Context<AppEnv>,
  of: 'address' | 'visitor' | 'guess' = 'address',
): Promise<void> => takeToken(c, limitsOf(c.env)[of], `${of}:${addressOf(c)}`);

/** Counts every request against the limit of the client's address, on routes that need no key. */
export const addressLimit = () =>
  createMiddleware<AppEnv>(async function addressLimit(c, next) {
    await takeAddressToken(c);
    await next();
  });
