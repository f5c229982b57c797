import { BlockList, isIP } from 'node:net';
import { memoize } from 'es-toolkit/function';
import type { Context } from 'hono';
import { isbot } from 'isbot';
import type { Bindings } from '../../config/bindings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { report } from '../../lib/report.ts';
import type { Reason } from '../left-out/reasons.ts';
import type { Visit } from './schemas.ts';

/**
 * The vendors of mail gateways that open the links of mails, by the names of their networks. Some of their customers'
 * people browse from there too (browser isolation, web gateways, Windows 365): see `hasInput` of a visit.
 */
const vendors =
  /proofpoint|mimecast|barracuda|trend ?micro|ironport|messagelabs|symantec|forcepoint|websense|sophos|fireeye|trellix|microsoft/iv;

/** Networks of the same vendors, for the day when one is renamed. */
const networks = new Set([
  ...[13916, 22843, 26211, 52129], // Proofpoint
  ...[30031, 39588, 42427, 60492], // Mimecast
  15324, // Barracuda
  16417, // Cisco IronPort
  ...[8074, 8075, 12076], // Microsoft, of Defender's Safe Links
]);

/** What `request.cf` says about the network of a request. */
type Network = { asn?: unknown; asOrganization?: unknown };
/** Whether a network belongs to a vendor whose mail gateways open links. */
const isScannerNetwork = ({ asn, asOrganization }: Network): boolean =>
  (typeof asn === 'number' && networks.has(asn)) ||
  (typeof asOrganization === 'string' && vendors.test(asOrganization));

/** Adds an address or a range (CIDR) to the list. Returns false when it is malformed. */
function add(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/v.test(prefix) || Number(prefix) > (version === 6 ? 128 : 32)) return false;
  list.addSubnet(address, Number(prefix), family);
  return true;
}

function readList(env: Bindings): BlockList {
  const list = new BlockList();
  const entries = (env.OWN_ADDRESSES ?? '').split(/\s+/).filter(Boolean);
  const malformed = entries.filter((entry) => !add(list, entry));
  if (malformed.length > 0) {
    const error = new Error(
      'an entry must be an address, or a range such as 203.0.113.0/24; others are ignored',
    );
    report('OWN_ADDRESSES is malformed', error, { malformed });
  }
  return list;
}

const lists = new WeakMap<Bindings, BlockList>();

/** Whether an address is one of OWN_ADDRESSES, which are read once per isolate. */
export function isOwnAddress(env: Bindings, address: string): boolean {
  if (!env.OWN_ADDRESSES) return false;
  const list = lists.get(env) ?? readList(env);
  lists.set(env, list);
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the visitor asks not to be tracked, by Global Privacy Control or the older Do Not Track. */
export const isPrivate = (c: Context<AppEnv>): boolean =>
  c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1';

/** Whether a browser has sent the request. A server sends no `Origin`, and its address says nothing. */
export const isFromBrowser = (c: Context<AppEnv>): boolean => c.req.header('origin') !== undefined;

/**
 * The model of a phone that is called bot, where Chrome on Android has the model: "M bot 60". Robots that pose as a phone
 * have their name at another place, or end in it.
 */
const botPhone = /(?<=; )[\w \-]*\bbot [\w ]+(?=(?: Build\/[\w.\-]+)?(?:; wv)?\) AppleWebKit\/)/iv;

/** isbot tries a hundred patterns, and most visits come from the same few hundred versions of browsers. */
const isBotAgent = memoize((agent: string) => isbot(agent.replace(botPhone, '')), {
  cache: new BoundedMap<string, boolean>(1000),
});
/** A longer User-Agent, which no browser sends, is not remembered. */
const longestRemembered = 512;
const isBot = (agent = '') => (agent.length > longestRemembered ? isbot(agent) : isBotAgent(agent));

/** Whether the address is a preview's. A form is never lost: the address may show what all get by now. */
const isPreview = ({ pageUrl = '', formSubmit }: Visit): boolean =>
  formSubmit === undefined && /[?&]footfall_preview=/.test(pageUrl);

/** Why a visit is excluded, or null. Only the consumer knows whether its page exists. */
export function reasonToLeaveOut(c: Context<AppEnv>, visit: Visit): Reason | null {
  const { leftOut, hasInput } = visit;
  if (isBot(c.req.header('user-agent'))) return 'bot';
  const isBrowser = isFromBrowser(c);
  if (
    leftOut === 'own' ||
    isPreview(visit) ||
    (isBrowser && isOwnAddress(c.env, c.req.header('cf-connecting-ip') ?? ''))
  )
    return 'own';
  if (leftOut === 'automated') return 'automated';
  if (isBrowser && !hasInput && isScannerNetwork((c.req.raw.cf ?? {}) as Network)) return 'scanner';
  return null;
}
