import ipaddr from 'ipaddr.js';
import { isOfRoot } from './root-zone.ts';

/** What an address is compared with. */
export interface Deployment {
  /** The hosts that this deployment answers, with their port if it is not the scheme's. */
  ownHosts: readonly string[];
  /** Whether this is a service on a developer's machine: a receiver may then be on that machine too. */
  isLocal: boolean;
}

/** The address of a webhook in its normalised form, or what is wrong with it: "must …". */
export type Address = { url: string; fault?: undefined } | { url?: undefined; fault: string };

/** The most characters of an address, both as it is and normalised. */
export const longestAddress = 2048;

/** Names of public domains that lead into a network: `fritz.box` is the router of whoever asks. */
const ofNetwork = /(?:^|\.)fritz\.box$/v;
/** The domain of documents (RFC 2606) leads nowhere, and into no network. */
const ofDocuments = 'example';
/** A name with at least one dot, as it is in DNS after punycode. */
const fullName = /^(?:[a-z0-9_\-]{1,63}\.)+[a-z0-9\-]{2,63}$/v;

/** The IP address that a host of a URL is, if it is one. URL has normalised it: `0x7f.1` is `127.0.0.1`. */
function ipOf(hostname: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = hostname.replace(/^\[(.*)\]$/v, '$1');
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/** Whether an IP address is public. For IPv6 that is 2000::/3: `[::127.0.0.1]` is `unicast` by its range. */
const isPublic = (ip: ipaddr.IPv4 | ipaddr.IPv6) =>
  ip.range() === 'unicast' && ('octets' in ip || (ip.parts[0] ?? 0) >> 13 === 1);

const isLoopback = (hostname: string) =>
  /(?:^|\.)localhost$/v.test(hostname) || ipOf(hostname)?.range() === 'loopback';

/** Whether a URL leads to this deployment: by any port, but on a developer's machine only by the service's own. */
function isOwn({ protocol, hostname, port }: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) => {
    const own = URL.parse(`${protocol}//${host}`);
    if (!own) return false;
    return isLoopback(own.hostname)
      ? isLoopback(hostname) && own.port === port
      : withoutLastDot(own.hostname) === hostname;
  });
}

/** The name of a host without the dot that ends it in DNS: `example.com.` is the same host. */
const withoutLastDot = (hostname: string) => hostname.replace(/\.$/v, '');

/** What is wrong with the host of a URL, if anything is. */
function faultOfHost(hostname: string): string | undefined {
  const ip = ipOf(hostname);
  if (ip) return isPublic(ip) ? undefined : `must be public: ${hostname} is of a private or reserved range`;
  if (!fullName.test(hostname) && hostname !== 'localhost')
    return 'must have the full name of a host, such as hooks.example.com';
  const domain = hostname.slice(hostname.lastIndexOf('.') + 1);
  return ofNetwork.test(hostname) || (domain !== ofDocuments && !isOfRoot(domain))
    ? `must be public: ${hostname} is a name of a private network`
    : undefined;
}

/** What is wrong with a URL, if anything is. */
function faultOf(url: URL, { ownHosts, isLocal }: Deployment): string | undefined {
  const isOnThisMachine = isLocal && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isOnThisMachine) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or a password';
  if (url.href.includes('#')) return 'must not have a fragment (#)';
  if (isOwn(url, ownHosts)) return 'must not be an address of this deployment';
  if (isOnThisMachine) return undefined;
  // URL omits 443.
  if (url.port !== '' && Number(url.port) <= 1023) return 'must have port 443 or one above 1023';
  return faultOfHost(url.hostname);
}

/**
 * The address that events may be sent to, normalised: `https:`, port 443 or one above 1023, and a public host that is
 * not our own: its top-level domain is one of DNS. With `isLocal` a loopback host may have `http:` and any port. A name that leads to a private network in
 * DNS is not noticed. To be asked when an address is stored, and again before each attempt.
 */
export function webhookAddress(text: string, deployment: Deployment): Address {
  const tooLong = { fault: `must have at most ${longestAddress} characters` };
  if (text.length > longestAddress) return tooLong;
  // URL would take them out, or read them as slashes.
  if (/[\s\p{Cc}\\]/v.test(text))
    return { fault: 'must not have white space, control characters or backslashes' };
  if (!/^https?:\/\//iv.test(text)) return { fault: 'must begin with https://' };
  const url = URL.parse(text);
  if (!url) return { fault: 'must be a URL, such as https://hooks.example.com/footfall' };
  url.hostname = withoutLastDot(url.hostname);
  const fault = faultOf(url, deployment);
  if (fault !== undefined) return { fault };
  return url.href.length > longestAddress ? tooLong : { url: url.href };
}
