import type { Context } from 'hono';
import type { AppEnv } from '../env.ts';
import { FootfallError } from '../lib/errors.ts';

/**
 * Takes one request from the rate limit of `key`. Throws `rate_limited` when it is used up, with the header
 * fields of draft-ietf-httpapi-ratelimit-headers for a policy such as `"api-key";q=3000;w=10`.
 */
export async function takeToken(c: Context<AppEnv>, key: string): Promise<void> {
  const { success } = await c.env.RATE_LIMITER.limit({ key });
  if (success) return;
  const policy = c.env.RATE_LIMIT_POLICY;
  const window = /;w=(\d+)/.exec(policy)?.[1] ?? '10';
  c.header('Retry-After', window);
  c.header('RateLimit', `${policy.split(';')[0]};r=0;t=${window}`);
  throw new FootfallError('rate_limited', `The limit is ${policy}; try again in ${window} s.`);
}

/** Takes one request from the rate limit of the client's address, for what needs no verified key. */
export const takeAddressToken = (c: Context<AppEnv>): Promise<void> =>
  takeToken(c, `address:${c.req.header('cf-connecting-ip') ?? ''}`);
