import { memoize } from 'es-toolkit/function';
import type { Context } from 'hono';
import { isbot } from 'isbot';
import type { AppEnv } from '../../http/app-env.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Reason } from '../left-out/reasons.ts';
import { isOwnAddress } from './own-addresses.ts';
import { isScannerNetwork, type Network } from './scanners.ts';
import type { Visit } from './schemas.ts';

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
