import type { Context } from 'hono';
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
